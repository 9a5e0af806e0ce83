import { afterAll, beforeAll, expect, it } from 'vitest'
import { keys } from '../../../contract/platform/keys.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { query } from '../../../test/direct-access.ts'
import { newHolder } from '../../../test/holders.ts'
import { bring, server, setUpImports, shop } from '../../../test/import-shop.ts'
import { request } from '../../../test/people.ts'

setUpImports()

/** Three of four codes that are made are the same one. */
beforeAll(async () => {
  await query(server, 'create sequence codes_made')
  await query(server, 'grant usage on sequence codes_made to public')
  await query(server, 'alter function new_invite_code() rename to real_invite_code')
  await query(
    server,
    `create function new_invite_code() returns text language sql volatile as $$
     select case when nextval('codes_made') % 4 = 0 then real_invite_code() else 'SAMECODE' end $$`,
  )
  await query(server, 'alter table clients alter column invite_code set default new_invite_code()')
})
afterAll(async () => {
  await query(server, 'alter table clients alter column invite_code set default real_invite_code()')
  await query(server, 'drop function new_invite_code()')
  await query(server, 'alter function real_invite_code() rename to new_invite_code')
  await query(server, 'drop sequence codes_made')
})

const codes = async () =>
  (await query<{ invite_code: string }>(server, 'select invite_code from clients where cabinet_id = $1', [shop.c])).map(
    (row) => row.invite_code,
  )

it('an invitation code that is taken is replaced by another one, however the client is made', async () => {
  await newHolder(server, shop, 'Form')
  await newHolder(server, shop, 'Form again')
  for (const tel of ['+420601950001', '+420601950002'])
    await shop.owner.send(holders.createClient, { params: { c: shop.c }, body: { name: 'Anna', tel } })
  const lines = Array.from({ length: 40 }, (_, n) => `Line ${n},+4206019510${String(n).padStart(2, '0')}`)
  const done = await bring(['name,phone', ...lines].join('\n'))
  expect(done.counts).toMatchObject({ added: 40 })
  const all = await codes()
  expect([all.length, new Set(all).size, all.filter((code) => code === 'SAMECODE').length]).toEqual([44, 44, 1])
})

it('programs that create clients, or add them by phone, never meet a code that is taken', async () => {
  const { secret } = await shop.owner.send(keys.createKey, {
    params: { c: shop.c },
    body: { name: 'Till', scopes: ['clients:write'], endsAt: null },
  })
  const params = { c: shop.c }
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) {
    const created = { name: 'Created', tel: `+42060195200${n}` }
    const added = { name: 'Added', tel: `+42060195300${n}` }
    statuses.push((await request(server, holders.createClient, { params, body: created }, secret)).status)
    statuses.push((await request(server, holders.upsertClient, { params, body: added }, secret)).status)
  }
  expect(statuses).toEqual([201, 200, 201, 200, 201, 200, 201, 200])
  const all = await codes()
  expect([all.length, new Set(all).size]).toEqual([8, 8])
  expect(all).toContain('SAMECODE')
})
