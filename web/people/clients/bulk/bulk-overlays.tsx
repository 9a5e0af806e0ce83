/** The drawers of bulk edits, as the address says. */
import { BulkDrawer } from './bulk-drawer.tsx'
import { BulkList } from './bulk-list.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { kindOf } from './data.ts'
import { queryOf } from '../list-filters.ts'
import type { OverlaysProps } from '../overlays.ts'

export function BulkOverlays({ state, selected, onStarted, search, put }: OverlaysProps) {
  const kind = kindOf(search.edit)
  const bulk = typeof search.bulk === 'string' ? search.bulk : undefined
  const close = () => put({ edit: undefined, bulk: undefined })
  if (kind)
    return (
      <BulkDrawer
        key={kind}
        kind={kind}
        selected={selected}
        listed={{ of: 'filtered', q: state.q, filters: queryOf(state.filters) }}
        onStarted={({ id }) => {
          onStarted()
          put({ edit: undefined, bulk: id })
        }}
        onClose={close}
      />
    )
  if (bulk === undefined) return null
  if (bulk === 'list') return <BulkList onOpen={(id) => put({ bulk: id })} onClose={close} />
  return <BulkProgress key={bulk} id={bulk} onList={() => put({ bulk: 'list' })} onClose={close} />
}
