/** A bulk edit that has expired: gone at once, its rows in parts by a job (decision 203). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { dropBulkEdit, dropNext } from '../../reach/bulk-edits/run.ts'
import { markRemoved } from '../../reach/bulk-edits/sql.ts'

const CLIENTS = 300

let server: TestServer
let shop: Shop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Drop${++shops}`)
  await setPlan(server, shop.c, 'expert')
  await fillAccount(server, shop, CLIENTS)
})

const start = async (own = shop) => {
  const { id } = await own.owner.send(bulkEdits.startBulkEdit, {
    params: { c: own.c },
    body: { rows: { of: 'all' }, action: { kind: 'add_tags', tags: ['All'] } },
  })
  return id
}
const inside = <T>(work: (db: CabinetDb) => Promise<T>, own = shop) => openForWork(server.app, own.c, work)
const mark = (id: string) => inside((db) => markRemoved(db, id, server.now()))
const left = async (id: string) => [
  (await query(server, 'select 1 from bulk_edits where id = $1', [id])).length,
  (await query(server, 'select 1 from bulk_edit_rows where edit_id = $1', [id])).length,
]
const list = () => shop.owner.send(bulkEdits.listBulkEdits, { params: { c: shop.c }, query: { page: 1, limit: 20 } })

it('is nowhere from the first moment on, does nothing more, and another one may begin', async () => {
  const id = await start()
  expect((await list()).data.map((one) => one.id)).toEqual([id])
  await mark(id)
  expect((await list()).data).toEqual([])
  const of = { params: { c: shop.c, id } }
  for (const answer of [
    await shop.owner.ask(bulkEdits.readBulkEdit, of),
    await shop.owner.ask(bulkEdits.undoBulkEdit, of),
  ])
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'bulk_edit_not_found'])
  await server.drainJobs()
  expect(await query(server, 'select 1 from client_tags where cabinet_id = $1', [shop.c])).toEqual([])
  const next = await start()
  await server.drainJobs()
  expect((await list()).data.map((one) => one.id)).toEqual([next])
  expect(await query(server, 'select 1 from client_tags where cabinet_id = $1', [shop.c])).toHaveLength(CLIENTS)
})

it('goes on behind a worker that was killed, beside others, and touches nobody else', async () => {
  const [id, near] = [await start(), await openShop(server, `Near${shops}`)]
  await setPlan(server, near.c, 'expert')
  await server.drainJobs()
  const other = await start()
  await server.drainJobs()
  await mark(id)
  await inside((db) => dropNext(db, id), near)
  expect(await left(id)).toEqual([1, CLIENTS])
  expect(await inside((db) => dropNext(db, id, 120))).toBe(true)
  expect(await left(id)).toEqual([1, CLIENTS - 120])
  await query(server, 'delete from clients where cabinet_id = $1 and id = $2', [shop.c, idOfNo(CLIENTS)])
  const again = () => dropBulkEdit.handle(server.app, { cabinetId: shop.c, id })
  await Promise.all([again(), again()])
  expect(await left(id)).toEqual([0, 0])
  await again()
  expect(await left(other)).toEqual([1, CLIENTS - 1])
})
