/** A new link, its name, and what its deletion does. */
import { Drawer, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type FormLink, formLinks, LINK_KINDS, type LinkKind } from '../../../contract/people/form-links.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useCreateLink, useRemoveLink, useRenameLink } from './link-data.ts'

const NAME_MAX = 60

/** The name follows the kind until somebody types one. */
export function CreateLink({ formKey, onClose }: { formKey: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const nameOf = (kind: LinkKind) => (kind === 'other' ? '' : t(`links.kinds.${kind}`))
  const form = useForm<{ kind: LinkKind; name: string }>({
    mode: 'controlled',
    initialValues: { kind: 'poster', name: nameOf('poster') },
    validate: checkWith(formLinks.createLink.body),
  })
  const create = useCreateLink(form, (refused) => refused.code === 'link_limit')
  const submit = form.onSubmit(async (body) => {
    if (await create.ask({ params: { c, formKey }, body })) onClose()
  })
  const choose = (kind: LinkKind) => {
    const { kind: before, name } = form.values
    form.setValues({ kind, ...(name === nameOf(before) && { name: nameOf(kind) }) })
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('links.form.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {create.refused?.code === 'link_limit' && <StatusBanner tone="danger">{create.refused.message}</StatusBanner>}
          <Radio.Group
            label={t('links.form.kind')}
            value={form.values.kind}
            onChange={(value) => choose(value as LinkKind)}
          >
            <Stack gap="sm" mt="xs">
              {LINK_KINDS.map((kind) => (
                <Radio key={kind} value={kind} label={t(`links.kinds.${kind}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label={t('links.form.name')}
            description={t('links.form.nameHint')}
            maxLength={NAME_MAX}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <FormButtons submitLabel={t('links.form.submit')} isBusy={create.isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Drawer>
  )
}

type OfLink = { formKey: string; link: FormLink; onClose: () => void }

export function RenameLink({ formKey, link, onClose }: OfLink) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({
    initialValues: { name: link.name, isOn: link.isOn },
    validate: checkWith(formLinks.saveLink.body),
  })
  const rename = useRenameLink(form)
  const submit = form.onSubmit(async (body) => {
    if (await rename.ask({ params: { c, formKey, id: link.id }, body })) onClose()
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('links.rename.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('links.form.name')}
            description={t('links.form.nameHint')}
            maxLength={NAME_MAX}
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

export function RemoveLink({ formKey, link, onClose }: OfLink) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const remove = useRemoveLink(link.name)
  const confirm = async () => {
    if (await remove.ask({ params: { c, formKey, id: link.id } })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('links.remove.title', { name: link.name })}
      confirmLabel={t('links.remove.verb')}
      onConfirm={() => void confirm()}
      isBusy={remove.isBusy}
    >
      {t('links.remove.text')}
    </ConfirmDialog>
  )
}
