/** Saved views of the list of clients: what it searches, filters, sorts and shows, under a name. */
import { z } from 'zod'
import { call } from '../call.ts'
import { CLIENT_VIEWS_MAX } from '../limits.ts'
import { Id, Nothing, RequiredText } from '../page.ts'
import { ClientFilters, SORT_COLUMNS } from './clients.ts'

const Shown = z.object({
  q: z.string().trim().max(100).default(''),
  filters: ClientFilters.default({}),
  o: z.enum(SORT_COLUMNS).default('created'),
  d: z.enum(['asc', 'desc']).default('desc'),
  /** Columns of the table by name; null: the usual ones. */
  columns: z.array(z.string().min(1).max(40)).max(30).nullable().default(null),
})
export const ClientViewInput = Shown.extend({ name: RequiredText(40) })
export type ClientViewInput = z.infer<typeof ClientViewInput>

export const ClientView = ClientViewInput.extend({
  id: Id,
  // What a newer version can filter or sort by is left out.
  filters: ClientFilters.catch({}),
  o: z.enum(SORT_COLUMNS).catch('created'),
})
export type ClientView = z.infer<typeof ClientView>

const PATH = '/applications/{c}/client-views'

export const clientViews = {
  listViews: call('GET', PATH, {
    who: 'member',
    operationId: 'listClientViews',
    summary: 'List saved views of clients',
    description:
      'Returns the views of the list of clients that the business has saved, by name; all members share them. ' +
      'Amounts are in the smallest currency unit.',
    reply: z.object({ views: z.array(ClientView) }),
  }),
  saveView: call('POST', PATH, {
    who: 'member',
    operationId: 'saveClientView',
    summary: 'Save a view of clients',
    description:
      'Saves what the list shows under a name; a view with this name gets the new content. Capital letters make no ' +
      `difference. A business has at most ${CLIENT_VIEWS_MAX} views. Amounts are in the smallest currency unit.`,
    body: ClientViewInput,
    reply: ClientView,
    errors: { view_limit: 409 },
  }),
  renameView: call('PUT', `${PATH}/{viewId}`, {
    who: 'member',
    operationId: 'renameClientView',
    summary: 'Rename a view of clients',
    description: 'Gives a saved view another name. Amounts are in the smallest currency unit.',
    body: z.object({ name: RequiredText(40) }),
    reply: ClientView,
    errors: { view_not_found: 404, view_taken: 409 },
  }),
  removeView: call('DELETE', `${PATH}/{viewId}`, {
    who: 'member',
    operationId: 'removeClientView',
    summary: 'Delete a view of clients',
    description: 'Deletes a saved view. No client is changed.',
    reply: Nothing,
    errors: { view_not_found: 404 },
  }),
}
