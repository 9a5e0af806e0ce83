import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asUser, inTransaction, insideCabinet, lookUp, type Tx } from '../server/base/db.ts'
import { openShop, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Scope')
})
afterAll(() => server?.close())

const WRONG = 'in a scope that shows none of its rows'
const NOBODY = '00000000-0000-0000-0000-000000000000'
const read = (table: string) => (tx: Tx) => sql`select 1 from ${sql.table(table)} limit 1`.execute(tx)

test('a read without any scope is an error, not an empty table', async () => {
  const { database } = server.app
  for (const table of ['templates', 'forms', 'users', 'cabinets', 'accesses', 'sessions', 'audit_log'])
    await expect(inTransaction(database, read(table)), table).rejects.toThrow(`${table} is read ${WRONG}`)
  await expect(inTransaction(database, (tx) => sql`update forms set name = ''`.execute(tx))).rejects.toThrow(WRONG)
})

test('a read in a scope that is not meant for the table is one too', async () => {
  const { database } = server.app
  await expect(asUser(database, NOBODY, read('templates'))).rejects.toThrow(WRONG)
  await expect(lookUp(database, { domain: 'none' }, read('forms'))).rejects.toThrow(WRONG)
  await expect(lookUp(database, { domain: 'none' }, read('accesses'))).rejects.toThrow(WRONG)
})

test('what the scope is meant for is read, also where there is nothing', async () => {
  const { database } = server.app
  await insideCabinet(database, shop.c, async ({ tx }) => {
    await read('clients')(tx)
    await read('cabinets')(tx)
  })
  await asUser(database, NOBODY, async (tx) => {
    await read('sessions')(tx)
    await read('accesses')(tx)
  })
  await lookUp(database, { domain: 'none' }, read('cabinets'))
})
