/** Before a CRM is deleted, a word has to be typed. It is shown, so it can be copied. */
import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { RESET_COMMAND } from '../../../contract/business/integration.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useRemoveIntegration } from './data.ts'

export function DeleteDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const again = usePasswordAgain()
  const form = useForm({ mode: 'controlled', initialValues: { command: '' } })
  const remove = useRemoveIntegration(c, {
    form,
    onRefused: again.showRefused,
    done: t('integration.remove.done', { name }),
  })
  const submit = form.onSubmit(async ({ command }) => {
    if (await remove.ask({ params: { c }, body: { command, ...again.given } })) onClose()
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('integration.remove.title', { name })}
      closeOnClickOutside={!remove.isBusy}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{t('integration.remove.text')}</Text>
          <Group gap="xs">
            <Code fz="md">{RESET_COMMAND}</Code>
            <CopyButton value={RESET_COMMAND} label={t('integration.remove.copy')} />
          </Group>
          <TextInput
            label={t('integration.remove.label', { word: RESET_COMMAND })}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('command')}
          />
          {again.field}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={remove.isBusy}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              color="red"
              disabled={form.values.command !== RESET_COMMAND}
              loading={remove.isBusy}
              aria-busy={remove.isBusy}
            >
              {t('integration.remove.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
