import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { NOTIFICATION_TYPES, notifications } from '../../../contract/platform/notifications.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Person, signIn, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import { type News, notify } from './notifications.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Anna')
})
afterAll(() => server?.close())

const raise = (news: News & { onceKey: string; at?: Date }, c = shop.c) =>
  openForWork(server.app, c, (db) => notify(server.app, db, news))
const sms = (onceKey: string) => ({ type: 'sms_failed', detail: { provider: 'Fast SMS' }, onceKey }) as const
const list = (person: Person, asked: object = {}, c = shop.c) =>
  person.send(notifications.listNotifications, { params: { c }, query: asked })
const unread = async (person: Person, c = shop.c) =>
  (await person.send(notifications.countUnread, { params: { c } })).total
const read = (person: Person, id: string, c = shop.c) =>
  person.ask(notifications.readNotification, { params: { c, id } })
const readAll = (person: Person, c = shop.c) => person.send(notifications.readAll, { params: { c } })

async function join(person: Person, c: number, from: Person): Promise<void> {
  await from.send(access.invitePerson, { params: { c }, body: { email: person.email } })
  await person.send(access.answerInvite, { params: { inviterCabinetId: c }, body: { answer: 'accept' } })
}

describe('a notice', () => {
  it('of every type is worded in the language of the reader, with all its values', async () => {
    const until = '2026-12-24T10:00:00.000Z'
    const all: readonly News[] = [
      { type: 'integration_failed', detail: { crm: 'Poster' } },
      { type: 'sms_failed', detail: { provider: 'Fast SMS' } },
      { type: 'sms_failed', detail: { provider: null } },
      { type: 'changing_tariff', detail: { from: 'demo', to: 'expert' } },
      { type: 'tariff_time_limit', detail: { until, isOver: false } },
      { type: 'tariff_time_limit', detail: { until, isOver: true } },
      { type: 'tariff_of_cards_limit', detail: { used: 1600, limit: 2000 } },
      { type: 'tariff_of_cards_limit', detail: { used: 2000, limit: 2000 } },
      { type: 'tariff_certificate_expires', detail: { name: 'pass.shop', expiresAt: until, isOver: false } },
      { type: 'tariff_certificate_expires', detail: { name: 'pass.shop', expiresAt: until, isOver: true } },
      { type: 'tariff_certificate_expires', detail: { name: 'pass.shop', expiresAt: until, isOver: false, cards: 3 } },
      { type: 'tariff_certificate_expires', detail: { name: 'pass.shop', expiresAt: until, isOver: true, cards: 1 } },
      { type: 'api_request_limit', detail: { used: 800, limit: 1000 } },
      { type: 'api_request_limit', detail: { used: 1000, limit: 1000 } },
      { type: 'sms_failed', detail: { rise: 'hour', sent: 25 } },
      { type: 'sms_failed', detail: { rise: 'day', sent: 160, limit: 200 } },
      { type: 'integration_failed', detail: { crm: 'Poster', failed: 30, total: 100 } },
      { type: 'balance_ends', detail: { until: '2026-12-24', isOver: false } },
      { type: 'balance_ends', detail: { until: null, isOver: true } },
      { type: 'google_review', detail: { issuer: 'Coffee Lab', isApproved: true, reason: '' } },
      { type: 'google_review', detail: { issuer: 'Coffee Lab', isApproved: false, reason: '' } },
      { type: 'google_review', detail: { issuer: 'Coffee Lab', isApproved: false, reason: 'The logo is too small' } },
      { type: 'bill_paid', detail: { number: '2026-000041', amountMinor: 5000, restMinor: 0 } },
      { type: 'bill_paid', detail: { number: '2026-000042', amountMinor: 5000, restMinor: 100 } },
      { type: 'money_returned', detail: { number: '1000001', isCard: true, amountMinor: 5000 } },
      { type: 'money_returned', detail: { number: '2026-000041', isCard: false, amountMinor: 5000 } },
      { type: 'shares_released', detail: { amountMinor: 5000 } },
      { type: 'payout_booked', detail: { number: '2026-000007', amountMinor: 5000 } },
      ...[
        [900, 1200],
        [0, 900],
        [900, 0],
      ].map(([fromMinor = 0, toMinor = 0]): News => {
        const detail = { module: 'welcome', fromMinor, toMinor, startsOn: '2026-12-24' }
        return { type: 'module_price', detail }
      }),
      { type: 'push_failed', detail: { name: 'Summer sale', failed: 40, total: 50 } },
      { type: 'telegram_lost', detail: { bot: 'coffee_bot' } },
    ]
    expect([...new Set(all.map(({ type }) => type))].sort()).toEqual([...NOTIFICATION_TYPES].sort())
    const wide = await openShop(server, 'Wide')
    for (const [i, news] of all.entries()) await raise({ ...news, onceKey: `wide ${i}` }, wide.c)
    for (const lang of ['en', 'cz', 'de', 'ru']) {
      const reply = await wide.owner.ask(
        notifications.listNotifications,
        { params: { c: wide.c }, query: { limit: 100 } },
        { 'x-locale': lang },
      )
      const rows = (reply.body.data as { title: string; text: string }[]).toReversed()
      for (const row of rows) expect(`${row.title} ${row.text}`).not.toMatch(/notifications\.|\{\{|undefined|Invalid/)
      expect(new Set(rows.map((row) => row.text)).size).toBe(all.length)
      expect(rows[0]?.text).toContain('Poster')
      expect(rows[4]?.text).toContain(
        { en: '24 December 2026', cz: '24. prosince 2026', de: '24. Dezember 2026', ru: '24 декабря 2026 года.' }[lang],
      )
    }
    const listed = await list(wide.owner, { limit: 100 }, wide.c)
    expect(listed.data.at(-4)?.text).toBe('Your plan changed from Demo to Expert.')
  })

  it('raised twenty times at the same time with one key exists once, with one set of emails', async () => {
    const raised = await Promise.all(Array.from({ length: 20 }, () => raise(sms('storm'))))
    expect(raised.filter(Boolean)).toHaveLength(1)
    expect(
      await query(server, `select id from notifications where cabinet_id = $1 and once_key = 'storm'`, [shop.c]),
    ).toHaveLength(1)
    expect(
      await query(server, `select id from pgboss.job where name = 'email-notice' and data->>'cabinetId' = $1`, [
        String(shop.c),
      ]),
    ).toHaveLength(1)
  })

  it('is not there when the change that raised it is not', async () => {
    const undone = openForWork(server.app, shop.c, async (db) => {
      await notify(server.app, db, sms('undone'))
      throw new Error('it went wrong')
    })
    await expect(undone).rejects.toThrow('it went wrong')
    expect(await query(server, `select id from notifications where once_key = 'undone'`)).toEqual([])
  })

  it('numbers are in the order of commits, also when many are raised at the same time', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => raise(sms(`row ${i}`))))
    const rows = await query<{ number: string }>(
      server,
      'select number from notifications where cabinet_id = $1 order by number',
      [shop.c],
    )
    expect(new Set(rows.map((row) => row.number)).size).toBe(rows.length)
  })

  it('older than a year is cleared away by the next one', async () => {
    const old = await openShop(server, 'Old')
    await raise(sms('first'), old.c)
    await query(
      server,
      `update notifications set created_at = created_at - interval '366 days' where cabinet_id = $1`,
      [old.c],
    )
    await raise(sms('second'), old.c)
    expect((await list(old.owner, {}, old.c)).meta.total).toBe(1)
  })
})

describe('reading', () => {
  let cafe: Shop
  let ben: Person
  beforeAll(async () => {
    cafe = await openShop(server, 'Cafe')
    ben = await signIn(server, 'Ben')
    await join(ben, cafe.c, cafe.owner)
    for (const name of ['a', 'b', 'c']) await raise(sms(name), cafe.c)
    await raise({ type: 'integration_failed', detail: { crm: 'Poster' }, onceKey: 'd' }, cafe.c)
  })

  it('is of each person for himself', async () => {
    const {
      data: [newest],
    } = await list(cafe.owner, {}, cafe.c)
    expect((await read(cafe.owner, newest?.id ?? '', cafe.c)).status).toBe(200)
    expect((await read(cafe.owner, newest?.id ?? '', cafe.c)).status).toBe(200)
    expect([await unread(cafe.owner, cafe.c), await unread(ben, cafe.c)]).toEqual([3, 4])
    expect((await list(cafe.owner, {}, cafe.c)).data.map((one) => one.isRead)).toEqual([true, false, false, false])
    expect((await ben.send(notifications.countUnread, { params: { c: cafe.c } })).newest?.type).toBe(
      'integration_failed',
    )
  })

  it('all takes one row a person, and is taken back to exactly what was unread', async () => {
    const { before } = await readAll(cafe.owner, cafe.c)
    expect([await unread(cafe.owner, cafe.c), await unread(ben, cafe.c)]).toEqual([0, 4])
    expect(await query(server, 'select read_through from notification_marks where cabinet_id = $1', [cafe.c])).toEqual([
      { read_through: '4' },
    ])
    await raise(sms('e'), cafe.c)
    expect(await unread(cafe.owner, cafe.c)).toBe(1)
    await cafe.owner.send(notifications.unreadAll, { params: { c: cafe.c }, body: { before } })
    expect((await list(cafe.owner, {}, cafe.c)).data.map((one) => one.isRead)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('all is not stored by browsers on the way, and is a call that writes', async () => {
    const response = await fetch(`${server.url}/api/applications/${cafe.c}/notifications/all/read`, {
      headers: { authorization: `Bearer ${ben.token}` },
    })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(
      await query(server, `select 1 from audit_log where call = 'notifications.readAll' and about_cabinet = $1`, [
        cafe.c,
      ]),
    ).toHaveLength(2)
    const { status } = await fetch(`${server.url}/api/applications/${cafe.c}/notifications/all/read`)
    expect(status).toBe(401)
    expect([notifications.readAll.writes, notifications.listNotifications.writes]).toEqual([true, false])
  })

  it('begins for somebody new with what comes after him', async () => {
    const late = await signIn(server, 'Late')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [cafe.c, late.email],
    )
    expect(await unread(late, cafe.c)).toBe(0)
    expect((await list(late, {}, cafe.c)).meta.total).toBe(5)
    await raise(sms('f'), cafe.c)
    expect(await unread(late, cafe.c)).toBe(1)
  })

  it('is narrowed to unread and to a type, page by page, and finds the page of one', async () => {
    expect((await list(cafe.owner, { type: 'integration_failed' }, cafe.c)).data.map((one) => one.type)).toEqual([
      'integration_failed',
    ])
    const { data, meta } = await list(cafe.owner, { unread: 'true', limit: 2 }, cafe.c)
    expect([data.length, meta.total, data.every((one) => !one.isRead)]).toEqual([2, 5, true])
    const all = (await list(cafe.owner, {}, cafe.c)).data
    const found = await list(cafe.owner, { limit: 2, id: all[3]?.id }, cafe.c)
    expect([found.meta.page, found.data.map((one) => one.id)]).toEqual([2, [all[2]?.id, all[3]?.id]])
    expect((await list(cafe.owner, { limit: 2, page: 2, id: crypto.randomUUID() }, cafe.c)).meta.page).toBe(2)
  })

  it("of another cabinet's notice finds nothing", async () => {
    const {
      data: [foreign],
    } = await list(cafe.owner, {}, cafe.c)
    const reply = await read(shop.owner, foreign?.id ?? '')
    expect([reply.status, reply.body.error?.code]).toEqual([404, 'notification_not_found'])
    expect((await read(shop.owner, foreign?.id ?? '', cafe.c)).body.error?.code).toBe('not_found')
  })

  it('goes on while the demo is over', async () => {
    await query(server, `update cabinets set demo_until = now() - interval '1 day' where id = $1`, [cafe.c])
    const {
      data: [one],
    } = await list(ben, {}, cafe.c)
    expect((await read(ben, one?.id ?? '', cafe.c)).status).toBe(200)
    const { before } = await readAll(ben, cafe.c)
    await ben.send(notifications.unreadAll, { params: { c: cafe.c }, body: { before } })
  })
})
