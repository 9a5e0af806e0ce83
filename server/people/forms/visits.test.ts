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
const writes = async () =>
  Number((await query<{ ctid: string }>(server, 'select xmin::text as ctid from forms'))[0]?.ctid)

test('a visit writes nothing, and is in the figures after the next writing, once', async () => {
  const before = await writes()
  await Promise.all(Array.from({ length: 20 }, (_, n) => open(n % 4 === 0 ? '?utm_source=story' : '')))
  expect([await writes(), await opened()]).toEqual([before, 0])
  await Promise.all([writeVisits(server.app), writeVisits(server.app)])
  expect(await opened()).toBe(20)
  expect(await bySource()).toEqual([
    ['direct', 15],
    ['story', 5],
  ])
  await writeVisits(server.app)
  expect(await opened()).toBe(20)
})

test('what cannot be written is kept and written later', async () => {
  await open()
  await query(server, 'alter table growth_days add constraint refuse_all check (false) not valid')
  await expect(writeVisits(server.app)).rejects.toThrow('refuse_all')
  await open()
  expect(await opened()).toBe(20)
  await query(server, 'alter table growth_days drop constraint refuse_all')
  await writeVisits(server.app)
  expect(await opened()).toBe(22)
})

test('a form that is deleted meanwhile holds up no other', async () => {
  const { formKey, url } = await shop.owner.send(forms.createForm, {
    params: { c: shop.c },
    body: { name: 'Short', template: shop.template, lang: 'en' },
  })
  await Promise.all([open(), fetch(url).then((page) => page.text())])
  await shop.owner.send(forms.removeForm, { params: { c: shop.c, formKey } })
  await writeVisits(server.app)
  expect(await opened()).toBe(23)
})

test('a stranger who names ever new sources makes few rows', async () => {
  const sum = async () => (await bySource()).reduce((all, [, count]) => all + (count ?? 0), 0)
  const before = await sum()
  await Promise.all(Array.from({ length: 230 }, (_, n) => open(`?utm_source=made-up-${n}`)))
  await writeVisits(server.app)
  expect((await bySource()).length).toBeLessThan(60)
  expect(await sum()).toBe(before + 230)
})

test('a stop writes what is left', async () => {
  const before = await opened()
  await open()
  await endVisits(server.app)
  expect(await opened()).toBe(before + 1)
})
