import { beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { tags } from '../../../contract/people/tags.ts'
import { type BulkAction, bulkEdits } from '../../../contract/reach/bulk-edits.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { cardNumberText } from '../../../card/values.ts'
import { dropBulkEdit } from '../../reach/bulk-edits/bulk-edits.ts'
import { client, list, read, save, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, plainDesign, signIn } from '../../../test/people.ts'

setUpClients()

let people: string[]
beforeEach(async () => {
  await query(server, 'update clients set archived_at = now() where cabinet_id = $1 and archived_at is null', [shop.c])
  people = []
  for (const name of ['Anna', 'Boris', 'Clara']) people.push((await client(name)).id)
})

const at = (id: string) => ({ params: { c: shop.c, id } })
const everybody = { of: 'all' as const }
const ask = (action: BulkAction, rows: object = everybody, by = shop.owner) =>
  by.ask(bulkEdits.startBulkEdit, { params: { c: shop.c }, body: { rows: rows as never, action } })
async function edit(action: BulkAction, rows: object = everybody) {
  const { body } = await ask(action, rows)
  await server.drainJobs()
  return readEdit(idIn(body))
}
const idIn = (body: { data?: unknown }) => (body.data as { id: string }).id
const readEdit = (id: string) => shop.owner.send(bulkEdits.readBulkEdit, at(id))
async function undo(id: string) {
  await shop.owner.send(bulkEdits.undoBulkEdit, at(id))
  await server.drainJobs()
  return readEdit(id)
}
const left = async (id: string) => (await shop.owner.send(bulkEdits.listBulkLeft, { ...at(id), query: {} })).data
const history = async (id: string) => (await shop.owner.send(clients.balanceHistory, { ...at(id), query: {} })).data
const bonuses = async () => Promise.all(people.map(async (id) => (await read(id)).bonusMinor))
const add = (id: string, amount: number) =>
  shop.owner.send(holders.changeAmount, { ...at(id), body: { kind: 'bonus', action: 'add', amount } })
const points = (action: 'add' | 'take' | 'set', value: number) =>
  ({ kind: 'amount', amount: 'bonus', action, value, reason: 'Spring' }) as const
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } | null } }) => [
  status,
  body.error?.code,
]

describe('tags of many', () => {
  it('are added where they lack, and the undo takes off only those', async () => {
    const [anna = ''] = people
    await shop.owner.send(tags.setClientTags, { ...at(anna), body: { tags: ['Wine'] } })
    const done = await edit({ kind: 'add_tags', tags: ['wine'] })
    expect(done).toMatchObject({
      state: 'done',
      text: 'Wine',
      total: 3,
      counts: { changed: 2, same: 1 },
      canUndo: true,
    })
    expect(await Promise.all(people.map(async (id) => (await read(id)).tags))).toEqual([['Wine'], ['Wine'], ['Wine']])
    const back = await undo(done.id)
    expect(back).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 0 }, canUndo: false })
    expect(await Promise.all(people.map(async (id) => (await read(id)).tags))).toEqual([['Wine'], [], []])
  })

  it('are taken off and given back', async () => {
    await edit({ kind: 'add_tags', tags: ['a', 'b'] }, { of: 'selected', ids: people.slice(0, 2) })
    const done = await edit({ kind: 'remove_tags', tags: ['b', 'never'] })
    expect(done.counts).toMatchObject({ changed: 2, same: 1 })
    expect((await read(people[0] ?? '')).tags).toEqual(['a'])
    await undo(done.id)
    expect((await read(people[0] ?? '')).tags).toEqual(['a', 'b'])
  })
})

describe('amounts of many', () => {
  it('are added, with a line of history each, and the undo takes the same off, never below zero', async () => {
    const [anna = '', boris = ''] = people
    await add(boris, 7_00)
    const done = await edit(points('add', 5_00))
    expect(await bonuses()).toEqual([5_00, 12_00, 5_00])
    expect(done).toMatchObject({ counts: { changed: 3 }, text: 'Spring', amount: { action: 'add', value: 5_00 } })
    expect((await history(anna))[0]).toMatchObject({ delta: 5_00, reason: 'Spring', source: 'cabinet' })
    await shop.owner.send(holders.changeAmount, { ...at(anna), body: { kind: 'bonus', action: 'take', amount: 3_00 } })
    const back = await undo(done.id)
    expect(back.counts).toMatchObject({ undone: 2, kept: 1, changed: 0 })
    expect(await bonuses()).toEqual([2_00, 7_00, 0])
    expect(await left(done.id)).toMatchObject([{ id: anna, reason: 'amount_too_small' }])
    expect((await history(boris))[0]).toMatchObject({ delta: -5_00, reason: 'Undone: Spring' })
  })

  it('who has too little is left alone and named', async () => {
    const [anna = '', boris = ''] = people
    await add(boris, 7_00)
    const done = await edit(points('take', 6_00))
    expect(done.counts).toMatchObject({ changed: 1, refused: 2 })
    expect(await bonuses()).toEqual([0, 1_00, 0])
    expect((await left(done.id)).find((one) => one.id === anna)).toMatchObject({
      name: 'Anna',
      reason: 'amount_too_small',
    })
  })

  it('that the CRM keeps are not changed here', async () => {
    await query(
      server,
      `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, created_at,
        updated_at) values ($1, gen_random_uuid(), 'url', '{}', true, false, false, true, now(), now())`,
      [shop.c],
    )
    await query(server, `insert into crm_clients (cabinet_id, client_id, crm_id) values ($1, $2, 'crm-1')`, [
      shop.c,
      people[0],
    ])
    const done = await edit(points('add', 1_00))
    expect(done.counts).toMatchObject({ changed: 2, refused: 1 })
    expect(await left(done.id)).toMatchObject([{ id: people[0], reason: 'amount_of_crm' }])
    await query(server, 'delete from crm_clients where cabinet_id = $1', [shop.c])
    await query(server, 'delete from integrations where cabinet_id = $1', [shop.c])
  })

  it('need the right to change amounts, for the undo too', async () => {
    const member = await signIn(server, 'Mia')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
       select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, member.email],
    )
    expect(codeOf(await ask(points('add', 1), everybody, member))).toEqual([403, 'right_missing'])
    expect((await ask({ kind: 'archive' }, { of: 'selected', ids: people.slice(0, 1) }, member)).status).toBe(201)
    await server.drainJobs()
    const done = await edit(points('add', 1_00))
    expect(codeOf(await member.ask(bulkEdits.undoBulkEdit, at(done.id)))).toEqual([403, 'right_missing'])
  })
})

describe('other changes of many', () => {
  it('the card design changes with the card, and the undo leaves alone whom somebody moved since', async () => {
    const [anna = '', boris = '', clara = ''] = people
    const body = {
      name: 'Gold',
      type: 'discount',
      design: plainDesign(),
      birthdayEnabled: false,
      variables: {},
    } as const
    const gold = await shop.owner.send(templates.createTemplate, { params: { c: shop.c }, body })
    const third = await shop.owner.send(templates.createTemplate, { params: { c: shop.c }, body })
    await save(clara, { template: gold.id })
    const done = await edit({ kind: 'template', template: gold.id })
    expect([done.text, done.counts]).toMatchObject(['Gold', { changed: 2, same: 1 }])
    const passes = await query<{ template_id: string }>(
      server,
      'select template_id from passes where client_id = any($1)',
      [people],
    )
    expect(new Set(passes.map((row) => row.template_id))).toEqual(new Set([gold.id]))
    await save(boris, { template: third.id })
    expect((await undo(done.id)).counts).toMatchObject({ undone: 1, kept: 1 })
    expect([(await read(anna)).template.id, (await read(boris)).template.id]).toEqual([shop.template, third.id])
    expect(await left(done.id)).toMatchObject([{ id: boris, reason: 'changed_since' }])
  })

  it('the archive takes them and gives them back, but not those whom somebody has brought back meanwhile', async () => {
    const done = await edit({ kind: 'archive' })
    expect([done.counts.changed, (await list({})).meta.total]).toEqual([3, 0])
    await shop.owner.send(erasures.bringBackClient, at(people[0] ?? ''))
    expect((await undo(done.id)).counts).toMatchObject({ undone: 2, kept: 1 })
    expect((await list({})).meta.total).toBe(3)
  })

  it('come back from the archive by hand, and go there again by the undo', async () => {
    await edit({ kind: 'archive' })
    const ids = people.slice(0, 2)
    const done = await edit({ kind: 'bring_back' }, { of: 'selected', ids })
    expect([done.counts.changed, (await list({})).meta.total]).toEqual([2, 2])
    await undo(done.id)
    expect((await list({})).meta.total).toBe(0)
  })

  it('a message goes to cards on phones, and cannot be undone', async () => {
    const done = await edit({ kind: 'message', message: 'Soup is ready' })
    expect(done).toMatchObject({ counts: { changed: 0, refused: 3 }, canUndo: false })
    expect((await left(done.id)).map((one) => one.reason)).toEqual(Array(3).fill('no_card_installed'))
    expect(codeOf(await shop.owner.ask(bulkEdits.undoBulkEdit, at(done.id)))).toEqual([409, 'bulk_moved_on'])
  })
})

describe('a bulk edit', () => {
  it('is for those who match when it starts, by filters of every kind', async () => {
    await edit({ kind: 'add_tags', tags: ['chosen'] }, { of: 'filtered', q: 'Boris', filters: {} })
    const tag = (await shop.owner.send(tags.listTags, { params: { c: shop.c } })).tags.find(
      (one) => one.name === 'chosen',
    )
    expect(tag?.clients).toBe(1)
    const done = await edit(points('add', 2_00), {
      of: 'filtered',
      filters: { tag: tag?.id, platform: 'none', template: shop.template },
    })
    expect([done.total, await bonuses()]).toEqual([1, [0, 2_00, 0]])
    expect(codeOf(await ask({ kind: 'archive' }, { of: 'filtered', q: 'nobody at all' }))).toEqual([409, 'bulk_nobody'])
    expect((await ask({ kind: 'archive' }, { of: 'filtered', filters: { segment: crypto.randomUUID() } })).status).toBe(
      404,
    )
    expect((await ask({ kind: 'template', template: crypto.randomUUID() })).status).toBe(404)
  })

  it('runs alone: of ten that start together one is taken', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(points('add', 1_00))))
    expect(asked.map((one) => one.status).filter((status) => status === 201)).toEqual([201])
    expect(codeOf(await ask({ kind: 'archive' }))).toEqual([409, 'bulk_running'])
    await server.drainJobs()
    expect(await bonuses()).toEqual([1_00, 1_00, 1_00])
  })

  it('goes on behind its last part, and nobody is changed twice', async () => {
    const { body } = await ask(points('add', 1_00))
    const id = idIn(body)
    const first = [...people].sort()[0] ?? ''
    await add(first, 1_00)
    await query(
      server,
      `update bulk_edit_rows set state = 'changed', former = '{"delta": 100}' where edit_id = $1 and client_id = $2`,
      [id, first],
    )
    await query(server, 'update bulk_edits set after_client = $2, done = 1 where id = $1', [id, first])
    await server.drainJobs()
    expect([await bonuses(), (await readEdit(id)).counts.changed]).toEqual([[1_00, 1_00, 1_00], 3])
  })

  it('leaves no row of an edit that is dropped, nor of clients who are deleted', async () => {
    const rows = async () =>
      (
        await query<{ client_id: string }>(server, 'select client_id from bulk_edit_rows where cabinet_id = $1', [
          shop.c,
        ])
      ).length
    await query(server, 'delete from bulk_edits where cabinet_id = $1', [shop.c])
    expect(await rows()).toBe(0)
    const first = await edit(points('add', 1_00))
    await edit({ kind: 'add_tags', tags: ['new'] })
    expect(await rows()).toBe(6)
    await query(
      server,
      `insert into clients (cabinet_id, id, card_number, template_id, created_at, updated_at)
       select $1, gen_random_uuid(), 600000 + n, $2, now(), now() from generate_series(1, 20) n`,
      [shop.c, shop.template],
    )
    const third = await edit({ kind: 'add_tags', tags: ['newer'] })
    expect([third.total, await rows()]).toEqual([23, 29])
    await query(server, 'delete from clients where cabinet_id = $1 and card_number > 600010', [shop.c])
    expect(await rows()).toBe(19)
    await dropBulkEdit.handle(server.app, { cabinetId: shop.c, id: third.id })
    expect(await rows()).toBe(6)
    await dropBulkEdit.handle(server.app, { cabinetId: shop.c, id: first.id })
    expect(await rows()).toBe(3)
    await query(server, 'delete from clients where cabinet_id = $1 and card_number > 600000', [shop.c])
  })

  it('names nobody who was erased or merged, and belongs to its business', async () => {
    const [anna = '', boris = ''] = people
    const { body } = await ask(points('add', 1_00))
    const id = idIn(body)
    const { cardNumber } = await read(anna)
    await shop.owner.send(erasures.eraseClient, { ...at(anna), body: { confirm: cardNumberText(cardNumber) } })
    await query(server, 'update clients set merged_into = $2, archived_at = now() where id = $1', [boris, people[2]])
    expect(await query(server, 'select from bulk_edit_rows where client_id = $1', [anna])).toEqual([])
    await server.drainJobs()
    expect((await readEdit(id)).counts).toMatchObject({ changed: 1, refused: 1 })
    await query(server, 'update clients set merged_into = null where id = $1', [boris])
    const other = await openShop(server, 'Zora')
    const theirs = { params: { c: other.c, id } }
    expect((await other.owner.ask(bulkEdits.readBulkEdit, theirs)).status).toBe(404)
    expect((await other.owner.ask(bulkEdits.undoBulkEdit, theirs)).status).toBe(404)
    expect((await shop.owner.send(bulkEdits.listBulkEdits, { params: { c: shop.c }, query: {} })).data[0]?.id).toBe(id)
  })
})
