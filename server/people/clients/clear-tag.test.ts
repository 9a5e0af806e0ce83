/** A tag of many: removed at once, and taken off them in parts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { clientExports } from '../../../contract/people/exports.ts'
import { segments } from '../../../contract/people/segments.ts'
import { tags } from '../../../contract/people/tags.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { TAGS_MAX } from '../../../contract/limits.ts'
import { cardNumberText } from '../../../card/values.ts'
import { client, list, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { conditionOfRules } from '../segments/segments.ts'
import { clearPart, clearTag } from './clear-tag.ts'
import { countWhere } from './clients.ts'

setUpClients()

/** More than lose a tag within the call, and more than one part. */
const PEOPLE = 450

let other: Shop
beforeAll(async () => {
  other = await openShop(server, 'Otto')
  for (const { c, template } of [shop, other])
    await query(
      server,
      `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'Many ' || n, 100000 + n, $2, now(), now() from generate_series(1, $3::int) n`,
      [c, template, PEOPLE],
    )
})

async function tagOfAll(name: string, { c, owner }: Shop = shop): Promise<string> {
  const { id } = await owner.send(tags.createTag, { params: { c }, body: { name } })
  await query(
    server,
    `insert into client_tags (cabinet_id, tag_id, client_id)
     select cabinet_id, $2, id from clients where cabinet_id = $1`,
    [c, id],
  )
  return id
}

const all = async ({ c, owner }: Shop = shop) => (await owner.send(tags.listTags, { params: { c } })).tags
const namesOf = async (of: Shop = shop) => (await all(of)).map(({ name, clients }) => [name, clients])
const remove = (id: string) => shop.owner.ask(tags.removeTag, { params: { c: shop.c, tagId: id } })
const put = (id: string, names: string[]) =>
  shop.owner.send(tags.setClientTags, { params: { c: shop.c, id }, body: { tags: names } })
const holders = async (id: string) =>
  (await query<{ n: number }>(server, 'select count(*)::int as n from client_tags where tag_id = $1', [id]))[0]?.n
const isThere = async (id: string) => (await query(server, 'select from tags where id = $1', [id])).length === 1
const part = (id: string, after: string | null = null) =>
  openForWork(server.app, shop.c, (db) => clearPart(db, id, after))
const end = (id: string, c = shop.c) => clearTag.handle(server.app, { cabinetId: c, id })
/** Nobody else's job is left behind. */
async function drained(): Promise<void> {
  await server.drainJobs()
  expect(await query(server, 'select from tags where removed_at is not null')).toEqual([])
}

const countOf = async (operator: 'one_of' | 'none_of', id: string) =>
  (
    await shop.owner.send(segments.countSegment, {
      params: { c: shop.c },
      query: {},
      body: { match: 'all', criteria: [{ kind: 'tag', operator, value: [id] }] },
    })
  ).size

describe('a tag that many have', () => {
  it('is gone at once wherever it was, and the job leaves nothing of it', async () => {
    const { id: anna } = await client('Anna')
    const id = await tagOfAll('everybody')
    const [rest] = [await countOf('one_of', id)]
    expect([(await read(anna)).tags, (await list({ tag: id })).meta.total]).toEqual([['everybody'], rest])
    expect((await remove(id)).status).toBe(200)
    expect(await holders(id)).toBeGreaterThan(PEOPLE)
    expect(await namesOf()).toEqual([])
    expect((await read(anna)).tags).toEqual([])
    expect((await list({ q: 'Anna' })).data[0]?.tags).toEqual([])
    expect((await list({ tag: id })).meta.total).toBe(0)
    expect([await countOf('one_of', id), await countOf('none_of', id)]).toEqual([0, rest])
    const kept = {
      match: 'all' as const,
      criteria: [{ kind: 'tag' as const, operator: 'one_of' as const, value: [id] }],
    }
    const fit = (db: CabinetDb) => conditionOfRules(db, kept, server.now()).then((one) => countWhere(db, [one]))
    expect(await openForWork(server.app, shop.c, fit)).toBe(0)
    expect((await remove(id)).body.error?.code).toBe('tag_not_found')
    const renamed = await shop.owner.ask(tags.renameTag, { params: { c: shop.c, tagId: id }, body: { name: 'Back' } })
    expect(renamed.body.error?.code).toBe('tag_not_found')
    await server.drainJobs()
    expect([await holders(id), await isThere(id)]).toEqual([0, false])
  })

  it('leaves its name to a new one, which nobody has', async () => {
    const { id: boris } = await client('Boris')
    const id = await tagOfAll('Again')
    await remove(id)
    const made = await shop.owner.send(tags.createTag, { params: { c: shop.c }, body: { name: 'again' } })
    expect([made.id === id, await namesOf()]).toEqual([false, [['again', 0]]])
    expect(await put(boris, ['AGAIN'])).toEqual({ tags: ['again'] })
    await server.drainJobs()
    expect([await holders(id), await isThere(id), await namesOf()]).toEqual([0, false, [['again', 1]]])
    expect((await remove(made.id)).status).toBe(200)
    expect([await isThere(made.id), await namesOf()]).toEqual([false, []])
  })

  it('leaves its place among those that a business may have', async () => {
    const id = await tagOfAll('one of many')
    await query(
      server,
      `insert into tags (cabinet_id, id, name, created_at)
       select $1, gen_random_uuid(), 'full ' || n, now() from generate_series(1, $2::int) n`,
      [shop.c, TAGS_MAX - (await all()).length],
    )
    const create = (name: string) =>
      shop.owner.ask(tags.createTag, { params: { c: shop.c }, body: { name } }).then(({ status }) => status)
    expect(await create('one more')).toBe(409)
    await remove(id)
    expect([await create('one more'), await create('two more')]).toEqual([201, 409])
    await query(server, `delete from tags where cabinet_id = $1 and name <> id::text`, [shop.c])
    await drained()
  })

  it('is in no file that was asked for before', async () => {
    const id = await tagOfAll('filed')
    await shop.owner.send(clientExports.startExport, {
      params: { c: shop.c },
      body: { columns: ['cardNumber', 'tags'], rows: { of: 'filtered', q: '', filters: { tag: id } } },
    })
    await remove(id)
    await drained()
    const [file] = await query<{ state: string; done: number }>(server, 'select state, done from client_exports')
    expect(file).toEqual({ state: 'ready', done: 0 })
  })

  it('is taken off by the next worker where one was killed, and a second time without harm', async () => {
    const id = await tagOfAll('killed')
    await remove(id)
    const before = (await holders(id)) ?? 0
    const last = await part(id)
    const left = (await holders(id)) ?? 0
    expect([last === null, left > 0, left < before, await isThere(id)]).toEqual([false, true, true, true])
    await end(id)
    expect([await holders(id), await isThere(id)]).toEqual([0, false])
    await end(id)
    await drained()
  })

  it('is not taken off where it was not removed, nor off the clients of others', async () => {
    const [ours, theirs] = [await tagOfAll('both'), await tagOfAll('both', other)]
    await remove(ours)
    await end(theirs, shop.c)
    expect(await namesOf(other)).toEqual([['both', PEOPLE]])
    await drained()
    expect([await isThere(ours), await namesOf(other)]).toEqual([false, [['both', PEOPLE]]])
  })

  it('comes along with no merge, and clients change meanwhile as ever', async () => {
    const [kept, gone, erased, dana] = [
      await client('Emil'),
      await client('Emil'),
      await client('Erased'),
      await client('Dana'),
    ]
    const params = (id: string) => ({ c: shop.c, id })
    const id = await tagOfAll('leaving')
    await query(server, 'delete from client_tags where client_id = $1', [kept.id])
    await put(gone.id, ['leaving', 'staff'])
    await remove(id)
    await shop.owner.send(merges.mergeClients, { params: params(kept.id), body: { client: gone.id } })
    expect((await read(kept.id)).tags).toEqual(['staff'])
    expect(await query(server, 'select from client_tags where client_id = $1 and tag_id = $2', [kept.id, id])).toEqual(
      [],
    )
    await part(id)
    await put(dana.id, ['staff'])
    const { cardNumber } = await read(erased.id)
    await shop.owner.send(erasures.eraseClient, {
      params: params(erased.id),
      body: { confirm: cardNumberText(cardNumber) },
    })
    await shop.owner.send(merges.undoMerge, { params: params(kept.id), body: { client: gone.id } })
    await drained()
    expect([(await read(kept.id)).tags, (await read(gone.id)).tags, (await read(dana.id)).tags]).toEqual([
      [],
      ['staff'],
      ['staff'],
    ])
  })

  it('goes while its clients get other tags at the same time', async () => {
    const people = [await client('Hana'), await client('Ida'), await client('Jan')]
    const id = await tagOfAll('busy')
    await remove(id)
    await Promise.all([
      end(id),
      end(id),
      ...people.flatMap(({ id: one }, n) => [put(one, [`own ${n}`]), put(one, [`own ${n}`, 'busy'])]),
    ])
    await drained()
    expect(await isThere(id)).toBe(false)
    const busy = (await all()).find(({ name }) => name === 'busy')
    expect(busy?.id).not.toBe(id)
  })
})
