/**
 * Whatever a filled form brings, a code, a friend, a new source or somebody who is known: three trips to the database,
 * and no stranger waits for another one who has not committed yet.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verification } from '../../../contract/people/verification.ts'
import { preorders } from '../../../contract/reach/preorders.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { fillForm, takeCard } from '../../../test/phones.ts'
import {
  bonusOf,
  browserOf,
  codeOf,
  configure,
  fill,
  fresh,
  idOf,
  phone,
  read,
  row,
  server,
  setUpPromos,
  shop,
} from '../../../test/promo-shop.ts'
import { restBeforeCommit } from '../../../test/resting-visitor.ts'
import { type Asked, tripsIn, watchTrips } from '../../../test/trips.ts'
import { addSecondDesign } from '../../../test/two-cards.ts'
import { maskPhone } from '../../people/verification/verification.ts'
import { hasNoMoreUses } from '../marketplace/marketplace.ts'
import { isSentAgain } from './sent-pages.ts'

let unwatch: (() => void) | undefined
beforeAll(() => {
  unwatch = watchTrips()
})
afterAll(() => unwatch?.())
setUpPromos()

const SMS = { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'COFFEE' } as const

let known: string
beforeAll(async () => {
  await fresh('Trips')
  known = phone()
  // The first one keeps the words of the consent.
  await fill({ tel: known })
  await configure('welcome', [
    row({ code: 'WELCOME', bonusMinor: 500 }),
    row({ code: 'FEW', bonusMinor: 700, max: 3 }),
    row({ code: 'ONE', bonusMinor: 900, max: 1 }),
  ])
  await configure('referral', [row({ inviterMinor: 500, invitedMinor: 300, max: 1 })])
})

type Filled = { tel: string; promo?: string; email?: string }

/** Sends a form whose page is kept already. */
async function costOf(values: Filled, { from = '', status = 303, form = shop.formUrl } = {}): Promise<Asked> {
  const url = form + from
  await fetch(url)
  const page = await (await fetch(url)).text()
  return tripsIn(async () => {
    const sent = await fillForm(server, url, { name: 'Guest', ...values }, page, browserOf(values.tel))
    expect(sent.status).toBe(status)
  })
}
/** Rows that strangers share are written at the commit alone, and no other transaction waits for them before. */
const SHARED =
  /(?:update|into) "?(?:promos|cabinets|forms|tries|growth_sources|growth_days)\b|from "promos".* for no key update/

const expectThree = (values: Filled, options?: Parameters<typeof costOf>[1]) => expectTrips(3, values, options)
/** Of somebody who is known nothing is written. */
const expectTwo = (values: Filled, options?: Parameters<typeof costOf>[1]) => expectTrips(2, values, options)

async function expectTrips(most: 2 | 3, values: Filled, options: Parameters<typeof costOf>[1] = {}): Promise<string> {
  const { texts, trips } = await costOf(values, options)
  const listed = texts.join('\n')
  expect(trips, listed).toBe(most)
  // Before it: the tries of the address, which are committed at once.
  expect(texts.slice(texts.indexOf('begin')).filter((text) => SHARED.test(text))).toEqual([])
  return listed
}
const sourceOf = async (tel: string) =>
  query<{ source: string; kept: number }>(
    server,
    `select source,
      (select count(*)::int from growth_sources s where s.cabinet_id = c.cabinet_id and name = source) as kept
    from clients c where cabinet_id = $1 and tel = $2`,
    [shop.c, tel],
  )
const usedOf = async (code: string) => (await read()).promos.find((one) => one.code === code)?.used
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

it('a code costs three trips, limited or not; a wrong one leaves nothing', async () => {
  const [one, other] = [phone(), phone()]
  await expectThree({ tel: one, promo: 'welcome' })
  await expectThree({ tel: other, promo: ' f-e-w ' })
  expect([await bonusOf(one), await bonusOf(other)]).toEqual([500, 700])
  const before = await usedOf('FEW')
  const wrong = { tel: phone(), promo: 'nothing' }
  const { trips } = await costOf(wrong, { from: '?utm_source=wrong', status: 422 })
  expect(trips).toBe(2)
  expect([await bonusOf(wrong.tel), await usedOf('FEW')]).toEqual([-1, before])
  expect(await query(server, `select from growth_sources where name = 'wrong'`)).toEqual([])
})

it('a source that nobody has named yet costs three trips, and whoever else names it does not wait', async () => {
  const [one, resting, other] = [phone(), phone(), phone()]
  await expectThree({ tel: one }, { from: '?utm_source=Flyer' })
  expect(await sourceOf(one)).toEqual([{ source: 'flyer', kept: 1 }])
  await expectThree({ tel: phone() }, { from: '?utm_source=Flyer' })
  const fillOther = async () => expect(await fill({ tel: other }, shop, '?utm_source=Radio')).toBe(303)
  await restBeforeCommit(server, shop, { tel: resting, utm: { source: 'radio' } }, fillOther)
  const kept = [{ source: 'radio', kept: 1 }]
  expect([await sourceOf(resting), await sourceOf(other)]).toEqual([kept, kept])
})

it('a friend costs three trips, and only who comes by the same friend waits', async () => {
  const [host, other, guest, late, beyond] = [phone(), phone(), phone(), phone(), phone()]
  for (const tel of [host, other]) await fill({ tel })
  const [code, another] = [await codeOf(host), await codeOf(other)]
  let second: Promise<number> | undefined
  await restBeforeCommit(server, shop, { tel: guest, promo: code }, async () => {
    expect(await fill({ tel: phone(), promo: another })).toBe(303)
    second = fill({ tel: late, promo: code })
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  })
  // The last one that is counted was taken meanwhile, so the form was answered once more.
  expect(await second).toBe(303)
  expect([await bonusOf(host), await bonusOf(guest), await bonusOf(late)]).toEqual([500, 300, 0])
  await expectThree({ tel: beyond, promo: code })
  expect([await bonusOf(host), await bonusOf(beyond)]).toEqual([500, 0])
  const third = phone()
  await fill({ tel: third })
  const listed = await expectThree({ tel: phone(), promo: await codeOf(third) })
  expect(listed.indexOf('for no key update')).toBeLessThan(listed.indexOf('insert into client_invitations'))
  expect(await bonusOf(third)).toBe(500)
})
const waiting = async () =>
  (
    await query<{ n: number }>(
      server,
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]?.n

it('somebody who is known costs two trips, and three with what is new of him or with a code', async () => {
  const version = async () =>
    (
      await query<{ version: number }>(server, `select version::int from passes where client_id = $1`, [
        await idOf(known),
      ])
    )[0]?.version ?? 0
  const before = await version()
  await expectTwo({ tel: known })
  expect(await version()).toBe(before)
  await expectThree({ tel: known, email: 'known@example.com' })
  expect(await version()).toBe(before + 1)
  await expectThree({ tel: known, promo: 'few' })
  await expectTwo({ tel: known, promo: 'few' })
  expect([await bonusOf(known), await version()]).toEqual([700, before + 2])
  const events = await query(server, `select delta::int, after::int, source from balance_events where client_id = $1`, [
    await idOf(known),
  ])
  expect(events).toEqual([{ delta: 700, after: 700, source: 'promo' }])
})

it('somebody who is known gets a code once, however often he sends the form at the same time', async () => {
  const pages = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(shop.formUrl)).text()))
  const cookie = browserOf(known).cookie
  const send = (page: string) =>
    fillForm(server, shop.formUrl, { name: 'Guest', tel: known, promo: 'WELCOME' }, page, { cookie })
  expect(tally((await Promise.all(pages.map(send))).map(({ status }) => status))).toEqual({ 303: 5 })
  expect(await bonusOf(known)).toBe(1200)
})

it('somebody who is known and rests with the last use keeps nobody waiting, and may lose it', async () => {
  const winner = phone()
  const resting = { tel: known, promo: 'ONE', ownIds: [await idOf(known)] }
  const takeLast = async () => expect(await fill({ tel: winner, promo: 'ONE' })).toBe(303)
  const failed = await failureOf(restBeforeCommit(server, shop, resting, takeLast))
  expect(hasNoMoreUses(failed), String(failed)).toBe(true)
  expect([await bonusOf(known), await bonusOf(winner), await usedOf('ONE')]).toEqual([1200, 900, 1])
  expect(await fill({ tel: known, promo: 'ONE' })).toBe(422)
})

it('somebody who is known costs three trips where another design gives him a further card', async () => {
  const { formUrl: form } = await addSecondDesign(shop)
  // The words of its consent.
  await fillForm(server, form, { name: 'First', tel: phone() })
  await expectThree({ tel: known }, { form })
  await expectTwo({ tel: known }, { form })
  const cards = await query(server, `select is_main from passes where client_id = $1 order by is_main desc`, [
    await idOf(known),
  ])
  expect(cards).toEqual([{ is_main: true }, { is_main: false }])
})

it('who reserves a card costs three trips, known or not, also where the link can be sent by SMS', async () => {
  const give = (isActive: boolean) =>
    shop.owner.send(preorders.activate, { params: { c: shop.c }, body: { isActive, expectedOn: null } })
  await give(false)
  const expectBoth = async () => {
    for (const tel of [phone(), known]) await expectThree({ tel }, { status: 200 })
  }
  await expectBoth()
  await shop.owner.send(verification.saveProvider, { params: { c: shop.c }, body: SMS })
  await expectBoth()
  // Another country than those to which the business sends.
  const [tel, abroad] = [phone(), '+14155550123']
  const isShown = async (number: string) => {
    const sent = await fillForm(server, shop.formUrl, { name: 'Guest', tel: number })
    expect(sent.status).toBe(200)
    return (await sent.text()).includes(maskPhone(number).replaceAll(' ', '\u00A0'))
  }
  expect([await isShown(tel), await isShown(abroad)]).toEqual([true, false])
  await give(true)
})

it('a page that is sent twice costs two trips the second time, and makes one client', async () => {
  const tel = phone()
  const page = await (await fetch(shop.formUrl)).text()
  // As a browser that keeps no cookie.
  const send = async (name: string) => {
    const sent = await fillForm(server, shop.formUrl, { name, tel }, page)
    expect(sent.status).toBe(303)
    return sent.headers.get('location')?.split('?')[0]
  }
  const cards: unknown[] = []
  for (const [name, most] of [
    ['First', 3],
    ['Second', 2],
  ] as const) {
    const { trips } = await tripsIn(async () => void cards.push(await send(name)))
    expect(trips).toBe(most)
  }
  cards.push(...(await Promise.all([send('Third'), send('Fourth')])))
  expect(new Set(cards).size).toBe(1)
  const clients = await query(
    server,
    'select name from clients where cabinet_id = $1 and (tel = $2 or typed_tel = $2)',
    [shop.c, tel],
  )
  expect(clients).toEqual([{ name: 'First' }])
})

it('a page that another process has had before costs three trips, and gives the same card', async () => {
  const tel = phone()
  const page = await (await fetch(shop.formUrl)).text()
  const send = () => fillForm(server, shop.formUrl, { name: 'Twice', tel }, page)
  await send()
  for (let no = 0; no < 5_000; no++) isSentAgain(server.app, `another-${no}`)
  const { trips } = await tripsIn(async () => expect((await send()).status).toBe(303))
  expect(trips).toBe(3)
})

it('somebody else who has the page of a client gets that card and not one of his own, as before', async () => {
  const [tel, other] = [phone(), phone()]
  const page = await (await fetch(shop.formUrl)).text()
  const send = (number: string) => fillForm(server, shop.formUrl, { name: 'Shared', tel: number }, page)
  const [first, second] = [await send(tel), await send(other)]
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  expect(await bonusOf(other)).toBe(-1)
})

it('people at one address do not wait for each other', async () => {
  const takeOther = () => takeCard(server, shop.formUrl, { name: 'Vera', tel: phone() })
  // The day that the tries of an address are counted in has just begun.
  server.passTime(DAY_MS - (server.now().getTime() % DAY_MS))
  const today = server.now()
  today.setUTCHours(0, 0, 0, 0)
  expect(await restBeforeCommit(server, shop, { tel: phone(), ip: '127.0.0.1' }, takeOther)).toBe('issued')
  const counted = await query(
    server,
    `select count from tries where key like 'form-client|%' and key not like '%|203.%' and window_start = $1`,
    [today],
  )
  expect(counted).toEqual([{ count: 2 }])
})
