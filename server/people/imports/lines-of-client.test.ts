import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { forgetInImports } from './imports.ts'

const LINES = 5_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

async function shopWithImport(name: string): Promise<Shop> {
  const shop = await openShop(server, name)
  await query(
    server,
    `with made as (
       insert into client_imports (cabinet_id, id, made_by, lang, file_name, state, file, rows, parts, counts,
         created_at, expires_at)
       select $1, gen_random_uuid(), id, 'en', 'many.csv', 'done', '{"columns": []}', $2::int, 0,
         jsonb_build_object('added', $2::int), now(), now() + interval '1 day' from users limit 1 returning id)
     insert into client_import_rows (cabinet_id, import_id, line, verdict, facts)
     select $1, made.id, n, 'added', jsonb_build_object('name', 'Anna', 'card_number', 7000000 + n, 'tel', '+4206' || n)
     from made, generate_series(1, $2::int) n`,
    [shop.c, LINES],
  )
  return shop
}

it('are looked up although PostgreSQL does not know yet that the business has so many', async () => {
  await shopWithImport('Known')
  await query(server, 'analyze client_import_rows')
  const shop = await shopWithImport('New')
  const client = { id: crypto.randomUUID(), tel: '+42077', email: '', card_number: 7_000_042, card_track: '' }
  const read = await openForPublic(server.app, { id: shop.c }, async (_, db) => {
    // What this connection has read lately is counted too.
    const all = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
        where relname = 'client_import_rows'`.execute(db.tx)
      return rows[0]?.read ?? 0
    }
    const before = await all()
    await forgetInImports(server.app, db, [client])
    return (await all()) - before
  })
  expect(read).toBeLessThan(50)
  const left = await query<{ line: number }>(
    server,
    `select line from client_import_rows where cabinet_id = $1 and facts is null`,
    [shop.c],
  )
  expect(left).toEqual([{ line: 42 }])
})
