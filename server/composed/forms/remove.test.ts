/** A form by which many came: gone at once for everybody, and forgotten by them in parts (decision 203). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { growth } from '../../../contract/people/growth.ts'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { posters } from '../../../contract/people/posters.ts'
import { segments } from '../../../contract/people/segments.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { reminders } from '../../../contract/reach/reminders.ts'
import { moscowDay } from '../../../contract/time.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as room from '../../people/forms/forms.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { eraseClient } from '../../reach/holders/holders.ts'
import { clearNext } from './jobs.ts'

/** More than are forgotten in the call. */
const CLIENTS = 60

let server: TestServer
let shop: Shop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Rem${++shops}`)
  await setPlan(server, shop.c, 'advanced')
  await fillAccount(server, shop, CLIENTS)
})

const at = (formKey = shop.formKey) => ({ params: { c: shop.c, formKey } })
const remove = () => shop.owner.ask(forms.removeForm, at())
const inside = <T>(work: (db: CabinetDb) => Promise<T>, own = shop) => openForWork(server.app, own.c, work)
const idOf = async (own = shop) =>
  (await query<{ id: string }>(server, 'select id from forms where form_key = $1', [own.formKey]))[0]?.id ?? ''
/** As if these clients had come by the form; some of them are in the archive. */
async function fill(formId: string, upTo = CLIENTS, own = shop): Promise<void> {
  await query(
    server,
    `update clients set form_id = $2, archived_at = case when card_number % 5 = 0 then now() end
     where cabinet_id = $1 and card_number <= $3`,
    [own.c, formId, upTo],
  )
}
const left = async (id: string) => [
  (await query(server, 'select 1 from forms where id = $1', [id])).length,
  (await query(server, 'select 1 from clients where form_id = $1', [id])).length,
]

/** All that says something of the form, or of those who came by it. */
async function shown(criterion: string) {
  const params = { c: shop.c }
  const of = (formKey: string) => ({ params: { c: shop.c, formKey } })
  const sizeOf = async (operator: 'one_of' | 'none_of') =>
    (
      await shop.owner.ask(segments.countSegment, {
        params,
        body: { match: 'all', criteria: [{ kind: 'formKey', operator, value: [criterion] }] },
      })
    ).body
  const page = await fetch(shop.formUrl)
  return {
    list: await shop.owner.send(forms.listForms, { params }),
    read: (await shop.owner.ask(forms.readForm, of(shop.formKey))).body.error?.code,
    poster: (await shop.owner.ask(posters.readPosterText, of(shop.formKey))).status,
    reminder: (await shop.owner.ask(reminders.readReminder, of(shop.formKey))).status,
    page: [page.status, (await page.text()).includes('<form')],
    client: (await shop.owner.send(clients.readClient, { params: { c: shop.c, id: idOfNo(3) } })).form,
    filtered: (await shop.owner.send(clients.listClients, { params, query: { page: 1, limit: 100, form: criterion } }))
      .data.length,
    among: await sizeOf('one_of'),
    others: await sizeOf('none_of'),
    growth: (await shop.owner.send(growth.readGrowth, { params, query: {} })).forms,
    growthOfForm: (await shop.owner.ask(growth.readGrowth, { params, query: { form: criterion } })).body.error?.code,
    names: [...(await inside((db) => room.formNames(db)))].length,
    keys: await inside((db) => room.existingForms(db, [shop.formKey])),
    ofTemplate: [...(await inside((db) => room.countFormsOf(db, [shop.template])))],
    naming: (await inside((db) => room.formsNaming(db, ['name']))).length,
    kinds: [...(await inside((db) => room.kindsOfVariables(db)))].length,
    promo: (await inside((db) => room.promoForms(server.app, db, shop.domain))).length,
    checking: await inside((db) => room.formsThatCheck(db)),
  }
}

it('is shown from the call on as one that was deleted', async () => {
  const id = await idOf()
  await query(
    server,
    `insert into growth_days (cabinet_id, day, event, form_id, template_id, source, count)
     values ($1, $2, 'filled', $3, $4, '', 5)`,
    [shop.c, moscowDay(server.now()), id, shop.template],
  )
  await fill(id)
  const before = await shown(shop.formKey)
  expect(before).toMatchObject({ filtered: 48, names: 1, keys: [shop.formKey], page: [200, true] })
  expect((await remove()).status).toBe(200)
  expect(await left(id)).toEqual([1, CLIENTS])
  const marked = await shown(shop.formKey)
  expect(marked).toMatchObject({ read: 'form_not_found', filtered: 0, names: 0, keys: [], page: [410, false] })
  expect([(await remove()).status, marked.client]).toEqual([404, null])
  await server.drainJobs()
  expect(await left(id)).toEqual([0, 0])
  expect(await shown(shop.formKey)).toEqual(marked)
})

it('gives back its place of the plan, its key and its template', async () => {
  const { id: gold } = await shop.owner.send(templates.createTemplate, {
    params: { c: shop.c },
    body: { name: 'Gold', type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
  })
  const id = await idOf()
  await query(server, 'update forms set template_id = $2 where id = $1', [id, gold])
  await fill(id)
  await remove()
  await shop.owner.send(templates.removeTemplate, { params: { c: shop.c, uuid: gold } })
  expect(await inside((db) => room.findFormById(db, id))).toBeUndefined()
  const input = { name: 'Again', template: shop.template, lang: 'en' as const, formKey: shop.formKey }
  await inside((db) => room.createForm(server.app, db, { domain: shop.domain, name: 'Shop' }, input))
  expect((await fetch(shop.formUrl)).status).toBe(200)
  await server.drainJobs()
  expect((await fetch(shop.formUrl)).status).toBe(200)
})

it('reminds nobody any more', async () => {
  const id = await idOf()
  await shop.owner.send(reminders.saveReminder, {
    ...at(),
    body: { isOn: true, afterDays: 3, ways: 'email', timeZone: 'Europe/Moscow', earlier: true },
  })
  await fill(id)
  const settings = () => query(server, 'select 1 from form_reminders where cabinet_id = $1', [shop.c])
  expect(await settings()).toHaveLength(1)
  await remove()
  expect(await settings()).toEqual([])
})

it('is deleted in the call where few came by it', async () => {
  const id = await idOf()
  await fill(id, 50)
  await remove()
  expect(await left(id)).toEqual([0, 0])
  expect((await fetch(shop.formUrl)).status).toBe(410)
})

it('is forgotten in parts, by whoever goes on, while its clients change', async () => {
  const [id, near] = [await idOf(), await openShop(server, `Near${shops}`)]
  await fill(id)
  await query(
    server,
    `insert into form_codes (cabinet_id, id, form_id, phone, code_mac, created_at, expires_at)
     select $1, gen_random_uuid(), $2, '+420', '', now(), now() from generate_series(1, 30)`,
    [shop.c, id],
  )
  await remove()
  await openForWork(server.app, near.c, (db) => clearNext(db, id))
  expect(await left(id)).toEqual([1, CLIENTS])
  // One part, and the worker is killed.
  expect(await inside((db) => clearNext(db, id, { clients: 20, codes: 10 }))).toBe(true)
  expect(await left(id)).toEqual([1, CLIENTS - 20])
  const params = { c: shop.c, id: idOfNo(41) }
  const before = await shop.owner.send(clients.readClient, { params: { c: shop.c, id: idOfNo(42) } })
  await shop.owner.send(merges.mergeClients, { params, body: { client: idOfNo(43) } })
  await inside((db) => eraseClient(server.app, db, idOfNo(44)))
  await query(server, 'delete from clients where cabinet_id = $1 and id = $2', [shop.c, idOfNo(46)])
  await server.drainJobs()
  expect(await left(id)).toEqual([0, 0])
  expect(await query(server, 'select 1 from form_codes where cabinet_id = $1', [shop.c])).toEqual([])
  expect(await inside((db) => clearNext(db, id))).toBe(false)
  // An edit that was open meanwhile gets no conflict.
  const after = await shop.owner.send(clients.readClient, { params: { c: shop.c, id: idOfNo(42) } })
  expect(after).toEqual(before)
  expect(await left(await idOf(near))).toEqual([1, 0])
})
