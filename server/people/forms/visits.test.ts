import { afterAll, beforeAll, expect, test } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { growth } from '../../../contract/people/growth.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { endVisits, writeVisits } from './forms.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Viral')
  await setPlan(server, shop.c, 'advanced')
})
afterAll(() => server?.close())

const open = (search = '') => fetch(shop.formUrl + search).then((page) => page.text())
const opened = async () =>
  (await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })).opened
const bySource = async () =>
  (await shop.owner.send(growth.readGrowth, { params: { c: shop.c }, query: {} })).sources.map(
    (one) => [one.name, one.opened] as const,
  )

test('visits are in the figures after the next writing, once, and few statements write them', async () => {
  await query(server, 'create table form_writes (form_key text)')
  await query(
    server,
    `create function note_form_write() returns trigger language plpgsql security definer as
     $$ begin insert into form_writes values (new.form_key); return null; end $$`,
  )
  await query(server, 'create trigger t after update on forms for each row execute function note_form_write()')
  await Promise.all(Array.from({ length: 20 }, (_, n) => open(n % 4 === 0 ? '?utm_source=story' : '')))
  await Promise.all([writeVisits(server.app), writeVisits(server.app)])
  expect(await opened()).toBe(20)
  expect(await bySource()).toEqual([
    ['direct', 15],
    ['story', 5],
  ])
  await writeVisits(server.app)
  expect(await opened()).toBe(20)
  // The regular writing may have come in between on a slow machine.
  expect((await query(server, 'select 1 from form_writes')).length).toBeLessThan(10)
})

test('what cannot be written is kept and written later', async () => {
  const before = await opened()
  await query(server, 'alter table growth_days add constraint refuse_all check (false) not valid')
  await open()
  await expect(writeVisits(server.app)).rejects.toThrow('refuse_all')
  await open()
  expect(await opened()).toBe(before)
  await query(server, 'alter table growth_days drop constraint refuse_all')
  await writeVisits(server.app)
  expect(await opened()).toBe(before + 2)
})

test('a form that is deleted meanwhile holds up no other', async () => {
  const before = await opened()
  const { formKey, url } = await shop.owner.send(forms.createForm, {
    params: { c: shop.c },
    body: { name: 'Short', template: shop.template, lang: 'en' },
  })
  await Promise.all([open(), fetch(url).then((page) => page.text())])
  await shop.owner.send(forms.removeForm, { params: { c: shop.c, formKey } })
  await writeVisits(server.app)
  expect(await opened()).toBe(before + 1)
})

test('a stranger who names ever new sources makes few rows', async () => {
  const sum = async () => (await bySource()).reduce((all, [, count]) => all + (count ?? 0), 0)
  const before = await sum()
  for (let n = 0; n < 80; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, m) => open(`?utm_source=made-up-${n + m}`)))
  await writeVisits(server.app)
  expect((await bySource()).length).toBeLessThan(60)
  expect(await sum()).toBe(before + 80)
})

test('a form that somebody has locked is waited for by nobody, and is counted with the next writing', async () => {
  const before = await opened()
  const holder = await server.superuser.connect()
  try {
    await holder.query('begin')
    await holder.query('update forms set filled = filled where cabinet_id = $1', [shop.c])
    await open()
    await writeVisits(server.app)
    expect(await opened()).toBe(before)
    await open()
    await writeVisits(server.app)
    expect(await opened()).toBe(before)
    await holder.query('rollback')
    await writeVisits(server.app)
    expect(await opened()).toBe(before + 2)
    await writeVisits(server.app)
    expect(await opened()).toBe(before + 2)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('a stop writes what is left', async () => {
  const before = await opened()
  await open()
  await endVisits(server.app)
  expect(await opened()).toBe(before + 1)
})
