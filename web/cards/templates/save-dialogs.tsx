import { Button, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import classes from './templates.module.css'
import type { Saving } from './use-save-card.ts'

/** What a save may ask. They stay once they were needed, so that they close as softly as they open. */
export function SaveDialogs({ saving, issued }: { saving: Saving; issued: number }) {
  return (
    <>
      <IssuedDialog saving={saving} issued={issued} />
      <ConflictDialog saving={saving} />
    </>
  )
}

/** A card that clients carry: should its issued cards follow the new design. */
function IssuedDialog({ saving, issued }: { saving: Saving; issued: number }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <Modal
      opened={saving.asks === 'issued'}
      onClose={saving.close}
      title={t('templates.issuedAsk.title', { count: issued })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text>{t('templates.issuedAsk.text')}</Text>
      {saving.nextUpdateAt && (
        <Text mt="xs" c="dimmed">
          {t('templates.update.next', { time: show.dateTime(saving.nextUpdateAt) })}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void saving.saveNow(false)} loading={saving.isBusy} data-autofocus>
          {t('templates.issuedAsk.only')}
        </Button>
        <Button onClick={() => void saving.saveNow(true)} disabled={!saving.canUpdate} loading={saving.isBusy}>
          {t('templates.issuedAsk.both', { count: issued })}
        </Button>
      </Group>
    </Modal>
  )
}

/** Somebody else saved the card meanwhile: nothing is thrown away without a choice. */
function ConflictDialog({ saving }: { saving: Saving }) {
  const { t } = useTranslation()
  const ways = [
    ['keep', true],
    ['load', false],
  ] as const
  return (
    <Modal
      opened={saving.asks === 'conflict'}
      onClose={saving.close}
      title={t('templates.conflict.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="md">{t('templates.conflict.text')}</Text>
      <Stack gap="xs">
        {ways.map(([way, keepMine]) => (
          <UnstyledButton
            key={way}
            className={classes.way}
            disabled={saving.isBusy}
            onClick={() => void saving.settle(keepMine)}
            {...(keepMine && { 'data-autofocus': true })}
          >
            <Text fw={600}>{t(`templates.conflict.${way}`)}</Text>
            <Text size="sm" c="dimmed">
              {t(`templates.conflict.${way}Text`)}
            </Text>
          </UnstyledButton>
        ))}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" onClick={saving.close} disabled={saving.isBusy}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Modal>
  )
}
