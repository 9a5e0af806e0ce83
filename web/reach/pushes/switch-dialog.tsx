import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useUpdateStatus } from '../../cards/templates/data.ts'

type SwitchDialogProps = {
  /** null: closed. */
  push: { name: string } | null
  isOn: boolean
  /** Issued cards of the chosen templates. */
  cards: number | null
  onClose: () => void
  onConfirm: () => void
  isBusy: boolean
}

/** Asks before a push is added to cards or removed from them: all of them are updated, and only once a day. */
export function SwitchDialog({ push, isOn, cards, onClose, onConfirm, isBusy }: SwitchDialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const { data: update } = useUpdateStatus(cabinet.id)
  return (
    <ConfirmDialog
      isOpen={push !== null}
      onClose={onClose}
      title={t(isOn ? 'pushes.switch.offTitle' : 'pushes.switch.onTitle', { name: push?.name.trim() ?? '' })}
      confirmLabel={t(isOn ? 'pushes.switch.off' : 'pushes.switch.on')}
      onConfirm={onConfirm}
      isBusy={isBusy}
      isDangerous={false}
    >
      <Text>
        {cards === null
          ? t('pushes.switch.effect')
          : cards === 0
            ? t('pushes.switch.noCards')
            : t('pushes.switch.effectOn', { count: cards, n: show.number(cards) })}
      </Text>
      <Text c="dimmed" mt="xs">
        {update?.nextAt ? t('pushes.switch.later', { time: show.dateTime(update.nextAt) }) : t('pushes.switch.now')}
      </Text>
    </ConfirmDialog>
  )
}
