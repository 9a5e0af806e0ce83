/** Whole days of a demo that are left, today included; negative when it is over, null without a demo. */
export function demoDaysLeft(demoUntil: string | null, now = Date.now()): number | null {
  if (demoUntil === null) return null
  return Math.ceil((new Date(demoUntil).getTime() - now) / 86_400_000)
}
