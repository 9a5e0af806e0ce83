import { describe, expect, it } from 'vitest'
import { TAGS_MAX } from '../../../contract/limits.ts'
import { segments } from '../../../contract/people/segments.ts'
import { tags } from '../../../contract/people/tags.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { cardNumberText } from '../../../card/values.ts'
import { client, list, read, save, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop } from '../../../test/people.ts'

setUpClients()

const at = (id: string) => ({ params: { c: shop.c, id } })
const put = (id: string, names: string[]) => shop.owner.send(tags.setClientTags, { ...at(id), body: { tags: names } })
const all = async () => (await shop.owner.send(tags.listTags, { params: { c: shop.c } })).tags
const named = async (name: string) => (await all()).find((tag) => tag.name === name)
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } | null } }) => [
  status,
  body.error?.code,
]

describe('tags of a client', () => {
  it('are by name: new ones are created, capital letters make no second one, in order of the alphabet', async () => {
    const [anna, boris] = [await client('Anna'), await client('Boris')]
    expect(await put(anna.id, ['Wine', 'Äpfel', 'wine'])).toEqual({ tags: ['Äpfel', 'Wine'] })
    expect(await put(boris.id, ['WINE', ' regular '])).toEqual({ tags: ['regular', 'Wine'] })
    expect((await all()).map(({ name, clients }) => [name, clients])).toEqual([
      ['Äpfel', 1],
      ['regular', 1],
      ['Wine', 2],
    ])
    expect(await put(anna.id, [])).toEqual({ tags: [] })
    expect((await named('Wine'))?.clients).toBe(1)
  })

  it('are in the list, which they filter, and on the page, and leave the version alone', async () => {
    const { id } = await client('Clara')
    const before = await read(id)
    await put(id, ['summer'])
    expect([(await read(id)).tags, (await read(id)).version]).toEqual([['summer'], before.version])
    const tag = (await named('summer'))?.id ?? ''
    const found = await list({ tag })
    expect([found.meta.total, found.data[0]?.tags]).toEqual([1, ['summer']])
    expect((await list({ tag: crypto.randomUUID() })).meta.total).toBe(0)
    expect((await save(id, { name: 'Klara' })).status).toBe(200)
    expect((await read(id)).tags).toEqual(['summer'])
  })

  it('are refused with a separator, for nobody, and for clients of others', async () => {
    const { id } = await client('Dana')
    const asked = await shop.owner.ask(tags.setClientTags, { ...at(id), body: { tags: ['a,b'] } })
    expect(codeOf(asked)).toEqual([422, 'invalid_input'])
    expect(
      (await shop.owner.ask(tags.setClientTags, { ...at(crypto.randomUUID()), body: { tags: ['x'] } })).status,
    ).toBe(404)
    expect(await named('x')).toBeUndefined()
    const other = await openShop(server, 'Zora')
    await other.owner.send(tags.createTag, { params: { c: other.c }, body: { name: 'theirs' } })
    expect(await named('theirs')).toBeUndefined()
    const theirs = (await other.owner.send(tags.listTags, { params: { c: other.c } })).tags[0]?.id ?? ''
    const taken = await shop.owner.ask(tags.removeTag, { params: { c: shop.c, tagId: theirs } })
    expect(codeOf(taken)).toEqual([404, 'tag_not_found'])
  })

  it('go along with a merge, come apart with its undo, and end with an erasure', async () => {
    const [kept, gone] = [await client('Emil'), await client('Emil')]
    await put(kept.id, ['regular', 'cheese'])
    await put(gone.id, ['cheese', 'staff'])
    await shop.owner.send(merges.mergeClients, { ...at(kept.id), body: { client: gone.id } })
    expect((await read(kept.id)).tags).toEqual(['cheese', 'regular', 'staff'])
    await shop.owner.send(merges.undoMerge, { ...at(kept.id), body: { client: gone.id } })
    expect([(await read(kept.id)).tags, (await read(gone.id)).tags]).toEqual([
      ['cheese', 'regular'],
      ['cheese', 'staff'],
    ])
    const { cardNumber } = await read(gone.id)
    await shop.owner.send(erasures.eraseClient, { ...at(gone.id), body: { confirm: cardNumberText(cardNumber) } })
    expect(await query(server, 'select 1 from client_tags where client_id = $1', [gone.id])).toEqual([])
  })
})

describe('a tag', () => {
  it('can be created, renamed and deleted, and its name belongs to one', async () => {
    const { id } = await client('Fanny')
    const made = await shop.owner.send(tags.createTag, { params: { c: shop.c }, body: { name: 'Vip' } })
    const again = await shop.owner.ask(tags.createTag, { params: { c: shop.c }, body: { name: 'VIP' } })
    expect(codeOf(again)).toEqual([409, 'tag_taken'])
    await put(id, ['vip', 'early'])
    const params = { c: shop.c, tagId: made.id }
    expect(codeOf(await shop.owner.ask(tags.renameTag, { params, body: { name: 'EARLY' } }))).toEqual([
      409,
      'tag_taken',
    ])
    expect(await shop.owner.send(tags.renameTag, { params, body: { name: 'VIP' } })).toEqual({
      ...made,
      name: 'VIP',
      clients: 1,
    })
    expect((await read(id)).tags).toEqual(['early', 'VIP'])
    await shop.owner.send(tags.removeTag, { params })
    expect((await read(id)).tags).toEqual(['early'])
    expect(codeOf(await shop.owner.ask(tags.removeTag, { params }))).toEqual([404, 'tag_not_found'])
  })

  it('that a segment asks for cannot be deleted, and the refusal names the segment', async () => {
    const { id } = await client('Greta')
    await put(id, ['autumn'])
    const tag = (await named('autumn'))?.id ?? ''
    const params = { c: shop.c }
    const draft = await shop.owner.send(segments.createSegment, { params })
    const input = { name: 'Autumn people', match: 'all' as const, version: draft.version }
    const save = (value: string) =>
      shop.owner.ask(segments.saveSegment, {
        params: { c: shop.c, segmentId: draft.id },
        body: { ...input, criteria: [{ kind: 'tag', operator: 'one_of', value: [value] }] },
      })
    const gone = await save(crypto.randomUUID())
    expect(gone.body.error).toMatchObject({ fields: { 'criteria.0.value': { code: 'tag_gone' } } })
    expect((await save(tag)).body).toMatchObject({ data: { size: 1 } })
    const refused = await shop.owner.ask(tags.removeTag, { params: { c: shop.c, tagId: tag } })
    expect([...codeOf(refused), refused.body.error?.detail]).toEqual([
      409,
      'tag_in_use',
      { name: 'autumn', where: 'Autumn people' },
    ])
  })

  it('is one for twenty calls at the same time, and a business has no more than its limit', async () => {
    const people = [await client('Hana'), await client('Ida')]
    await Promise.all(Array.from({ length: 20 }, (_, no) => put(people[no % 2]?.id ?? '', ['together'])))
    expect((await all()).filter((tag) => tag.name === 'together')).toMatchObject([{ clients: 2 }])
    const free = TAGS_MAX - (await all()).length
    await query(
      server,
      `insert into tags (cabinet_id, id, name, created_at)
        select $1, gen_random_uuid(), 'many ' || n, now() from generate_series(1, $2) n`,
      [shop.c, free - 1],
    )
    const asked = await shop.owner.ask(tags.setClientTags, {
      ...at(people[0]?.id ?? ''),
      body: { tags: ['one more', 'two more'] },
    })
    expect([...codeOf(asked), asked.body.error?.detail]).toEqual([409, 'tag_limit', { limit: TAGS_MAX }])
    expect(await put(people[0]?.id ?? '', ['one more'])).toEqual({ tags: ['one more'] })
  })
})
