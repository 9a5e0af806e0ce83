/** In a large business the job fixes whom a bulk edit changes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { segments } from '../../../contract/people/segments.ts'
import { type BulkAction, bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { setPlan, query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

/** More than are fixed in the call. */
const CLIENTS = 5_200
/** Every hundredth. */
const POPULAR = CLIENTS / 100

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Large')
  await setPlan(server, shop.c, 'expert')
  await query(
    server,
    `insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at, bonus_minor, archived_at)
     select $1, gen_random_uuid(), 9000 + n, $2, now(), now(), case when n % 100 = 0 then 5000 else 0 end,
       case when n > ${CLIENTS} then now() end from generate_series(1, ${CLIENTS + 7}) n`,
    [shop.c, shop.template],
  )
})
afterAll(() => server?.close())

const params = () => ({ c: shop.c })
const start = (action: BulkAction, rows: object = { of: 'all' }) =>
  shop.owner.send(bulkEdits.startBulkEdit, { params: params(), body: { rows: rows as never, action } })
const read = (id: string) => shop.owner.send(bulkEdits.readBulkEdit, { params: { ...params(), id } })
const job = async () =>
  (await shop.owner.send(cabinets.listJobs, { params: params() })).jobs.find((one) => one.kind === 'bulk')
const filtered = (filters: object, q = '') => ({ of: 'filtered', q, filters })

async function makeSegment(): Promise<string> {
  const at = { params: params() }
  const { id, version } = await shop.owner.send(segments.createSegment, at)
  const body = { name: 'Popular', match: 'all', criteria: [{ kind: 'bonus', operator: 'gte', value: 5000 }], version }
  await shop.owner.send(segments.saveSegment, { params: { ...params(), segmentId: id }, body: body as never })
  return id
}

it('says that it is being prepared, lets no other begin, and changes those of a segment', async () => {
  const segment = await makeSegment()
  const edit = await start({ kind: 'add_tags', tags: ['Popular'] }, filtered({ segment }))
  expect(edit).toMatchObject({ state: 'preparing', total: 0, done: 0, canUndo: false })
  expect(await job()).toMatchObject({ id: edit.id, state: 'preparing', total: 0 })
  const other = { params: params(), body: { rows: { of: 'all' as const }, action: { kind: 'archive' as const } } }
  expect((await shop.owner.ask(bulkEdits.startBulkEdit, other)).status).toBe(409)
  await server.drainJobs()
  expect(await read(edit.id)).toMatchObject({ state: 'done', total: POPULAR, counts: { changed: POPULAR, refused: 0 } })

  await shop.owner.send(bulkEdits.undoBulkEdit, { params: { ...params(), id: edit.id } })
  await server.drainJobs()
  expect(await read(edit.id)).toMatchObject({ state: 'undone', counts: { undone: POPULAR } })
})

it('is refused at once for a segment that is not there', async () => {
  const body = { rows: filtered({ segment: crypto.randomUUID() }) as never, action: { kind: 'archive' as const } }
  const { status } = await shop.owner.ask(bulkEdits.startBulkEdit, { params: params(), body })
  expect([status, (await job())?.state]).toEqual([404, 'done'])
})

it('is done at once when it turns out that there is nobody', async () => {
  const { id, state } = await start({ kind: 'add_tags', tags: ['x'] }, filtered({}, 'nobody at all'))
  expect(state).toBe('preparing')
  await server.drainJobs()
  expect(await read(id)).toMatchObject({ state: 'done', total: 0, counts: { changed: 0 }, canUndo: false })
})

it('brings back those of the archive', async () => {
  const { id } = await start({ kind: 'bring_back' }, filtered({}))
  await server.drainJobs()
  expect(await read(id)).toMatchObject({ state: 'done', total: 7, counts: { changed: 7 } })
})

it('stops when its segment is deleted before they are fixed', async () => {
  const segment = await makeSegment()
  const { id } = await start({ kind: 'archive' }, filtered({ segment }))
  await shop.owner.send(segments.removeSegment, { params: { ...params(), segmentUuid: segment } })
  await server.drainJobs()
  expect(await read(id)).toMatchObject({ state: 'failed', total: 0, canUndo: false })
  const [kept] = await query(server, 'select from clients where cabinet_id = $1 and archived_at is not null', [shop.c])
  expect(kept).toBeUndefined()
})

it('fixes at once those who are named', async () => {
  const rows = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 limit 3', [shop.c])
  const edit = await start({ kind: 'add_tags', tags: ['y'] }, { of: 'selected', ids: rows.map((row) => row.id) })
  expect(edit).toMatchObject({ state: 'running', total: 3 })
  await server.drainJobs()
})
