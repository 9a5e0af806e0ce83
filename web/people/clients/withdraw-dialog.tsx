/** Asks before a card is taken back. */
import { useTranslation } from 'react-i18next'
import type { ClientCard } from '../../../contract/people/client-cards.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useWithdrawCard } from './holders-data.ts'

type WithdrawDialogProps = { clientId: string; card: ClientCard; onClose: () => void }

export function WithdrawDialog({ clientId, card, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const withdraw = useWithdrawCard(t('holders.cards.withdrawn'), onClose)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('holders.cards.withdrawTitle', { name: card.template.name })}
      confirmLabel={t('holders.cards.withdraw')}
      isBusy={withdraw.isBusy}
      onConfirm={() => withdraw.run({ params: { c, id: clientId, cardId: card.id } })}
    >
      {t('holders.cards.withdrawText')}
    </ConfirmDialog>
  )
}
