import { useTranslation } from 'react-i18next'
import type { AmountKind } from '../../../contract/limits.ts'
import { usePoints } from '../../base/points.ts'

/** "Balance", "Discount", and what the business calls its points. */
export function useAmountName(): (kind: AmountKind) => string {
  const { t } = useTranslation()
  const { name } = usePoints()
  return (kind) => (kind === 'bonus' ? name : t(`clients.balanceHistory.kinds.${kind}`))
}
