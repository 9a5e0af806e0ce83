/** A variable of which many clients have a value: removed at once, and its values cleared in parts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { variables } from '../../../contract/cards/variables.ts'
import { VARIABLES_MAX } from '../../../contract/limits.ts'
import { clients } from '../../../contract/people/clients.ts'
import { clientExports } from '../../../contract/people/exports.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { cardNumberText } from '../../../card/values.ts'
import { inputOf } from '../../../test/client-input.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { addImported, changeImported, saveFromCrm } from '../../reach/holders/holders.ts'
import { clearPart, clearVariable, endClearing } from './jobs.ts'

/** More than lose a value within the call, and several parts. */
const PEOPLE = 230

let server: TestServer
let shop: Shop
let other: Shop
/** Clients of the first business, in the order of their ids, which is that of their names. */
let people: string[]
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Mara')
  other = await openShop(server, 'Nora')
  for (const { c, template } of [shop, other]) {
    await setPlan(server, c, 'expert')
    await query(
      server,
      `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
       select $1, overlay(to_char(n, 'FM00000000') || '-0000-4000-8000-000000000000' placing '1' from 36)::uuid,
         'Client ' || n, 100000 + n, $2, now(), now() from generate_series(1, $3::int) n`,
      [c, template, PEOPLE],
    )
  }
  const rows = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 order by id', [shop.c])
  people = rows.map(({ id }) => id)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.drainJobs()
  await query(server, 'delete from client_exports')
})

const create = ({ c, owner }: Shop, name = 'motto') =>
  owner.send(variables.createVariable, { params: { c }, body: { name, defaultValue: '', description: '' } })
const askCreate = (name: string) =>
  shop.owner.ask(variables.createVariable, {
    params: { c: shop.c },
    body: { name, defaultValue: '', description: '' },
  })
const own = async ({ c, owner }: Shop = shop) =>
  (await owner.send(variables.listVariables, { params: { c } })).filter(({ isSystem }) => !isSystem)
const read = (id = '', { c, owner }: Shop = shop) => owner.send(clients.readClient, { params: { c, id } })

/** A variable of which everybody has a value, and no other one. */
async function ofAll(of: Shop = shop): Promise<string> {
  for (const { id } of await own(of)) await of.owner.ask(variables.removeVariable, { params: { c: of.c, id } })
  await server.drainJobs()
  const { id } = await create(of)
  await query(server, `update clients set extra = '{"motto": "Hop"}' where cabinet_id = $1 and erased_at is null`, [
    of.c,
  ])
  return id
}
const remove = (id: string) => shop.owner.ask(variables.removeVariable, { params: { c: shop.c, id } })
const valuesLeft = async (c = shop.c) =>
  (await query(server, `select from clients where cabinet_id = $1 and jsonb_exists(extra, 'motto')`, [c])).length
const keptCount = async (c = shop.c) =>
  (
    await query<{ n: number }>(
      server,
      `select coalesce(sum(clients), 0)::int as n from extra_counts where cabinet_id = $1 and name = 'motto'`,
      [c],
    )
  )[0]?.n
const isThere = async (id: string) => (await query(server, 'select from variables where id = $1', [id])).length === 1
const inside = <T>(work: Parameters<typeof openForWork<T>>[2]) => openForWork(server.app, shop.c, work)
const part = (id: string, after: string | null = null) => inside((db) => clearPart(server.app, db, id, after))
const end = (id: string, c = shop.c) => clearVariable.handle(server.app, { cabinetId: c, id })

describe('a variable of which many have a value', () => {
  it('is gone at once, from lists and from clients', async () => {
    const id = await ofAll()
    const { owner, c } = shop
    expect((await read(people[0])).extra).toEqual({ motto: 'Hop' })
    expect((await remove(id)).status).toBe(200)
    expect([await own(), await owner.send(variables.variableUses, { params: { c } })]).toEqual([[], []])
    expect((await remove(id)).body.error?.code).toBe('variable_not_found')
    const client = await read(people[0])
    expect(client.extra).toEqual({})
    const listed = await owner.send(clients.listClients, { params: { c }, query: { q: 'Client 7' } })
    expect(listed.data.map((row) => (row as { extra?: unknown }).extra ?? {})).not.toContainEqual({ motto: 'Hop' })
    const body = { ...inputOf(client), extra: { motto: 'Again' } }
    const saved = await owner.ask(clients.saveClient, { params: { c, id: client.id }, body })
    expect(saved.body.error?.code).toBe('unknown_variable')
    expect(await valuesLeft()).toBe(PEOPLE)
    await server.drainJobs()
    expect([await valuesLeft(), await keptCount(), await isThere(id)]).toEqual([0, 0, false])
  })

  it('keeps its name until nobody has a value, and a new one of that name has none', async () => {
    const id = await ofAll()
    const another = await create(shop, 'other')
    await remove(id)
    for (const name of ['motto', 'MOTTO'])
      expect([(await askCreate(name)).status, (await askCreate(name)).body.error?.code]).toEqual([
        409,
        'variable_taken',
      ])
    const renamed = await shop.owner.ask(variables.saveVariable, {
      params: { c: shop.c, id: another.id },
      body: { name: 'motto', defaultValue: '', description: '' },
    })
    expect(renamed.body.error?.code).toBe('variable_taken')
    await server.drainJobs()
    expect((await askCreate('motto')).status).toBe(201)
    const uses = await shop.owner.send(variables.variableUses, { params: { c: shop.c } })
    expect(uses.map((use) => use.clients)).toEqual([0, 0])
    expect((await read(people[0])).extra).toEqual({})
  })

  it('is in no file that was asked for before', async () => {
    const id = await ofAll()
    await shop.owner.send(clientExports.startExport, {
      params: { c: shop.c },
      body: { columns: ['name', 'extra'], rows: { of: 'all' } },
    })
    await remove(id)
    const [asked] = await query<{ id: string }>(server, 'select id from client_exports')
    await server.drainJobs()
    const file = await shop.owner.ask(clientExports.downloadExport, { params: { c: shop.c, id: asked?.id ?? '' } })
    expect(file.body.data).toContain('Client 7')
    expect(file.body.data).not.toContain('Hop')
  })

  it('is cleared by the next worker where one was killed, and the kept number is true all the time', async () => {
    const id = await ofAll()
    await remove(id)
    const last = await part(id)
    const left = await valuesLeft()
    expect([last === null, left > 0 && left < PEOPLE, await keptCount()]).toEqual([false, true, left])
    expect(await isThere(id)).toBe(true)
    await end(id)
    expect([await valuesLeft(), await keptCount(), await isThere(id)]).toEqual([0, 0, false])
    await end(id)
  })

  it('is not cleared where it was not removed, nor from the clients of others', async () => {
    const [ours, theirs] = [await ofAll(), await ofAll(other)]
    await remove(ours)
    await end(theirs, shop.c)
    await end(ours, other.c)
    await end(theirs, other.c)
    expect([await valuesLeft(), await valuesLeft(other.c)]).toEqual([PEOPLE, PEOPLE])
    const [one] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1', [other.c])
    expect((await read(one?.id, other)).extra).toEqual({ motto: 'Hop' })
    await server.drainJobs()
    expect([await valuesLeft(), await valuesLeft(other.c), await isThere(theirs)]).toEqual([0, PEOPLE, true])
  })

  it('does not come back with what was read or kept before, and clients change meanwhile as ever', async () => {
    const [kept = '', gone = '', edited = '', erased = '', imported = '', synced = ''] = people
    const { owner, c } = shop
    const at = (id: string) => ({ params: { c, id } })
    const id = await ofAll()
    await owner.send(merges.mergeClients, { ...at(kept), body: { client: gone } })
    await remove(id)
    // Behind these the job goes on.
    const last = await part(id)
    expect(last && last > synced).toBe(true)
    await owner.send(merges.undoMerge, { ...at(kept), body: { client: gone } })
    const now = await read(edited)
    await owner.send(clients.saveClient, { ...at(edited), body: { ...inputOf(now), name: 'Edited' } })
    const { version } = await read(imported)
    const { cardNumber } = await read(erased)
    await owner.send(erasures.eraseClient, { ...at(erased), body: { confirm: cardNumberText(cardNumber) } })
    await inside(async (db) => {
      const extra = { motto: 'Imported' }
      const [user] = await query<{ id: string }>(server, 'select id from users limit 1')
      const change = { id: imported, version, change: { extra, name: 'Imported' } }
      expect(await changeImported(server.app, db, [change], user?.id ?? '')).toEqual([imported])
      const batch = { templateId: shop.template, lang: 'en', consentSource: '', asPreorders: false, by: user?.id ?? '' }
      const added = { id: crypto.randomUUID(), facts: { name: 'Added', extra } }
      await addImported(server.app, db, [added], { ...batch, lang: 'en' })
      const fields = { 'variable:motto': 'Synced' }
      await saveFromCrm(server.app, db, synced, { person: {}, amounts: {}, rewrites: true, fields })
    })
    const back = await query(
      server,
      `select name from clients
       where cabinet_id = $1 and jsonb_exists(extra, 'motto') and (id <= $2 or name = 'Added')`,
      [c, last],
    )
    expect(back).toEqual([])
    await server.drainJobs()
    expect([await valuesLeft(), await keptCount(), await isThere(id)]).toEqual([0, 0, false])
    expect([(await read(edited)).name, (await read(imported)).name]).toEqual(['Edited', 'Imported'])
  })

  it('goes while its clients are saved at the same time, and also from one who got a value meanwhile', async () => {
    const id = await ofAll()
    await remove(id)
    const rename = async (one: string) => {
      const body = { ...inputOf(await read(one)), surname: 'Busy' }
      return (await shop.owner.ask(clients.saveClient, { params: { c: shop.c, id: one }, body })).status
    }
    const [, , ...statuses] = await Promise.all([end(id), end(id), ...people.slice(10, 30).map(rename)])
    // Who was cleared between reading and saving is read again, as after any change.
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect([await valuesLeft(), await isThere(id)]).toEqual([0, false])
  })
})

it('a value that is written behind the last part is cleared before the name is free', async () => {
  const id = await ofAll()
  await remove(id)
  for (let after = await part(id); after !== null;) after = await part(id, after)
  await query(server, `update clients set extra = '{"motto": "Late"}' where id = $1 and cabinet_id = $2`, [
    people[40],
    shop.c,
  ])
  expect([await inside((db) => endClearing(db, id)), await isThere(id)]).toEqual([true, true])
  await end(id)
  expect([await valuesLeft(), await isThere(id)]).toEqual([0, false])
})

it('a removed variable leaves its place among those that a business may have', async () => {
  const id = await ofAll()
  await query(
    server,
    `insert into variables (cabinet_id, id, name, created_at)
     select $1, gen_random_uuid(), 'many' || n, now() from generate_series(1, $2::int) n`,
    [shop.c, VARIABLES_MAX - 1],
  )
  expect((await askCreate('another')).body.error?.code).toBe('variable_limit')
  await remove(id)
  expect((await askCreate('another')).status).toBe(201)
  expect((await askCreate('further')).body.error?.code).toBe('variable_limit')
  await query(server, 'delete from variables where cabinet_id = $1 and id <> $2', [shop.c, id])
})

it('a variable of few goes within the call, and its name is free', async () => {
  const id = await ofAll()
  await query(server, `update clients set extra = '{}' where cabinet_id = $1 and id > $2`, [shop.c, people[150]])
  await remove(id)
  expect([await valuesLeft(), await keptCount(), await isThere(id)]).toEqual([0, 0, false])
  expect((await askCreate('motto')).status).toBe(201)
})
