import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import type { CardForm } from './use-card-form.ts'

/** Asks whether issued cards should get the new design. */
export function IssuedDialog({ form }: { form: CardForm }) {
  const { t } = useTranslation()
  const show = useShow()
  const { issued } = form.base
  const { isSaving } = form.draft
  return (
    <Modal
      opened={form.isAsking}
      onClose={form.stopAsking}
      title={t('templates.issuedAsk.title', { count: issued })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text>{t('templates.issuedAsk.text')}</Text>
      {form.nextUpdateAt && (
        <Text mt="xs" c="dimmed">
          {t('templates.update.next', { time: show.dateTime(form.nextUpdateAt) })}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void form.save(false)} loading={isSaving} data-autofocus>
          {t('templates.issuedAsk.only')}
        </Button>
        <Button onClick={() => void form.save(true)} disabled={!form.canUpdate} loading={isSaving}>
          {t('templates.issuedAsk.both', { count: issued })}
        </Button>
      </Group>
    </Modal>
  )
}
