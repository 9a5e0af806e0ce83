import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CurrentTariff, TariffPlan } from '../../../contract/business/finance.ts'
import { SLOT_CARDS } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useChooseTariff } from './data.ts'
import { costOf, NO_COST, price, sum } from './price.ts'

type ChooseDialogProps = {
  plan: TariffPlan | null
  now: CurrentTariff
  onClose: () => void
  onArchived: (plan: TariffPlan) => void
}

/** What choosing this tariff means: when it begins, what today costs, what is left. */
export function ChooseDialog({ plan, now, onClose, onArchived }: ChooseDialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const name = plan ? t(`cabinets.tariffs.${plan.key}`) : ''
  const choose = useChooseTariff(t('plans.done', { name }), (refused) => {
    if (refused.code !== 'tariff_archived' || !plan) return false
    onClose()
    onArchived(plan)
    return true
  })
  const { slots, monthMinor, dayMinor } = plan ? costOf(plan, now.usage.cards.used) : NO_COST
  return (
    <ConfirmDialog
      worksWhileLimited
      isOpen={plan !== null}
      onClose={onClose}
      title={t('plans.confirm', { name })}
      confirmLabel={t('plans.choose', { name })}
      isDangerous={false}
      isBusy={choose.isBusy}
      onConfirm={() =>
        plan &&
        void choose.ask({ params: { c, tariffId: plan.key }, body: { slots } }).then((done) => done && onClose())
      }
    >
      <Stack gap="sm">
        <Text>{t('plans.confirmText', { price: price(monthMinor), day: sum(dayMinor) })}</Text>
        {slots > 0 && <Text>{t('plans.confirmSlots', { count: slots, cards: show.number(slots * SLOT_CARDS) })}</Text>}
        {now.key === 'demo' && <Text>{t('plans.confirmDemo')}</Text>}
        {now.balanceMinor < dayMinor && (
          <StatusBanner tone="warning">{t('plans.confirmPoor', { balance: sum(now.balanceMinor) })}</StatusBanner>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
