/** The state of a promo code on a day, and conflicts between two of them. Pure. */
import type { PROMO_STATES } from '../../../contract/reach/marketplace.ts'

type Period = { starts_on: string; ends_on: string | null }
type Counted = Period & { max: number | null; used: number }

/**
 * @param today Moscow day
 * @param isCountedInAll whether `max` limits all uses together instead of each inviter's
 */
export function stateOf(promo: Counted, today: string, isCountedInAll: boolean): (typeof PROMO_STATES)[number] {
  if (promo.ends_on !== null && promo.ends_on < today) return 'ended'
  if (isCountedInAll && promo.max !== null && promo.used >= promo.max) return 'used_up'
  return promo.starts_on > today ? 'planned' : 'running'
}

/** Both days of a period are included; one without an end never ends. */
export function doOverlap(one: Period, other: Period): boolean {
  return one.starts_on <= (other.ends_on ?? '9999') && other.starts_on <= (one.ends_on ?? '9999')
}

/** The code in one spelling: case, spaces and hyphens do not matter. */
export function foldCode(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
}
