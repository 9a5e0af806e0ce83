/** Behind row level security: people, their sessions and links, and businesses themselves. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_ROLE } from '../server/base/logins.ts'
import { openShop, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

describe('behind the wall, with rows in it', () => {
  let server: TestServer
  let shops: readonly [own: Shop, other: Shop]
  let client: pg.Client
  beforeAll(async () => {
    server = await startTestServer()
    shops = [await openShop(server, 'Anna'), await openShop(server, 'Boris')]
    client = new pg.Client({ ...server.login, options: '-c app.unguarded=1' })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await server?.close()
  })

  it('people, their sessions and cabinets are hidden from who names none of them', async () => {
    const [own, other] = shops
    const seen = async (settings: Record<string, string>, what: string, show = '') => {
      await client.query('begin')
      for (const [name, value] of Object.entries({ 'app.cabinet': '0', 'app.user': '', ...settings }))
        await client.query('select set_config($1, $2, true)', [name, value])
      if (show) await client.query(`select ${show}()`)
      const { rows } = await client.query<Record<string, string>>(`select ${what} order by 1`)
      await client.query('rollback')
      return rows.flatMap((row) => Object.values(row))
    }
    const everything = [
      'email from users',
      'ip from sessions',
      'email_key from mail_tokens',
      'new_key from email_changes',
      'link_hash from outside_visits',
      'domain from cabinets',
    ]
    const [person] = (
      await server.superuser.query<{ id: string }>('select id from users where email = $1', [own.owner.email])
    ).rows
    await server.superuser.query(`
      insert into email_changes (id, user_id, old_email, old_key, new_email, new_key, asked_at, expires_at, undo_until)
        select gen_random_uuid(), id, email, email_key, 'new@shop.example', 'new@shop.example', now(), now(), now()
          from users;
      insert into mail_tokens (token_hash, user_id, purpose, email_key, created_at, expires_at)
        select '\\x00', id, 'reset', email_key, now(), now() from users limit 1;
      insert into outside_visits (link_hash, ends_at) values ('\\x00', now())`)
    for (const what of everything) {
      expect([what, (await server.superuser.query(`select ${what}`)).rowCount]).not.toEqual([what, 0])
      expect([what, await seen({}, what)]).toEqual([what, []])
    }
    const user = { 'app.user': person?.id ?? '' }
    expect(await seen(user, 'email from users')).toEqual([own.owner.email])
    expect(await seen(user, 'old_email from email_changes')).toEqual([own.owner.email])
    expect(await seen(user, 'domain from cabinets')).toEqual([])
    expect(await seen(user, 'domain from cabinets', 'show_own_cabinets')).toEqual([own.domain])
    const inside = { 'app.cabinet': String(own.c) }
    expect(await seen(inside, 'domain from cabinets')).toEqual([own.domain])
    expect(await seen(inside, 'email from users')).toEqual([])
    expect(await seen(inside, 'email from users', 'show_colleagues')).toEqual([own.owner.email])
    expect(await seen({ 'app.asked': `domain:${other.domain}` }, 'domain from cabinets')).toEqual([other.domain])
    expect(await seen({ 'app.asked': `email:${other.owner.email}` }, 'email from users')).toEqual([other.owner.email])
  })

  it('a process of the version before, which logs in as the owner, sees them while it is replaced', async () => {
    const before = await server.superuser.connect()
    try {
      await before.query(`set role ${APP_ROLE}`)
      for (const table of ['users', 'cabinets', 'sessions']) {
        expect([table, (await before.query(`select from ${table}`)).rowCount]).not.toEqual([table, 0])
        expect([table, (await client.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
      }
    } finally {
      await before.query('reset role')
      before.release()
    }
  })
})
