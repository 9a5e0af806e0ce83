/** Renaming a key, a new secret, revoking it. */
import { Drawer, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type Key, keys, type NewKey } from '../../../contract/platform/keys.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useRenameKey, useRevokeKey, useRotateKey } from './data.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'

type DialogProps = { of: Key; onClose: () => void }

export function RenameDrawer({ of, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({ initialValues: { name: of.name }, validate: checkWith(keys.renameKey.body) })
  const rename = useRenameKey(form)
  const submit = form.onSubmit(async (body) => {
    if (await rename.ask({ params: { c, id: of.id }, body })) onClose()
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('keys.rename.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('keys.drawer.name')}
            description={t('keys.drawer.nameHint')}
            maxLength={60}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <FormButtons submitLabel={t('common.save')} isBusy={rename.isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Drawer>
  )
}

/** The old secret works for another day unless the user ends it immediately. */
export function RotateDialog({ of, onClose, onRotated }: DialogProps & { onRotated: (key: NewKey) => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const again = usePasswordAgain()
  const form = useForm<{ old: 'keep' | 'end' }>({ mode: 'controlled', initialValues: { old: 'keep' } })
  const rotate = useRotateKey(form, again.showRefused)
  const submit = form.onSubmit(async ({ old }) => {
    const key = await rotate.ask({ params: { c, id: of.id }, body: { keepOld: old === 'keep', ...again.given } })
    if (!key) return
    rotate.reset()
    onRotated(key)
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.rotate.title', { name: of.name })}
      closeOnClickOutside={!rotate.isBusy}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{t('keys.rotate.text')}</Text>
          <Radio.Group label={t('keys.rotate.old')} {...form.getInputProps('old')}>
            <Stack gap="sm" mt="xs">
              <Radio value="keep" label={t('keys.rotate.keep')} description={t('keys.rotate.keepHint')} />
              <Radio value="end" label={t('keys.rotate.end')} description={t('keys.rotate.endHint')} />
            </Stack>
          </Radio.Group>
          {again.field}
          <FormButtons
            submitLabel={t('keys.rotate.submit')}
            isBusy={rotate.isBusy}
            onCancel={onClose}
            isCancelFocused
            worksWhileLimited
          />
        </Stack>
      </form>
    </Modal>
  )
}

export function RevokeDialog({ of, onClose }: DialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const revoke = useRevokeKey(of.name)
  const confirm = async () => {
    if (await revoke.ask({ params: { c, id: of.id } })) onClose()
  }
  return (
    <ConfirmDialog
      worksWhileLimited
      isOpen
      onClose={onClose}
      title={t('keys.revoke.title', { name: of.name })}
      confirmLabel={t('keys.revoke.verb')}
      onConfirm={() => void confirm()}
      isBusy={revoke.isBusy}
    >
      {of.lastUsedAt === null
        ? t('keys.revoke.text')
        : t('keys.revoke.textUsed', { when: show.relative(of.lastUsedAt) })}
    </ConfirmDialog>
  )
}
