/** Whole days left of a demo, today included; negative after its end, null without a demo. */
import { DAY_MS } from '../../contract/time.ts'

export function demoDaysLeft(demoUntil: string | null, now = Date.now()): number | null {
  if (demoUntil === null) return null
  return Math.ceil((new Date(demoUntil).getTime() - now) / DAY_MS)
}
