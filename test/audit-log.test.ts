import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verification } from '../contract/people/verification.ts'
import { users } from '../contract/platform/users.ts'
import { PASSWORD, signIn } from './people.ts'
import { inputOf, type Ids } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import { ALL_CALLS, furnish, requestFromElsewhere as request, withOwner, type Place } from './walk.ts'

type Row = {
  id: string
  call: string
  method: string
  path: string
  user_id: string | null
  via: string
  about_cabinet: string | null
  status: number
  request_id: string
}

/** The walk over all writing calls uses one database; calls that end or remove things come last. */
const order = (name: string, method: string) => (name === 'users.logout' ? 2 : method === 'DELETE' ? 1 : 0)
const WRITING = ALL_CALLS.filter(({ one }) => one.writes).sort(
  (a, b) => order(a.name, a.one.method) - order(b.name, b.one.method),
)

describe('the audit log', () => {
  let server: TestServer
  let place: Place
  let ids: Ids
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    place = await furnish(server, 'Anna')
    ids = place.ids
  })
  afterAll(() => server?.close())

  const rowsAfter = (seen: ReadonlySet<string>) =>
    withOwner(server, async (client) =>
      (await client.query<Row>('select * from audit_log order by at')).rows.filter((row) => !seen.has(row.id)),
    )
  const seenRows = async () => new Set((await rowsAfter(new Set())).map((row) => row.id))

  it('has exactly one row for every writing call that was answered, and none for a refused one', async () => {
    let answered = 0
    const seen = await seenRows()
    for (const { name, one } of WRITING) {
      const answer = await request(server, one, await inputOf(one, ids), place.owner.token)
      const added = await rowsAfter(seen)
      for (const row of added) seen.add(row.id)
      const isDone = answer.status < 400
      if (isDone) answered++
      expect([name, answer.status, added.map((row) => row.call)]).toEqual([name, answer.status, isDone ? [name] : []])
      const [row] = added
      if (!row) continue
      expect([name, row.method, row.status]).toEqual([name, one.method, answer.status])
      expect([name, row.about_cabinet === null ? null : Number(row.about_cabinet)]).toEqual([
        name,
        one.path.includes('{c}') || one === verification.saveTextsOf ? ids.c : null,
      ])
      expect([name, row.via, row.user_id === null]).toEqual([
        name,
        one.who === 'nobody' ? 'nobody' : 'session',
        one.who === 'nobody',
      ])
    }
    expect(answered).toBeGreaterThan(WRITING.length / 3)
  })

  it('records the user who logs in with a password, without a session', async () => {
    const { id, email } = await (await signIn(server, 'Petra')).send(users.me)
    const seen = await seenRows()
    for (const [password, names] of [
      ['Wrong-horse-42', []],
      [PASSWORD, [id]],
    ] as const) {
      await request(server, users.login, { body: { email, password } }, '')
      expect((await rowsAfter(seen)).map((row) => row.user_id)).toEqual(names)
    }
  })

  it('has no row for a read, and none for a stranger', async () => {
    const stranger = await signIn(server, 'Stranger')
    const before = await seenRows()
    for (const { one } of ALL_CALLS.filter((call) => call.one.path.includes('{c}') || !call.one.writes).slice(0, 60)) {
      await request(server, one, await inputOf(one, ids), stranger.token)
    }
    expect(await rowsAfter(before)).toEqual([])
  })

  it('names no secret of an address', async () => {
    const rows = await rowsAfter(new Set())
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter((row) => /a{43}/.test(row.path))).toEqual([])
  })

  it('can be added to by the server, never read, changed or emptied', async () => {
    const asServer = (statement: string) =>
      withOwner(server, async (client) => {
        await client.query('set role kartoteka_app')
        return client.query(statement).then(
          () => 'done',
          (error: Error) => error.message,
        )
      })
    for (const statement of [
      'select * from audit_log',
      "update audit_log set call = 'x'",
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      expect([statement, await asServer(statement)]).toEqual([statement, 'permission denied for table audit_log'])
    }
  })
})
