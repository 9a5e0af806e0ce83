import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FormLink, formLinks, LINKS_PER_FORM } from '../../../contract/people/form-links.ts'
import { forms } from '../../../contract/people/forms.ts'
import { growth } from '../../../contract/people/growth.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { writeVisits } from './forms.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Nora')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())

const at = (of = shop) => ({ c: of.c, formKey: of.formKey })
const create = (name: string, of = shop): Promise<FormLink> =>
  of.owner.send(formLinks.createLink, { params: at(of), body: { kind: 'poster', name } })
const list = async (of = shop) => {
  await writeVisits(server.app)
  return (await of.owner.send(formLinks.listLinks, { params: at(of) })).links
}
const figuresOf = async (id: string) => (await list()).find((one) => one.id === id)?.figures
const follow = (url: string, headers: Record<string, string> = {}) => fetch(url, { redirect: 'manual', headers })
const visit = async (url: string, headers: Record<string, string> = {}) => {
  const to = (await follow(url)).headers.get('location') ?? ''
  return fetch(new URL(to, server.url), { headers })
}

it('counts what comes by each link, from the visit to the wallet', async () => {
  const [poster, table] = [await create('Poster at the door'), await create('Table 5')]
  await visit(poster.url)
  const holder = await takeCard(server, poster.url, { name: 'Pia', tel: '+420601880001' })
  await takeCard(server, `${poster.url}?utm_source=instagram`, { name: 'Pol', tel: '+420601880002' })
  await visit(table.url)
  await newIphone(server, shop, '', holder)
  await newAndroid(server, shop, '', holder)
  expect(await figuresOf(poster.id)).toEqual({
    opened: 3,
    filled: 2,
    issued: 2,
    installed: { apple: 1, google: 1 },
    removed: { apple: 0, google: 0 },
  })
  expect(await figuresOf(table.id)).toMatchObject({ opened: 1, filled: 0, issued: 0 })
  const of = (link: string) => shop.owner.send(growth.readGrowth, { params: { c: shop.c }, query: { link } })
  expect((await of(poster.id)).total).toMatchObject({ opened: 3, filled: 2, installed: { apple: 1, google: 1 } })
  const all = await shop.owner.send(growth.readGrowth, { params: { c: shop.c }, query: {} })
  expect(all.links).toMatchObject([
    { id: poster.id, name: 'Poster at the door', issued: 2 },
    { id: table.id, name: 'Table 5', opened: 1 },
  ])
  expect(all.sources, 'a link is counted once').toEqual([])
  expect(all.knownLinks.map((one) => one.name)).toEqual(['Poster at the door', 'Table 5'])
})

it('counts another link as another visit, and the same one once', async () => {
  const [one, other] = [await create('One'), await create('Other')]
  const cookie = (await visit(one.url)).headers.get('set-cookie')?.split(';')[0] ?? ''
  await visit(one.url, { cookie })
  await visit(other.url, { cookie })
  expect([(await figuresOf(one.id))?.opened, (await figuresOf(other.id))?.opened]).toEqual([1, 1])
})

it('has a short address that may be typed from paper', async () => {
  const { url } = await create('Flyer')
  const [, code = ''] = /\/q\/nora-shop\/([2-9a-hjkmnp-z]{6})$/.exec(url) ?? []
  const typed = await follow(`${server.url}/q/Nora-Shop/${code.slice(0, 3)}-${code.slice(3).toUpperCase()}?lang=de`)
  expect([typed.status, typed.headers.get('location')]).toEqual([
    302,
    `/f/${shop.domain}/${shop.formKey}?lang=de&via=${code}`,
  ])
  expect(typed.headers.get('cache-control')).toBe('no-store')
  for (const wrong of ['zzzzzz', 'nothing', '%00', code.slice(1), `${code}2`])
    expect((await follow(`${server.url}/q/nora-shop/${wrong}`)).status, wrong).toBe(404)
})

it('opens the form uncounted while it is switched off, and is renamed', async () => {
  const link = await create('Cashier')
  const saved = await shop.owner.send(formLinks.saveLink, {
    params: { ...at(), id: link.id },
    body: { name: 'Till', isOn: false },
  })
  expect(saved).toMatchObject({ name: 'Till', isOn: false, url: link.url })
  const page = await visit(link.url)
  expect([page.status, new URL(page.url).search]).toEqual([200, ''])
  const code = link.url.slice(-6)
  await takeCard(server, `${shop.formUrl}?via=${code}`, { name: 'Ola', tel: '+420601880003' })
  expect(await figuresOf(link.id)).toMatchObject({ opened: 0, filled: 0, issued: 0 })
  const { isOn } = await shop.owner.send(formLinks.saveLink, {
    params: { ...at(), id: link.id },
    body: { isOn: true } as never,
  })
  expect(isOn).toBe(true)
  await visit(link.url)
  expect(await figuresOf(link.id)).toMatchObject({ opened: 1 })
})

it('is deleted with its address, and its figures stay without the name', async () => {
  const link = await create('Window')
  await takeCard(server, link.url, { name: 'Wim', tel: '+420601880004' })
  const before = await shop.owner.send(growth.readGrowth, { params: { c: shop.c }, query: {} })
  await shop.owner.send(formLinks.removeLink, { params: { ...at(), id: link.id } })
  expect((await follow(link.url)).status).toBe(404)
  const after = await shop.owner.send(growth.readGrowth, { params: { c: shop.c }, query: {} })
  expect(after.total).toEqual(before.total)
  expect(after.links.find((one) => one.id === 'deleted')).toMatchObject({ name: null, issued: 1 })
  const again = await shop.owner.ask(formLinks.removeLink, { params: { ...at(), id: link.id } })
  expect([again.status, again.body.error?.code]).toEqual([404, 'link_not_found'])
})

it('says that a deleted form is closed', async () => {
  const { formKey } = await shop.owner.send(forms.createForm, {
    params: { c: shop.c },
    body: { name: 'Second', template: shop.template, lang: 'en' },
  })
  const link = await create('Old poster', { ...shop, formKey })
  await shop.owner.send(forms.removeForm, { params: { c: shop.c, formKey } })
  const page = await visit(link.url)
  expect([page.status, /closed/.test(await page.text())]).toEqual([410, true])
  const asked = await shop.owner.ask(formLinks.listLinks, { params: { c: shop.c, formKey } })
  expect(asked.body.error?.code).toBe('form_not_found')
})

it('counts nothing for a link of another form or business', async () => {
  const other = await openShop(server, 'Oto')
  const link = await create('Theirs', other)
  server.passTime(HOUR_MS)
  await takeCard(server, `${shop.formUrl}?via=${link.url.slice(-6)}`, { name: 'Eve', tel: '+420601880005' })
  expect((await list(other))[0]?.figures).toMatchObject({ opened: 0, filled: 0, issued: 0 })
  const taken = await shop.owner.ask(formLinks.saveLink, {
    params: { ...at(), id: link.id },
    body: { name: 'Mine', isOn: true },
  })
  expect(taken.body.error?.code).toBe('link_not_found')
  const asked = await query<{ source: string }>(
    server,
    `select source from clients where cabinet_id = $1 and tel = '+420601880005'`,
    [shop.c],
  )
  expect(asked).toEqual([{ source: '' }])
})

it('is listed although a newer version has stored its kind', async () => {
  const link = await create('Screen')
  await query(server, `update form_links set kind = 'screen' where id = $1`, [link.id])
  expect((await list()).find((one) => one.id === link.id)).toMatchObject({ name: 'Screen', kind: 'other' })
})

it('has so many for a form, also when two are created at once', async () => {
  const own = await openShop(server, 'Rut')
  await query(
    server,
    `insert into form_links (cabinet_id, id, form_key, code, kind, name, created_at)
      select $1, gen_random_uuid(), $2, 'x' || n, 'flyer', 'Flyer ' || n, now() from generate_series(1, $3) n`,
    [own.c, own.formKey, LINKS_PER_FORM - 1],
  )
  const ask = () => own.owner.ask(formLinks.createLink, { params: at(own), body: { kind: 'table', name: 'Last' } })
  const statuses = (await Promise.all([ask(), ask(), ask()])).map((one) => one.status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 403, 403])
  expect((await ask()).body.error?.code).toBe('link_limit')
})
