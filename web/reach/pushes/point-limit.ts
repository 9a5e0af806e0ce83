/** Whether a card would get more points than allowed, before the server refuses it. Pure. */
import type { PushType } from '../../../contract/reach/pushes.ts'

type Used = { template: string; push: string; type: PushType; points: number }

/** The first of the chosen templates that would get too many, and how many; null if none would. */
export function overLimit(
  draft: { type: PushType; templates: readonly string[]; points: number },
  others: { used: readonly Used[]; limit: number; pushId: string | null },
): { template: string; total: number } | null {
  for (const template of draft.templates) {
    const used = others.used.filter(
      (one) => one.template === template && one.type === draft.type && one.push !== others.pushId,
    )
    const total = draft.points + used.reduce((sum, one) => sum + one.points, 0)
    if (total > others.limit) return { template, total }
  }
  return null
}
