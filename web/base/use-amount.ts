import type { AmountKind } from '../../contract/limits.ts'
import { useShow } from './show.ts'

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
