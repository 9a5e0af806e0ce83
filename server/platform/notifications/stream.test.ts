import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { users } from '../../../contract/platform/users.ts'
import { query } from '../../../test/direct-access.ts'
import { until } from '../../../test/until.ts'
import { openNewsLine, type NewsLine } from '../../../test/news-line.ts'
import { openShop, PASSWORD, Person, request, signIn, type Shop } from '../../../test/people.ts'
import { freePorts } from '../../../test/free-ports.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { MASTER_KEY } from '../../../test/template.ts'
import type { WebOrder } from '../../../test/web-process.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import { STREAMS_PER_USER_MAX } from './open-streams.ts'
import { notify } from './notifications.ts'

/** Longest time that a removed person may go on hearing. */

let server: TestServer
let shop: Shop
let other: ChildProcess | undefined
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Anna')
})
afterAll(async () => {
  other?.kill('SIGKILL')
  await server?.close()
})

let turn = 0
const raise = (c = shop.c) =>
  openForWork(server.app, c, (db) =>
    notify(server.app, db, { type: 'sms_failed', detail: { provider: 'x' }, onceKey: `turn ${++turn}` }),
  )
const newsOf = (line: NewsLine) => line.events.filter((event) => event === 'news').length

/** The first news may be of the check after the process began to listen; later news is of real changes. */
async function warm(line: NewsLine): Promise<number> {
  await raise()
  await until(async () => newsOf(line) > 0, 'the first news')
  return newsOf(line)
}

/** Opens a line that is sure to be there. */
async function listen(person: Person, c = shop.c, at: { url: string } = server): Promise<NewsLine> {
  const line = await openNewsLine(at, c, person.token)
  expect(line.status).toBe(200)
  await until(async () => line.text() !== '', 'the first sign of life')
  return line
}

async function endsSoon(line: NewsLine, act: () => Promise<unknown>): Promise<void> {
  const signs = () => line.text().match(/^:/gm)?.length ?? 0
  await act()
  const before = signs()
  await line.ended
  expect(line.events.at(-1)).toBe('end')
  expect(signs(), 'it ends before its next sign of life').toBe(before)
}

describe('a live line', () => {
  it('receives news of its own cabinet and of no other', async () => {
    const other = await openShop(server, 'Other')
    const [mine, foreign] = [await listen(shop.owner), await listen(other.owner, other.c)]
    const received = await warm(mine)
    const before = newsOf(foreign)
    await raise()
    await until(async () => newsOf(mine) > received, 'the news')
    expect(newsOf(foreign)).toBe(before)
    for (const line of [mine, foreign]) line.hangUp()
  })

  it('sends nothing before the commit, and nothing about a change that is rolled back', async () => {
    const other = await openShop(server, 'Meanwhile')
    const [line, elsewhere] = [await listen(shop.owner), await listen(other.owner, other.c)]
    await openForWork(server.app, shop.c, async (db) => {
      await notify(server.app, db, { type: 'sms_failed', detail: { provider: 'x' }, onceKey: 'never' })
      const received = newsOf(elsewhere)
      await raise(other.c)
      await until(() => newsOf(elsewhere) > received, 'news of a later change that is there')
      expect(newsOf(line)).toBe(0)
      throw new Error('back')
    }).catch(() => undefined)
    await raise()
    await until(async () => newsOf(line) > 0, 'the news')
    expect(newsOf(line)).toBe(1)
    line.hangUp()
    elsewhere.hangUp()
  })

  it.each([
    ['nobody', 401, () => openNewsLine(server, shop.c)],
    [
      'a token in the address',
      401,
      () => openNewsLine(server, `${shop.c}`, undefined).then(() => openNewsLine(server, shop.c, 'x'.repeat(40))),
    ],
    ['a stranger', 404, async () => openNewsLine(server, shop.c, (await signIn(server, 'Stranger')).token)],
    ['a cabinet that never was', 404, () => openNewsLine(server, 987_654_321, shop.owner.token)],
    ['what is no number', 404, () => openNewsLine(server, '1e3', shop.owner.token)],
  ])('is refused to %s', async (_, status, open) => {
    const line = await open()
    await line.ended
    expect([line.status, (JSON.parse(line.text()) as { error: { code: string } }).error.code]).toEqual([
      status,
      status === 401 ? 'unauthorized' : 'not_found',
    ])
  })

  it('ends immediately when the session ends, and only that one', async () => {
    const login = await request(server, users.login, { body: { email: shop.owner.email, password: PASSWORD } })
    const second = new Person(server, shop.owner.email, (login.body.data as { token: string }).token)
    const [kept, left] = [await listen(shop.owner), await listen(second)]
    await endsSoon(left, () => second.send(users.logout))
    expect((await openNewsLine(server, shop.c, second.token)).status).toBe(401)
    await raise()
    await until(async () => newsOf(kept) === 1, 'the news')
    kept.hangUp()
  })

  it('ends immediately when the access is removed', async () => {
    const ben = await signIn(server, 'Ben')
    await shop.owner.send(access.invitePerson, { params: { c: shop.c }, body: { email: ben.email } })
    await ben.send(access.answerInvite, { params: { inviterCabinetId: shop.c }, body: { answer: 'accept' } })
    const line = await listen(ben)
    const { people } = await shop.owner.send(access.listPeople, { params: { c: shop.c } })
    await endsSoon(line, () =>
      shop.owner.send(access.removePerson, {
        params: { c: shop.c, userId: people.find((one) => one.email === ben.email)?.id ?? '' },
      }),
    )
  })

  it('of one person there are no more than ten', async () => {
    const lines = await Promise.all(Array.from({ length: STREAMS_PER_USER_MAX }, () => listen(shop.owner)))
    const more = await openNewsLine(server, shop.c, shop.owner.token)
    expect(more.status).toBe(429)
    lines[0]?.hangUp()
    await until(
      async () =>
        (await openNewsLine(server, shop.c, shop.owner.token).then((line) => (line.hangUp(), line))).status === 200,
      'room for one more',
    )
    for (const line of lines) line.hangUp()
  })

  it('goes on after the line to the database was lost, and looks for what it missed', async () => {
    const line = await listen(shop.owner)
    await query(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kartoteka-listener'
        and datname = current_database()`,
    )
    await until(async () => newsOf(line) === 1, 'the look after the loss')
    await raise()
    await until(async () => newsOf(line) === 2, 'the news')
    line.hangUp()
  })

  it('receives in another process what was raised in this one, and ends without holding that process up', async () => {
    const port = await freePorts()
    const order: WebOrder = {
      port,
      login: server.login,
      outside: server.app.outside,
      publicUrl: server.url,
      folder: server.app.env.dataDir,
      masterKey: MASTER_KEY,
      testRootPem: server.authority.rootPem,
    }
    other = fork(join(import.meta.dirname, '../../../test/web-process.ts'), { execArgv: [] })
    other.send(order)
    await once(other, 'message')
    const [here, there] = [
      await listen(shop.owner),
      await listen(shop.owner, shop.c, { url: `http://127.0.0.1:${port}` }),
    ]
    const received = await warm(there)
    const before = newsOf(here)
    await raise()
    await until(async () => newsOf(here) > before && newsOf(there) > received, 'the news in both')
    const left = once(other, 'exit')
    other.kill('SIGTERM')
    await there.ended
    expect(await left).toEqual([0, null])
    here.hangUp()
  })
})
