import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../contract/call.ts'
import { query } from './direct-access.ts'
import { usedClient } from './postgres.ts'
import { signIn, type Answer, type Person } from './people.ts'
import { inputOf } from './samples.ts'
import { mutantsOf, openWitness, REACHED_BY_PHONES, WITHOUT_CONDITIONS } from './second-lock.ts'
import { startTestServer, type TestServer } from './server.ts'
import {
  ALL_CALLS,
  furnish,
  isOfCabinet,
  type Named,
  type Place,
  requestFromElsewhere as request,
  withOwner,
} from './walk.ts'
import { walledTables } from './wall-faults.ts'

const named = (name: string): Call => (ALL_CALLS.find((call) => call.name === name) as Named).one

describe('a statement without one of its conditions', () => {
  it.each([
    ['select * from "clients" where "cabinet_id" = $1 and "id" = $2', ['"cabinet_id" = $1']],
    [
      'select from p join t on t.cabinet_id = p.cabinet_id and t.id = p.x where p.cabinet_id = $1',
      ['t.cabinet_id = p.cabinet_id', 'p.cabinet_id = $1'],
    ],
    ['select "name" from "cabinets" where "id" = $1', ['"id" = $1']],
    ['update "cabinets" set "phone" = $1 where "id" = $2', ['"id" = $2']],
    ['select * from "users" where "email_key" = $1', ['"email_key" = $1']],
    ['delete from "sessions" where "user_id" = $1 and "id" <> $2', ['"user_id" = $1']],
    ['insert into "clients" ("cabinet_id") values ($1)', []],
    ['update "clients" set "cabinet_id" = $1', []],
    ['select 1 from "pushes" where "id" = $1', []],
  ])('%s', (text, conditions) => {
    expect(mutantsOf(text).map((mutant) => mutant.condition)).toEqual(conditions)
  })

  it('keeps its other conditions and all its parameters', () => {
    expect(mutantsOf('select 1 from clients c where c.cabinet_id = $1 and c.id = $2')).toEqual([
      {
        condition: 'c.cabinet_id = $1',
        text: 'select 1 from clients c where ($1::text is null or true) and c.id = $2',
      },
    ])
  })
})

describe('behind row level security alone', () => {
  const witness = openWitness()
  let server: TestServer
  let own: Place
  beforeAll(async () => {
    usedClient.Client = witness.Client
    server = await startTestServer({ env: { TRUST_PROXY: '1', POOL_SIZE: '3' } })
    own = await furnish(server, 'Anna')
    await furnish(server, 'Boris')
    await server.drainJobs()
  })
  afterAll(async () => {
    delete usedClient.Client
    await server?.close()
  })

  it('every call of a cabinet reads and changes the same rows without any one condition of the cabinet', async () => {
    const reads = ALL_CALLS.filter(({ one }) => !one.writes)
    const writes = ALL_CALLS.filter(({ one }) => one.writes && isOfCabinet(one) && one.method !== 'DELETE')
    const removals = ALL_CALLS.filter(({ one }) => isOfCabinet(one) && one.method === 'DELETE')
    for (const { one } of [...reads, ...writes, ...reads, ...removals])
      await request(server, one, await inputOf(one, own.ids), own.owner.token)
    await server.drainJobs()
    expect([...new Set(witness.faults)]).toEqual([])
    expect(witness.removed.size).toBeGreaterThan(400)
    const removed = [...witness.removed].join('\n')
    const tables = await withOwner(server, walledTables)
    const left = tables.filter((table) => !new RegExp(String.raw`\b${table}\b`).test(removed))
    // A new table is reached here, or in second-lock-phones.test.ts.
    expect(left.toSorted()).toEqual([...REACHED_BY_PHONES, ...WITHOUT_CONDITIONS].toSorted())
  })

  it('is noticed when it is missing', async () => {
    const before = witness.faults.length
    await query(server, 'alter table variables disable row level security')
    const one = named('variables.listVariables')
    await request(server, one, { params: { c: own.ids.c } }, own.owner.token)
    expect(witness.faults.slice(before).join('\n')).toMatch(/without "?cabinet_id"? = \$\d+ in select .*"variables"/)
  })
})

/** `a.user_id = given_user` in the body of a function of the database. */
const CONDITION = /\b[a-z]\.(?:cabinet_id|user_id|id|domain|token_hash|secret_hash) = (?:given\w*|held\.\w+)(?= |;|\))/g
const FUNCTIONS = ['find_session', 'enter_cabinet', 'find_cabinet', 'take_api_call'] as const

describe('the doors in the database, each condition removed by turns', () => {
  let server: TestServer
  let own: Place
  let other: Place
  let stranger: Person
  let keySecret: string
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    own = await furnish(server, 'Anna')
    other = await furnish(server, 'Boris')
    stranger = await signIn(server, 'Stranger')
    const made = await request(
      server,
      named('keys.createKey'),
      { params: { c: own.ids.c }, body: { name: 'Shop', scopes: ['clients:read'], endsAt: null } },
      own.owner.token,
    )
    keySecret = (made.body.data as { secret: string }).secret
  })
  afterAll(() => server?.close())

  const list = (place: Place, token: string) => {
    // A key may make only so many calls a second.
    server.passTime(2_000)
    return request(server, named('clients.listClients'), { params: { c: place.ids.c } }, token)
  }
  const holdsNothingOf = (place: Place, answer: Answer) =>
    answer.status >= 400 && !JSON.stringify(answer.body).includes(place.ids.client)

  /** Who may see nothing, whatever the door forgets. */
  async function leaks(): Promise<string[]> {
    const tries: [string, Place, string][] = [
      ['a stranger', own, stranger.token],
      ['another owner', own, other.owner.token],
      ['an owner elsewhere', other, own.owner.token],
      ['an unknown session', own, `kt_${'x'.repeat(43)}`],
      ['an unknown key', own, `${keySecret.slice(0, -4)}aaaa`],
      ['a key elsewhere', other, keySecret],
    ]
    const found: string[] = []
    for (const [who, place, token] of tries)
      if (!holdsNothingOf(place, await list(place, token))) found.push(`${who} sees the clients`)
    const page = await fetch(`${server.url}/f/never-was/${own.ids.formKey}`)
    if (page.status < 400) found.push('a domain that never was has a form')
    await page.text()
    return found
  }

  it.each(FUNCTIONS)('%s', async (name) => {
    const [row] = await query<{ text: string }>(server, 'select pg_get_functiondef($1::regproc) as text', [name])
    const text = row?.text ?? ''
    const conditions = [...text.matchAll(CONDITION)]
    expect(conditions.length).toBeGreaterThan(0)
    for (const { 0: condition, index } of conditions) {
      await query(server, `${text.slice(0, index)}true${text.slice(index + condition.length)}`)
      expect([condition, await leaks()]).toEqual([condition, []])
    }
    await query(server, text)
    expect(await leaks()).toEqual([])
    expect((await list(own, own.owner.token)).status).toBe(200)
    expect((await list(own, keySecret)).status).toBe(200)
  })

  it('would be noticed if a policy were missing too', async () => {
    const [row] = await query<{ text: string }>(server, "select pg_get_functiondef('enter_cabinet'::regproc) as text")
    const text = row?.text ?? ''
    await query(server, text.replace('a.user_id = given_user', 'true'))
    await query(server, 'alter table accesses disable row level security')
    expect(await leaks()).toContain('a stranger sees the clients')
    await query(server, 'alter table accesses enable row level security')
    await query(server, text)
  })
})
