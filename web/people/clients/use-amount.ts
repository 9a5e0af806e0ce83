import type { AmountKind } from '../../../contract/limits.ts'
import { useShow } from '../../base/show.ts'

/** Balance and points are amounts, a discount is a percentage. */
export function useAmount(): (kind: AmountKind, hundredths: number) => string {
  const show = useShow()
  return (kind, hundredths) =>
    kind === 'discount' ? `${show.percent(hundredths).replace('-', '−')}\u00A0%` : show.money(hundredths)
}
