/** A filled form is begun with what the process knows, while it is asked whether that is still so. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FormLink, formLinks } from '../../../contract/people/form-links.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  // As few connections as there may be: forms that waited with one for another would wait for each other.
  server = await startTestServer({ env: { POOL_SIZE: '2', CARDS_PER_ADDRESS_PERCENT: '100' } })
  shop = await openShop(server, 'Gate')
  await setPlan(server, shop.c, 'expert')
})
afterAll(() => server?.close())
/** The hour that tries are counted in has just begun. */
beforeEach(() => server.passTime(HOUR_MS - (server.now().getTime() % HOUR_MS)))

let no = 0
const person = () => ({ name: `Guest ${++no}`, tel: `+420605${String(100_000 + no)}` })
const pageOf = async (url = shop.formUrl) => {
  // The second of two comes from what is kept.
  await fetch(url)
  return (await fetch(url)).text()
}
const send = (page: string, to = shop.formUrl, who = person()) => fillForm(server, to, who, page)
const countClients = async () =>
  (await query<{ n: number }>(server, `select count(*)::int as n from clients where cabinet_id = $1`, [shop.c]))[0]?.n
/** As another process changes it: this one gets no notice. */
const change = (text: string, values: unknown[] = [shop.c]) => query(server, text, values)
const setForm = (path: string, value: unknown) =>
  change(`update forms set settings = jsonb_set(settings, $2::text[], $3::jsonb) where cabinet_id = $1`, [
    shop.c,
    path.split('.'),
    JSON.stringify(value),
  ])

it('many forms at once share two connections, and each gives its card', async () => {
  const other = await openShop(server, 'Nextdoor')
  const pages = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      const url = (place % 2 ? shop : other).formUrl
      return { url, page: await pageOf(url) }
    }),
  )
  const sent = await Promise.all(pages.map(({ url, page }) => send(page, url)))
  expect(tally(sent.map(({ status }) => status))).toEqual({ 303: 20 })
})

it('what was changed since the page was kept holds, and nothing is left of what was begun', async () => {
  const before = await countClients()
  for (const [path, value, back, status] of [
    ['isOpen', false, true, 410],
    ['agreement.text', 'Other words', 'You agree.', 422],
    ['agreement.enabled', true, true, 303],
  ] as const) {
    await setForm(path, back)
    const page = await pageOf()
    await setForm(path, value)
    expect((await send(page)).status, path).toBe(status)
    await setForm(path, back)
  }
  expect(await countClients()).toBe((before ?? 0) + 1)
})

it('a form that is deleted meanwhile makes nobody', async () => {
  const page = await pageOf()
  const before = await countClients()
  const [form] = await query<{ key: string }>(
    server,
    `update forms set form_key = 'gone' where cabinet_id = $1 returning $2::text as key`,
    [shop.c, shop.formKey],
  )
  expect((await send(page)).status).toBe(404)
  await change(`update forms set form_key = $2 where cabinet_id = $1`, [shop.c, form?.key])
  expect(await countClients()).toBe(before)
})

it('who comes by a link is counted there, and not by one that was turned off a moment ago', async () => {
  const link: FormLink = await shop.owner.send(formLinks.createLink, {
    params: { c: shop.c, formKey: shop.formKey },
    body: { kind: 'poster', name: 'Door' },
  })
  const url = new URL((await fetch(link.url, { redirect: 'manual' })).headers.get('location') ?? '', server.url).href
  const issued = async () => {
    const { links } = await shop.owner.send(formLinks.listLinks, { params: { c: shop.c, formKey: shop.formKey } })
    return links.find((one) => one.id === link.id)?.figures.issued
  }
  expect((await send(await pageOf(url), url)).status).toBe(303)
  expect(await issued()).toBe(1)
  const page = await pageOf(url)
  await change(`update form_links set is_on = false where cabinet_id = $1`)
  expect((await send(page, url)).status).toBe(303)
  expect(await issued()).toBe(1)
})

it('nothing is written before it is known that the form may be taken', async () => {
  const page = await pageOf()
  const tries = await server.superuser.connect()
  try {
    await tries.query('begin; lock table tries in exclusive mode')
    const sent = send(page)
    // The tries are waited for, and so is the answer in the transaction that has read what it needs.
    await expect
      .poll(
        () =>
          query(
            server,
            `select state, wait_event_type from pg_stat_activity
            where datname = current_database() and usename <> current_user and state <> 'idle' order by state`,
          ),
        { timeout: 20_000 },
      )
      .toMatchObject([{ state: 'active', wait_event_type: 'Lock' }, { state: 'idle in transaction' }])
    const held = await query(
      server,
      `select relation::regclass::text as table from pg_locks
        where database = (select oid from pg_database where datname = current_database())
          and mode = 'RowExclusiveLock' and relation in ('clients'::regclass, 'passes'::regclass)`,
    )
    await tries.query('rollback')
    expect((await sent).status).toBe(303)
    expect(held).toEqual([])
  } finally {
    await tries.query('rollback')
    tries.release()
  }
})

it('the tries of an address are counted for good while its form is still being taken', async () => {
  const page = await pageOf()
  await change(`delete from tries where key like 'form-submit|%'`, [])
  const other = await server.superuser.connect()
  try {
    await other.query('begin; lock table clients in exclusive mode')
    const sent = send(page)
    const free = () => query(server, `select count from tries where key like 'form-submit|%' for update nowait`)
    await expect.poll(free, { timeout: 20_000 }).toEqual([{ count: 1 }])
    await other.query('rollback')
    expect((await sent).status).toBe(303)
  } finally {
    await other.query('rollback')
    other.release()
  }
})

it('an address that has sent too many is refused, and makes nobody', async () => {
  const before = (await countClients()) ?? 0
  const page = await pageOf()
  await change(`update tries set count = 98 where key like 'form-submit|%'`, [])
  expect((await send(page)).status).toBe(303)
  await change(`update tries set count = 99 where key like 'form-submit|%'`, [])
  const sent = []
  for (let time = 0; time < 4; time++) sent.push((await send(await pageOf())).status)
  expect(sent).toEqual([303, 429, 429, 429])
  expect(await countClients()).toBe(before + 2)
  server.passTime(HOUR_MS)
  expect((await send(await pageOf())).status).toBe(303)
})
