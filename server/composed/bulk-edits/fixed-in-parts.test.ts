/** Whom a bulk edit of a large business changes is fixed some clients at a time: everybody once, whatever happens. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { segments } from '../../../contract/people/segments.ts'
import { type BulkAction, bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { type CabinetDb, insideCabinet } from '../../base/db.ts'
import { fixNextPart } from '../../reach/bulk-edits/fix.ts'
import { lockEdit, settleRows } from '../../reach/bulk-edits/sql.ts'
import { bulkJobs, doors } from './jobs.ts'

/** Four parts, and more than the call fixes itself. */
const CLIENTS = 6_500
const PART = 2_000

let server: TestServer
let shop: Shop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Bulk${++shops}`)
  await setPlan(server, shop.c, 'expert')
  await fillAccount(server, shop, CLIENTS)
})

const points = (value: number, where: string) =>
  query(
    server,
    `begin; set local session_replication_role = replica;
     update clients set bonus_minor = ${value} where cabinet_id = ${shop.c} and ${where}; commit`,
  )
const rich = (value: number) => ({
  name: `From ${value}`,
  match: 'all' as const,
  criteria: [{ kind: 'bonus' as const, operator: 'gte' as const, value }],
})
async function segmentFrom(value: number): Promise<{ id: string; change: (to: number) => Promise<unknown> }> {
  const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  const save = (from: number, of: number) =>
    shop.owner.send(segments.saveSegment, {
      params: { c: shop.c, segmentId: id },
      body: { ...rich(from), version: of },
    })
  const saved = await save(value, version)
  return { id, change: (to) => save(to, saved.version) }
}

const everybody = { of: 'all' as const }
const inSegment = (segment: string) => ({ of: 'filtered' as const, q: '', filters: { segment } })
/** Nobody has the tag, so the clients are gone through quickly. */
const quick: BulkAction = { kind: 'remove_tags', tags: ['Nobody has it'] }
const start = async (rows: object = everybody, action: BulkAction = quick) =>
  (await shop.owner.send(bulkEdits.startBulkEdit, { params: { c: shop.c }, body: { rows: rows as never, action } })).id
const at = (id: string) => ({ params: { c: shop.c, id } })
const read = (id: string) => shop.owner.send(bulkEdits.readBulkEdit, at(id))
const fixed = async (id: string) =>
  (await query<{ id: string }>(server, 'select client_id as id from bulk_edit_rows where edit_id = $1', [id])).map(
    (row) => row.id,
  )
const handle = (id: string) => bulkJobs.run.handle(server.app, { cabinetId: shop.c, id })

/** A worker that is killed behind the next part. */
const fixOne = (id: string) =>
  insideCabinet(server.app.database, shop.c, async (db) => {
    const edit = await lockEdit(db, id)
    if (!edit) throw new Error('there is no edit')
    await fixNextPart({ db, doors, edit })
  })
const merge = (kept: number, gone: number) =>
  shop.owner.send(merges.mergeClients, { params: { c: shop.c, id: idOfNo(kept) }, body: { client: idOfNo(gone) } })

/** Rows of a table that some work reads, in a transaction of its own. */
const rowsRead = (table: string, work: (db: CabinetDb) => Promise<unknown>) =>
  insideCabinet(server.app.database, shop.c, async (db) => {
    // What this connection has read lately is counted too.
    const read = async () =>
      (
        await sql<{ rows: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
          from pg_stat_xact_user_tables where relname = ${table}`.execute(db.tx)
      ).rows[0]?.rows ?? 0
    const before = await read()
    await work(db)
    return (await read()) - before
  })

it('goes on behind the last part when a worker is killed, and two at once change everybody once', async () => {
  const id = await start()
  expect(await read(id)).toMatchObject({ state: 'preparing', total: 0 })
  await fixOne(id)
  expect(await read(id)).toMatchObject({ state: 'preparing', total: PART, done: 0, canUndo: false })
  const undone = await shop.owner.ask(bulkEdits.undoBulkEdit, at(id))
  expect(undone.body.error?.code).toBe('bulk_moved_on')
  // Clients of the first part are not looked at again.
  await query(server, 'delete from bulk_edit_rows where edit_id = $1 and client_id = $2', [id, idOfNo(7)])
  await Promise.all([handle(id), handle(id)])
  expect(await read(id)).toMatchObject({ state: 'done', total: CLIENTS, counts: { same: CLIENTS - 1 } })
  expect(new Set(await fixed(id)).size).toBe(CLIENTS - 1)
})

it('gives each client the points once, and takes them back', async () => {
  await points(500, 'card_number % 100 = 0')
  const { id: segment } = await segmentFrom(500)
  const add: BulkAction = { kind: 'amount', amount: 'bonus', action: 'add', value: 100, reason: '' }
  const id = await start(inSegment(segment), add)
  await fixOne(id)
  await Promise.all([handle(id), handle(id)])
  const having = async (value: number) =>
    (await query(server, 'select 1 from clients where cabinet_id = $1 and bonus_minor = $2', [shop.c, value])).length
  expect([await read(id), await having(600)]).toMatchObject([{ state: 'done', counts: { changed: 65 } }, 65])
  await shop.owner.send(bulkEdits.undoBulkEdit, at(id))
  await server.drainJobs()
  expect([await read(id), await having(500)]).toMatchObject([{ state: 'undone', counts: { undone: 65 } }, 65])
})

it('is for the segment as it was at the start', async () => {
  await points(500, 'card_number % 2 = 0')
  const { id: segment, change } = await segmentFrom(500)
  const id = await start(inSegment(segment))
  await fixOne(id)
  await change(1_000)
  await handle(id)
  expect(await read(id)).toMatchObject({ state: 'done', total: CLIENTS / 2 })
})

it('changes nobody when its segment is deleted in between', async () => {
  const { id: segment } = await segmentFrom(0)
  const id = await start(inSegment(segment), { kind: 'archive' })
  await fixOne(id)
  await shop.owner.send(segments.removeSegment, { params: { c: shop.c, segmentUuid: segment } })
  await handle(id)
  expect(await read(id)).toMatchObject({ state: 'failed', total: 0, done: 0, counts: { changed: 0 }, canUndo: false })
})

it('that is given up in between has changed nobody, and another one can begin', async () => {
  const id = await start(everybody, { kind: 'archive' })
  await fixOne(id)
  await bulkJobs.run.giveUp?.(server.app, { cabinetId: shop.c, id })
  await handle(id)
  expect(await read(id)).toMatchObject({ state: 'failed', total: 0, counts: { changed: 0 }, canUndo: false })
  const other = await start()
  await handle(other)
  expect(await read(other)).toMatchObject({ state: 'done', total: CLIENTS })
})

it('misses nobody who becomes one with somebody, or two again, in between', async () => {
  await points(500, `card_number in (10, 6400, 6401)`)
  await merge(6_410, 10)
  const { id: segment } = await segmentFrom(500)
  const id = await start(inSegment(segment))
  await fixOne(id)
  expect(await fixed(id)).toEqual([])
  // Client 1 was looked at and gets the points of 6400, and client 10 is a person again.
  await merge(1, 6_400)
  await shop.owner.send(merges.undoMerge, { params: { c: shop.c, id: idOfNo(6_410) }, body: { client: idOfNo(10) } })
  await handle(id)
  expect((await fixed(id)).toSorted()).toEqual([1, 10, 6_401].map(idOfNo))
  expect(await read(id)).toMatchObject({ state: 'done', total: 3, counts: { same: 3 } })
})

it('changes a person once who was two people when the edit began', async () => {
  const id = await start({ of: 'filtered', q: 'Client 64', filters: {} })
  await fixOne(id)
  await merge(6_400, 6_401)
  await handle(id)
  // Without the one that is part of another since.
  expect(await fixed(id)).not.toContain(idOfNo(6_401))
  expect(await read(id)).toMatchObject({ state: 'done', counts: { refused: 0 } })
})

it('a part reads the clients of that part alone, however large the account is', async () => {
  await fillAccount(server, shop, 30_000, CLIENTS)
  const { id: segment } = await segmentFrom(500)
  const id = await start(inSegment(segment))
  const looked = await rowsRead('clients', async (db) => {
    const edit = await lockEdit(db, id)
    if (!edit) throw new Error('there is no edit')
    await fixNextPart({ db, doors, edit })
  })
  expect(looked).toBeGreaterThanOrEqual(PART)
  expect(looked).toBeLessThan(4 * PART)
})

it('what became of some clients is written without reading the rows of the others', async () => {
  // What is known of the table is old: nobody waited then.
  await handle(await start({ of: 'filtered', q: 'Client 64', filters: {} }))
  await query(server, 'analyze bulk_edit_rows')
  const id = await start()
  for (let part = 0; part < CLIENTS / PART; part++) await fixOne(id)
  const some = Array.from({ length: 100 }, (_, no) => idOfNo(101 + no))
  const looked = await rowsRead('bulk_edit_rows', (db) =>
    settleRows(
      db,
      id,
      some.map((client_id) => ({ client_id, state: 'same', reason: null, former: null })),
    ),
  )
  expect(looked).toBe(some.length)
})
