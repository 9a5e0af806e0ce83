import { describe, expect, it } from 'vitest'
import { CRM_FILTERS, type CrmFilter } from '../../../contract/business/crm-sync.ts'
import { clients } from '../../../contract/people/clients.ts'
import { clientViews } from '../../../contract/people/client-views.ts'
import { bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { at, connect, newClient, openCrmServer, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'

const namesIn = async (crm: CrmFilter) =>
  (await shop.owner.send(clients.listClients, { params: at(), query: { crm, o: 'name', d: 'asc' } })).data.map(
    ({ name }) => name,
  )
const all = async () => Object.fromEntries(await Promise.all(CRM_FILTERS.map(async (crm) => [crm, await namesIn(crm)])))

/** Sets what is known of a client in the CRM. */
async function put(name: string, columns: Record<string, unknown>): Promise<void> {
  const { id } = await newClient(name)
  const names = Object.keys(columns)
  await query(server, 'delete from crm_clients where client_id = $1', [id])
  await query(
    server,
    `insert into crm_clients (cabinet_id, client_id${names.map((one) => `, ${one}`).join('')})
      values ($1, $2${names.map((_, place) => `, $${place + 3}`).join('')})`,
    [shop.c, id, ...Object.values(columns)],
  )
}

async function fill(): Promise<void> {
  await newClient('Anna')
  await put('Boris', { crm_id: 'B', written_version: 1000 })
  await put('Clara', { fault: 'Wrong phone' })
  await put('Dora', { doubt: 'several' })
  await put('Emil', { is_read: false, is_write: false, is_rewrite: false, fault: 'Wrong phone' })
  await put('Fred', { crm_id: 'F', written_version: 0, is_write: true })
  await put('Gita', { is_write: false, is_read: false })
}

describe('the list of clients by their state in the CRM', () => {
  openCrmServer()

  it('has nobody without a CRM', async () => {
    await newClient('Anna')
    expect(await all()).toEqual({ linked: [], waiting: [], refused: [], doubt: [], off: [] })
  })

  it.each([[{ read: false, write: true, rewrite: false }], [{ read: true, write: true, rewrite: false }]])(
    'with %j has the clients whose rows show this state',
    async (flags) => {
      await connect(flags)
      await fill()
      expect(await all()).toEqual({
        linked: ['Boris', 'Fred'],
        waiting: ['Anna', 'Fred'],
        refused: ['Clara'],
        doubt: ['Dora'],
        off: ['Emil', 'Gita'],
      })
      const rows = (await shop.owner.send(clients.listClients, { params: at(), query: {} })).data
      expect(new Set(rows.filter(({ sync }) => sync === 'waiting').map(({ name }) => name))).toEqual(
        new Set(['Anna', 'Fred']),
      )
      expect(new Set(rows.filter(({ sync }) => sync === 'off').map(({ name }) => name))).toEqual(
        new Set(['Emil', 'Gita']),
      )
    },
  )

  it('has everybody left out but the chosen ones where nothing is exchanged for all', async () => {
    await connect()
    await fill()
    await query(server, 'update integrations set is_read = false, is_write = false where cabinet_id = $1', [shop.c])
    expect(await all()).toEqual({
      linked: ['Boris', 'Fred'],
      waiting: ['Fred'],
      refused: [],
      doubt: [],
      off: ['Anna', 'Boris', 'Clara', 'Dora', 'Emil', 'Gita'],
    })
  })

  it('chooses clients of a bulk edit, and is kept in a view', async () => {
    await connect()
    await fill()
    const preview = await shop.owner.send(bulkEdits.previewBulkEdit, {
      params: at(),
      body: { rows: { of: 'filtered', q: '', filters: { crm: 'refused' } } },
    })
    expect(preview.clients).toBe(1)
    const view = { name: 'Rejected', q: '', filters: { crm: 'refused' as const } }
    await shop.owner.send(clientViews.saveView, { params: at(), body: view })
    const { views } = await shop.owner.send(clientViews.listViews, { params: at() })
    expect(views[0]?.filters).toEqual({ crm: 'refused' })
  })
})
