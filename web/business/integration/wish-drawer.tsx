/** Asks support for a system that cannot be connected yet. */
import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useSaveIntegration } from './data.ts'

export function WishDrawer({ onClose }: { onClose: () => void }) {
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={save.isBusy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.isBusy} aria-busy={save.isBusy}>
              {t('integration.other.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Drawer>
  )
}
