/** What the overlays of the page of clients get. */
import type { useClientTableState } from './client-table.tsx'

export type OverlaysProps = {
  state: ReturnType<typeof useClientTableState>
  selected: readonly string[]
  /** A bulk edit of the ticked ones goes on. */
  onStarted: () => void
  search: Readonly<Record<string, unknown>>
  put: (change: Record<string, string | undefined>) => void
}
