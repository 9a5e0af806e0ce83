/** Saved views of the list: their calls, and the address that shows one. */
import type { ClientView, ClientViewInput } from '../../../contract/people/client-views.ts'
import { clientViews } from '../../../contract/people/client-views.ts'
import type { ErrorForm } from '../../base/form.ts'
import { useRead } from '../../base/query.ts'
import { useWrite } from '../../base/write.ts'
import type { ClientTableState } from './client-table.tsx'
import { FILTER_NAMES, queryOf, writeDid, writeRange } from './list-filters.ts'

export const useViews = (c: number) => useRead(clientViews.listViews, { params: { c } })

export const useSaveView = (form: ErrorForm, done: string) =>
  useWrite(clientViews.saveView, { form, done, refresh: [clientViews.listViews] })

export const useRenameView = (form: ErrorForm, done: string, onDone: () => void) =>
  useWrite(clientViews.renameView, { form, done, refresh: [clientViews.listViews], onDone })

export const useRemoveView = (done: string) =>
  useWrite(clientViews.removeView, { done, refresh: [clientViews.listViews] })

/** The query of the address; what is not named goes. */
export function searchOfView({ q, o, d, filters }: ClientView): Record<string, string | undefined> {
  const { balanceFrom: from, balanceTo: to, did, didFrom, didTo, ...plain } = filters
  return {
    ...Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])),
    ...plain,
    balance: writeRange({ from, to }),
    did: writeDid({ did, didFrom, didTo }),
    q: q === '' ? undefined : q,
    o,
    d,
    page: undefined,
    at: undefined,
  }
}

/** What the list shows now. */
export function viewOf(
  { q, sort, filters }: Pick<ClientTableState, 'q' | 'sort' | 'filters'>,
  name: string,
  columns: string[] | null,
): ClientViewInput {
  return { name, q, filters: queryOf(filters), o: sort.by, d: sort.direction, columns }
}
