/** Counts by event as the contract names them. */
import type { GrowthFigures } from '../../../contract/people/growth.ts'
import type { GrowthEvent } from './sql.ts'

/** What has happened, by event. */
export type Counts = Partial<Record<GrowthEvent, number>>

export const figuresOf = (counts: Counts | undefined): GrowthFigures & { opened: number } => ({
  opened: counts?.opened ?? 0,
  filled: counts?.filled ?? 0,
  issued: counts?.issued ?? 0,
  installed: { apple: counts?.installed_apple ?? 0, google: counts?.installed_google ?? 0 },
  removed: { apple: counts?.removed_apple ?? 0, google: counts?.removed_google ?? 0 },
})
