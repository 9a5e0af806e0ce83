import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asInvited, asUser, inTransaction, insideCabinet, type Tx } from '../server/base/db.ts'
import { countTry } from '../server/base/tries.ts'
import { startTestServer, type TestServer } from './server.ts'
import { inputOf } from './samples.ts'
import { ALL_CALLS, furnish, rowsOf, requestFromElsewhere as request, type Place } from './walk.ts'

/** Calls that only read get a database that refuses to write: no getter changes a row past the audit log. */
const GETTERS = ALL_CALLS.filter(({ one }) => !one.writes)

describe('calls that only read', () => {
  let server: TestServer
  let place: Place
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    place = await furnish(server, 'Anna')
  })
  afterAll(() => server?.close())

  it('answer in a transaction that is read only, and leave every row of the cabinet as it was', async () => {
    const before = await rowsOf(server, place.ids.c)
    expect(GETTERS.length).toBeGreaterThan(80)
    let answered = 0
    for (const { name, one } of GETTERS) {
      const answer = await request(server, one, await inputOf(one, place.ids), place.owner.token)
      expect([name, answer.status === 500]).toEqual([name, false])
      if (answer.status < 400) answered++
    }
    expect(answered).toBeGreaterThan(GETTERS.length / 2)
    expect(await rowsOf(server, place.ids.c)).toEqual(before)
  })

  const write = (tx: Tx) => sql`update tariffs set key = key`.execute(tx)
  it.each([
    ['of a cabinet', () => insideCabinet(server.app.database.readOnly(), place.ids.c, ({ tx }) => write(tx))],
    ['of a user', () => asUser(server.app.database.readOnly(), crypto.randomUUID(), write)],
    ['of an address', () => asInvited(server.app.database.readOnly(), 'anna@mail.example', write)],
    ['of no cabinet', () => inTransaction(server.app.database.readOnly(), write)],
    ['of the scheduler', () => server.app.database.readOnly().acrossCabinets(write)],
    ['of the operator', () => server.app.database.readOnly().asOperator(write)],
  ])('are refused to write in a transaction %s', async (_, work) => {
    await expect(work()).rejects.toThrow('read-only transaction')
  })

  it('are refused to write without a transaction, and to lock rows in one', async () => {
    const { db } = server.app.database.readOnly()
    const users = db.withTables<{ users: { id: string; name: string } }>()
    for (const work of [
      () => write(db as Tx),
      () => countTry(db, 'planted', { max: 1, windowMs: 1000 }, new Date()),
      () => users.updateTable('users').set({ name: 'Planted' }).execute(),
      () => users.deleteFrom('users').execute(),
    ])
      await expect(work()).rejects.toThrow('a call that only reads must not write')
    await expect(
      inTransaction(server.app.database.readOnly(), (tx) =>
        tx.withTables<{ tariffs: { key: string } }>().selectFrom('tariffs').select('key').forUpdate().execute(),
      ),
    ).rejects.toThrow('read-only transaction')
    const plans = db.withTables<{ tariffs: { key: string } }>()
    expect(await plans.selectFrom('tariffs').select('key').execute()).not.toEqual([])
  })
})
