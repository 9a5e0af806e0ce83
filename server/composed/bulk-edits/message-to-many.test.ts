import { afterEach, beforeAll, expect, it } from 'vitest'
import { BULK_MESSAGES_EACH } from '../../../contract/limits.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { inbox, latestRun, newAndroid, newIphone } from '../../../test/holders.ts'
import type { AndroidPhone, Iphone } from '../../../test/phones.ts'
import { insideCabinet } from '../../base/db.ts'
import { sendNextPart } from '../../reach/bulk-edits/message-to-many.ts'
import { lockEdit } from '../../reach/bulk-edits/sql.ts'

setUpClients()

const of = (id: string) => ({ params: { c: shop.c, id } })
const everybody = { of: 'all' as const }
let iphone: Iphone
let android: AndroidPhone

beforeAll(async () => {
  await setPlan(server, shop.c, 'base')
  iphone = await newIphone(server, shop, 'Anna')
  android = await newAndroid(server, shop, 'Boris')
  await query(
    server,
    `insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at)
     select $1, gen_random_uuid(), 500000 + n, $2, now(), now() from generate_series(1, $3) n`,
    [shop.c, shop.template, BULK_MESSAGES_EACH],
  )
})
afterEach(() => query(server, 'drop function if exists stop_here() cascade'))

const start = async (message: string) => {
  const body = { rows: everybody, action: { kind: 'message' as const, message } }
  return (await shop.owner.send(bulkEdits.startBulkEdit, { params: { c: shop.c }, body })).id
}
const readEdit = (id: string) => shop.owner.send(bulkEdits.readBulkEdit, of(id))

it('a message to more than a thousand becomes a push: once to each card in a wallet, with its figures', async () => {
  const message = 'The soup of the day is ready, and it is the one with the dumplings that all of you like'
  const id = await start(message)
  expect(await readEdit(id)).toMatchObject({ state: 'running', total: BULK_MESSAGES_EACH + 2, pushUuid: null })
  await server.drainJobs()
  const edit = await readEdit(id)
  expect(edit).toMatchObject({ state: 'done', counts: { changed: 2, refused: BULK_MESSAGES_EACH }, canUndo: false })
  const [left] = (await shop.owner.send(bulkEdits.listBulkLeft, { ...of(id), query: {} })).data
  expect(left?.reason).toBe('no_card_installed')
  const pushUuid = edit.pushUuid ?? ''
  expect(await shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid } })).toMatchObject({
    name: 'The soup of the day is ready, and it is the one with the…',
    message,
    status: 'done',
    allowed: { send: false },
  })
  expect(await latestRun(shop, pushUuid)).toMatchObject({ cards: 2, sent: 2, failed: 0 })
  expect(await iphone.update()).toEqual([message])
  expect(await inbox(android)).toEqual([['TEXT_AND_NOTIFY', message]])
  const jobs = await shop.owner.send(cabinets.listJobs, { params: { c: shop.c } })
  expect(jobs.jobs).toContainEqual(expect.objectContaining({ kind: 'push', subjectId: pushUuid, done: 2, total: 2 }))
  await shop.owner.send(pushes.removePush, { params: { c: shop.c, pushUuid } })
  expect(await readEdit(id)).toMatchObject({ state: 'done', pushUuid: null })
})

it('a worker that is killed before its transaction ends leaves nothing, and the next one sends once', async () => {
  await query(
    server,
    `create function stop_here() returns trigger language plpgsql as $$
     begin raise exception 'the worker is gone'; end $$`,
  )
  await query(
    server,
    `create trigger stop_here before update on bulk_edits for each row when (new.state = 'done')
     execute function stop_here()`,
  )
  const id = await start('Once')
  await server.drainJobs().catch(() => undefined)
  expect(await query(server, `select from pushes where message = 'Once'`)).toEqual([])
  expect(await readEdit(id)).toMatchObject({ state: 'running', done: 0 })
  await query(server, 'drop function stop_here() cascade')
  await query(server, `update pgboss.job set start_after = now() where state = 'retry'`)
  await server.drainJobs()
  expect(await readEdit(id)).toMatchObject({ state: 'done', counts: { changed: 2 } })
  expect((await iphone.update()).filter((text) => text === 'Once')).toEqual(['Once'])
  expect((await inbox(android)).filter(([, text]) => text === 'Once')).toEqual([['TEXT_AND_NOTIFY', 'Once']])
})

it('goes on behind its last part, with one push, and each card is in it once', async () => {
  const id = await start('In parts')
  for (let part = 1; part <= 2; part++)
    await insideCabinet(server.app.database, shop.c, async (db) => {
      const edit = await lockEdit(db, id)
      expect(edit && (await sendNextPart(server.app, db, edit, 400))).toBe(true)
    })
  expect(await readEdit(id)).toMatchObject({ state: 'running', done: 800 })
  expect(await inbox(android)).not.toContainEqual(['TEXT_AND_NOTIFY', 'In parts'])
  await server.drainJobs()
  const edit = await readEdit(id)
  expect(edit).toMatchObject({ state: 'done', done: BULK_MESSAGES_EACH + 2, counts: { changed: 2 } })
  expect(await latestRun(shop, edit.pushUuid ?? '')).toMatchObject({ cards: 2, sent: 2 })
  expect((await iphone.update()).filter((text) => text === 'In parts')).toEqual(['In parts'])
  expect((await inbox(android)).filter(([, text]) => text === 'In parts')).toHaveLength(1)
})

it('makes no push when nobody who is chosen has the card on a phone', async () => {
  await query(server, 'update clients set archived_at = now() where cabinet_id = $1 and card_number < 500000', [shop.c])
  await query(
    server,
    `insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at)
     values ($1, gen_random_uuid(), 600000, $2, now(), now())`,
    [shop.c, shop.template],
  )
  const id = await start('To nobody')
  await server.drainJobs()
  expect(await readEdit(id)).toMatchObject({ state: 'done', counts: { changed: 0 }, pushUuid: null })
  expect(await query(server, `select from pushes where message = 'To nobody'`)).toEqual([])
})
