import { beforeAll, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { query } from '../../../test/direct-access.ts'
import { bring, check, idOf, rows, server, setUpImports, shop, upload } from '../../../test/import-shop.ts'

setUpImports()
beforeAll(() =>
  query(
    server,
    `insert into integrations (cabinet_id, id, type, settings, secret_names, is_read, is_write, is_rewrite, categories,
       is_on, begun_at, created_at, updated_at)
     values ($1, gen_random_uuid(), 'moysklad', '{}', '{}', true, true, true, '[]', true, now(), now(), now())`,
    [shop.c],
  ),
)

const heldBack = async () =>
  (await query<{ is_write: boolean }>(server, 'select is_write from crm_clients where cabinet_id = $1', [shop.c]))
    .length
const unsynced = async () =>
  (await shop.owner.send(integration.readIntegration, { params: { c: shop.c } })).current?.unsynced

it('writes nobody to a connected CRM unless the owner says so, and leaves those alone whom it knows', async () => {
  const file = await upload('name,phone,points\nAnna,+420601950001,5')
  expect(file.crm).toMatchObject({ writes: true })
  expect(file.choices.toCrm).toBe(false)
  await bring('name,phone,points\nAnna,+420601950001,5')
  expect([await heldBack(), await unsynced()]).toEqual([1, 0])
  await bring('name,phone\nBoris,+420601950002', { toCrm: true })
  expect(await unsynced()).toBe(1)
  await query(server, `update crm_clients set crm_id = '17' where cabinet_id = $1 and client_id = $2`, [
    shop.c,
    await idOf('+420601950001'),
  ])
  const checked = await check(await upload('name,phone,points\nHanna,+420601950001,9'), { known: 'overwrite' })
  expect([checked.counts.known, checked.counts.changing]).toEqual([1, 0])
  expect((await rows())[0]).toMatchObject({ name: 'Anna', bonus: 500 })
})
