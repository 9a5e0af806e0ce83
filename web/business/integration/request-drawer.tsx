/** Asks support for a system that cannot be connected yet. */
import { Drawer, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { useSaveIntegration } from './data.ts'

export function RequestDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const form = useForm({
    mode: 'controlled',
    initialValues: { otherName: '' },
    validate: { otherName: (name) => (name.trim() === '' ? t('refusals.fields.required') : null) },
  })
  const save = useSaveIntegration(c, { form, done: t('integration.other.done') })
  const submit = form.onSubmit(async ({ otherName }) => {
    const body = {
      type: 'other',
      otherName,
      settings: {},
      flags: { read: false, write: false, rewrite: false },
      version: 0,
    }
    if (await save.ask({ params: { c }, body })) onClose()
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('integration.other.button')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{t('integration.other.what')}</Text>
          <TextInput
            label={t('integration.other.label')}
            maxLength={60}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('otherName')}
          />
          <FormButtons submitLabel={t('integration.other.submit')} isBusy={save.isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Drawer>
  )
}
