import type { AmountKind } from '../../../contract/limits.ts'
import { useTranslation } from 'react-i18next'
import { usePoints } from '../../base/points.ts'
import { useShow } from '../../base/show.ts'

/** The balance is money, points are counted, and a discount is a percentage. */
export function useAmount(): (kind: AmountKind, hundredths: number) => string {
  const show = useShow()
  return (kind, hundredths) =>
    ({
      discount: `${show.percent(hundredths).replace('-', '−')}\u00A0%`,
      bonus: show.points(hundredths),
      balance: show.price(hundredths),
    })[kind]
}

/** "Balance", "Discount", and what the business calls its points. */
export function useAmountName(): (kind: AmountKind) => string {
  const { t } = useTranslation()
  const { name } = usePoints()
  return (kind) => (kind === 'bonus' ? name : t(`clients.balanceHistory.kinds.${kind}`))
}
