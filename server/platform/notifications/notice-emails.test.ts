import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { users } from '../../../contract/platform/users.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, type Person, request, signIn, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import { emailNotice, notify } from './notifications.ts'
import { maskAddress } from './subscription.ts'

let server: TestServer
let shop: Shop
let vera: Person
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  shop = await openShop(server, 'Anna')
  await setPlan(server, shop.c, 'expert')
  vera = await join('Vera')
})
afterAll(() => server?.close())

const params = () => ({ c: shop.c })

async function join(name: string, lang: 'en' | 'ru' = 'en'): Promise<Person> {
  const person = await signIn(server, name, lang)
  await shop.owner.send(access.invitePerson, { params: params(), body: { email: person.email } })
  await person.send(access.answerInvite, { params: { inviterCabinetId: shop.c }, body: { answer: 'accept' } })
  return person
}

let turn = 0
/** Raises one and sends what waits. @returns who got an email, sorted */
async function raiseNotice(): Promise<string[]> {
  // Invitations go first.
  await server.drainJobs()
  server.outside.smtp.mailbox.clear()
  await openForWork(server.app, shop.c, (db) =>
    notify(server.app, db, { type: 'tariff_of_cards_limit', detail: { used: 1, limit: 1 }, onceKey: `turn ${++turn}` }),
  )
  await server.drainJobs()
  return server.outside.smtp.mailbox
    .list()
    .map((mail) => mail.to[0] ?? '')
    .sort()
}

function mailTo(email: string) {
  const { mailbox } = server.outside.smtp
  const mail = mailbox.get(mailbox.list(email)[0]?.id ?? '')
  if (!mail) throw new Error(`no mail to ${email}`)
  return {
    ...mail,
    oneClick: /^<(.+)>$/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? '',
    hash: /#\/email\/unsubscribe\/([\w-]+)/.exec(mail.text)?.[1] ?? '',
  }
}

const ask = (hash: string, how: 'GET' | 'POST' | 'DELETE' = 'GET') =>
  request(
    server,
    { GET: notifications.readSubscription, POST: notifications.unsubscribe, DELETE: notifications.subscribeAgain }[how],
    { params: { hash } },
  )
const switchMails = (email: string, isOn: boolean) =>
  shop.owner.send(access.listPeople, { params: params() }).then(({ people }) =>
    shop.owner.send(access.saveNotifications, {
      params: { ...params(), id: people.find((one) => one.email === email)?.id ?? '' },
      body: { is_notifications: isOn },
    }),
  )
const isOn = async (email: string) =>
  (await shop.owner.send(access.listPeople, { params: params() })).people.find((one) => one.email === email)
    ?.isNotifications

describe('letters of a notice', () => {
  it('go to people who want them and have confirmed the address, each in their language', async () => {
    const rita = await join('Rita', 'ru')
    const mute = await join('Mute')
    const early = await join('Early')
    await switchMails(mute.email, false)
    await query(server, 'update users set email_verified_at = null where email = $1', [early.email])
    expect(await raiseNotice()).toEqual([shop.owner.email, rita.email, vera.email])
    expect([mailTo(shop.owner.email).subject, mailTo(rita.email).subject]).toEqual([
      'You’ve run out of cards – Anna shop',
      'Карты закончились — Anna shop',
    ])
    const { text, html } = mailTo(rita.email)
    expect(text).toContain(`Открыть: ${server.url}/#/${shop.domain}/balance/tariffs`)
    expect(text).toContain('Вы выпустили все карты тарифа: 1.')
    expect(html).toContain('lang="ru"')
    expect(html).toContain(`href="${server.url}/#/email/unsubscribe/`)
    for (const email of [rita.email, mute.email, early.email]) {
      await query(server, 'delete from accesses where user_id = (select id from users where email = $1)', [email])
    }
  })

  it('carry the headers of a one-click unsubscription, of an address each', async () => {
    await raiseNotice()
    const [mine, hers] = [mailTo(shop.owner.email), mailTo(vera.email)]
    expect(mine.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mine.oneClick).toBe(`${server.url}/api/email/unsubscribe/${mine.hash}`)
    expect(mine.hash).toMatch(/^[\w-]{75}$/)
    expect(mine.hash).not.toBe(hers.hash)
  })

  it('are sent once, also when the job runs again', async () => {
    await raiseNotice()
    const [notice] = await query<{ id: string }>(
      server,
      'select id from notifications where cabinet_id = $1 order by number desc limit 1',
      [shop.c],
    )
    await Promise.all([1, 2, 3].map(() => emailNotice.handle(server.app, { cabinetId: shop.c, id: notice?.id ?? '' })))
    await server.drainJobs()
    expect(server.outside.smtp.mailbox.list()).toHaveLength(2)
  })

  it('leave no link in the rows of the queue', async () => {
    await openForWork(server.app, shop.c, (db) =>
      notify(server.app, db, { type: 'sms_failed', detail: { provider: 'x' }, onceKey: 'in the queue' }),
    )
    await server.drainJobs()
    const rows = await query<{ data: string }>(
      server,
      `select data::text as data from pgboss.job where name = 'send-letter'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ data }) => data.includes(mailTo(vera.email).hash))).toEqual([])
  })
})

describe('the link of an email', () => {
  let hash: string
  beforeAll(async () => {
    await raiseNotice()
    ;({ hash } = mailTo(vera.email))
  })

  it('shows what would stop, stops it, and undoes that, all without a login', async () => {
    expect((await ask(hash)).body.data).toEqual({
      cabinet: 'Anna shop',
      address: 'v…a@people.example',
      isSubscribed: true,
      canUndo: false,
    })
    expect((await ask(hash, 'POST')).body.data).toMatchObject({ isSubscribed: false, canUndo: true })
    expect((await ask(hash, 'POST')).status).toBe(200)
    expect(await raiseNotice()).toEqual([shop.owner.email])
    expect((await ask(hash, 'DELETE')).body.data).toMatchObject({ isSubscribed: true })
    expect(await raiseNotice()).toEqual([shop.owner.email, vera.email])
  })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a multipart form',
      'multipart/form-data; boundary=xx',
      '--xx\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xx--\r\n',
    ],
  ])('works by one click of a mail program that sends %s', async (_, type, body) => {
    await raiseNotice()
    const response = await fetch(mailTo(vera.email).oneClick, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect(response.status).toBe(200)
    expect(await isOn(vera.email)).toBe(false)
    expect((await ask(hash, 'DELETE')).status).toBe(200)
  })

  it('opens nothing else: it is no session, and what the owner switched off it does not switch on', async () => {
    expect((await request(server, users.me, {}, hash)).status).toBe(401)
    await switchMails(vera.email, false)
    expect((await ask(hash, 'DELETE')).body.data).toMatchObject({ isSubscribed: false, canUndo: false })
    expect(await isOn(vera.email)).toBe(false)
    await switchMails(vera.email, true)
  })

  it('yields to the owner, who may switch the emails on again', async () => {
    await ask(hash, 'POST')
    expect(await isOn(vera.email)).toBe(false)
    await switchMails(vera.email, true)
    expect(await raiseNotice()).toEqual([shop.owner.email, vera.email])
  })

  it('pressed fifty times at the same time stops once and answers each time alike', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => ask(hash, 'POST')))
    expect(tally(all.map((reply) => reply.status))).toEqual({ 200: 50 })
    expect(new Set(all.map((reply) => JSON.stringify(reply.body.data))).size).toBe(1)
    const [first] = await query<{ at: Date }>(
      server,
      'select unsubscribed_at as at from accesses where unsubscribed_at is not null',
    )
    await ask(hash, 'POST')
    expect(await query(server, 'select unsubscribed_at as at from accesses where unsubscribed_at is not null')).toEqual(
      [first],
    )
    await ask(hash, 'DELETE')
  })

  it('with any letter changed is the same bad link, and changes nothing', async () => {
    const alike = Array.from(hash, (letter, i) => hash.slice(0, i) + (letter === 'A' ? 'B' : 'A') + hash.slice(i + 1))
    const wrong = [...alike, '', 'x', `${hash}A`, hash.slice(1), 'A'.repeat(75), '_'.repeat(75)]
    for (const how of ['GET', 'POST', 'DELETE'] as const) {
      const reply = await Promise.all(wrong.slice(how === 'GET' ? 0 : -12).map((one) => ask(one || 'none', how)))
      expect(
        tally(
          reply.map(({ status, body }) =>
            status === 404 && body.error?.code === 'invalid_unsubscribe_link' ? 404 : 0,
          ),
        ),
      ).toEqual({ 404: reply.length })
    }
    expect(await isOn(vera.email)).toBe(true)
  })

  it('dies with the address it was sent to, and with the access', async () => {
    await query(
      server,
      `update users set email = 'new@people.example', email_key = 'new@people.example' where email = $1`,
      [vera.email],
    )
    expect((await ask(hash)).body.error?.code).toBe('invalid_unsubscribe_link')
    await query(server, `update users set email = $1, email_key = $1 where email = 'new@people.example'`, [vera.email])
    expect((await ask(hash)).status).toBe(200)
    await query(server, `delete from accesses where user_id = (select id from users where email = $1)`, [vera.email])
    expect((await ask(hash)).body.error?.code).toBe('invalid_unsubscribe_link')
  })

  it('is in the audit log without its secret', async () => {
    const rows = await query<{ path: string }>(
      server,
      `select distinct path from audit_log where call like 'notifications.%ubscribe%'`,
    )
    expect(rows).toEqual([{ path: '/email/unsubscribe/{hash}' }])
  })
})

it.each([
  ['anna@shop.example', 'a…a@shop.example'],
  ['ab@x.example', 'a…@x.example'],
  ['a@x.example', 'a…@x.example'],
  ['élodie@x.example', 'é…e@x.example'],
])('%s is shown as %s', (email, shown) => {
  expect(maskAddress(email)).toBe(shown)
})
