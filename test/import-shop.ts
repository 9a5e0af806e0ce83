/** A business that imports clients, for the tests of imports. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ImportFile, imports } from '../contract/people/imports.ts'
import { query, setPlan } from './direct-access.ts'
import { openShop, type Person, type Shop, signIn } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let shop: Shop
export let member: Person

/** For the beginning of each test file about this. */
export function setUpImports(): void {
  beforeAll(openBusiness)
  beforeEach(async () => {
    await query(server, 'delete from clients where cabinet_id = $1', [shop.c])
    await query(server, 'update cabinets set next_card_number = 1, cards = 0 where id = $1', [shop.c])
  })
  afterAll(() => server?.close())
}

async function openBusiness(): Promise<void> {
  server = await startTestServer()
  shop = await openShop(server, 'Ina')
  await setPlan(server, shop.c, 'expert')
  await query(server, 'update cabinets set slots = 30 where id = $1', [shop.c])
  member = await signIn(server, 'Mia')
  await query(
    server,
    `insert into accesses (cabinet_id, id, user_id, role, created_at)
     select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
    [shop.c, member.email],
  )
}

type Choices = Partial<ImportFile['choices']>
export const at = (id: string) => ({ params: { c: shop.c, id } })
export const upload = (content: string | Uint8Array<ArrayBuffer>) =>
  shop.owner.send(imports.uploadImport, { params: { c: shop.c }, body: {}, file: new Blob([content]) })
export const read = (id: string) => shop.owner.send(imports.readImport, at(id))
export async function check(file: ImportFile, choices: Choices = {}) {
  const body = { ...file.choices, country: 'CZ', ...choices, template: choices.template ?? shop.template }
  await shop.owner.send(imports.checkImport, { ...at(file.id), body })
  await server.drainJobs()
  return read(file.id)
}
export async function run(id: string) {
  await shop.owner.send(imports.startImport, at(id))
  await server.drainJobs()
  return read(id)
}
export async function undo(id: string) {
  await shop.owner.send(imports.undoImport, at(id))
  await server.drainJobs()
  return read(id)
}
export const bring = async (content: string | Uint8Array<ArrayBuffer>, choices: Choices = {}) =>
  run((await check(await upload(content), choices)).id)
export const rows = () =>
  query<Record<string, unknown>>(
    server,
    `select name, surname, tel, card_number::int, card_track, balance_minor::int as balance, bonus_minor::int as bonus,
       version, consent_source, consent_at, extra from clients where cabinet_id = $1 order by card_number`,
    [shop.c],
  )
export const idOf = async (tel: string) =>
  (await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [shop.c, tel]))[0]
    ?.id ?? ''
export async function faultsFile(id: string): Promise<string> {
  const response = await fetch(`${server.url}/api/applications/${shop.c}/imports/${id}/faults`, {
    headers: { authorization: `Bearer ${shop.owner.token}` },
  })
  return Buffer.from(await response.arrayBuffer()).toString()
}
