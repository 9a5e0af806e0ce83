import { beforeEach, describe, expect, it } from 'vitest'
import { cardNumberText } from '../../../card/values.ts'
import { TAGS_MAX } from '../../../contract/limits.ts'
import { clients } from '../../../contract/people/clients.ts'
import { imports } from '../../../contract/people/imports.ts'
import { tags } from '../../../contract/people/tags.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { query } from '../../../test/direct-access.ts'
import {
  at,
  bring,
  check,
  faultsFile,
  idOf,
  read,
  rows,
  run,
  server,
  setUpImports,
  shop,
  undo,
  upload,
} from '../../../test/import-shop.ts'
import { pathOf } from '../../../test/people.ts'

setUpImports()

const TEL = '+420601950001'
const OTHER = '+420601950002'
const BASE = `name,phone,points,card number\nAnna,${TEL},5,51\nBoris,${OTHER},7,52`
const params = (id: string) => ({ params: { c: shop.c, id } })
const readClient = async (id: string) => shop.owner.send(clients.readClient, params(id))

describe('an archived client', () => {
  beforeEach(async () => {
    await bring(BASE)
    await shop.owner.send(erasures.archiveClient, params(await idOf(TEL)))
  })
  const FILE = `name,phone,points\nHanna,${TEL},9\nBoris,${OTHER},7`

  it('whom a file names is counted apart and stays as it was', async () => {
    const checked = await check(await upload(FILE), { known: 'overwrite' })
    expect(checked.counts).toMatchObject({ archived: 1, same: 1, changing: 0, fresh: 0 })
    expect(checked.sample[0]).toMatchObject({ verdict: 'archived', tel: TEL })
    expect((await rows())[0]).toMatchObject({ name: 'Anna', bonus: 500 })
  })

  it('comes back when the owner says so, and the undo archives the client again', async () => {
    const id = await idOf(TEL)
    const { archivedAt } = await readClient(id)
    const done = await bring(FILE, { known: 'overwrite', bringBack: true })
    expect(done.counts).toMatchObject({ changed: 1, same: 1 })
    expect(await readClient(id)).toMatchObject({ archivedAt: null, name: 'Hanna', bonusMinor: 900 })
    expect((await bring(FILE, { known: 'overwrite', bringBack: true })).counts).toMatchObject({ changed: 0, same: 2 })
    expect((await undo(done.id)).counts).toMatchObject({ undone: 1, kept: 0 })
    expect(await readClient(id)).toMatchObject({ archivedAt, name: 'Anna', bonusMinor: 500 })
  })

  it('comes back alone where known clients are left as they are', async () => {
    const done = await bring(FILE, { known: 'skip', bringBack: true })
    expect(done.counts).toMatchObject({ changed: 1, known: 1 })
    expect(await readClient(await idOf(TEL))).toMatchObject({ archivedAt: null, name: 'Anna', bonusMinor: 500 })
  })
})

describe('a client who was merged into another', () => {
  it('is that other one for every file: by both phones and both cards', async () => {
    await bring(BASE)
    const [keptId, goneId] = [await idOf(TEL), await idOf(OTHER)]
    await shop.owner.send(merges.mergeClients, { params: { c: shop.c, id: keptId }, body: { client: goneId } })
    const done = await bring(`name,phone,card number\nHanna,${OTHER},52`, { known: 'overwrite' })
    expect(done.counts).toMatchObject({ changed: 1, added: 0, bad: 0 })
    expect(await readClient(keptId)).toMatchObject({ name: 'Hanna', tel: TEL, cardNumber: 51, bonusMinor: 1200 })
    const twice = await check(await upload(`name,phone\nHanna,${TEL}\nHanna,${OTHER}`), { known: 'overwrite' })
    expect([twice.counts.same, twice.faults]).toEqual([1, [{ code: 'repeated', lines: 1 }]])
  })
})

it('one client in two lines, by the phone and by the card, is a repetition', async () => {
  await bring(BASE)
  const done = await bring(`phone,card number,points\n${TEL},,1\n,51,2`, { known: 'overwrite' })
  expect([done.counts.changed, done.faults]).toEqual([1, [{ code: 'repeated', lines: 1 }]])
  expect((await rows())[0]).toMatchObject({ bonus: 100 })
})

describe('an erased client', () => {
  const erase = async (id: string) => {
    const { cardNumber } = await readClient(id)
    return shop.owner.send(erasures.eraseClient, { ...params(id), body: { confirm: cardNumberText(cardNumber) } })
  }
  const mentions = () =>
    query(server, `select 1 from client_import_rows r where r::text like any($1)`, [[`%${TEL}%`, '%Zoraida%']])

  it('is in no import any more, the files are gone, and what others got can still be undone', async () => {
    await query(server, 'delete from client_imports where cabinet_id = $1', [shop.c])
    const first = await bring(`name,phone\nZoraida,${TEL}\nBoris,${OTHER}\nNobody,x`)
    const changed = await bring(`name,phone,points\nZora,${TEL},3\nBob,${OTHER},4`, { known: 'overwrite' })
    const waiting = await check(await upload(`name,phone\nZoraida,${TEL}`), { known: 'overwrite' })
    const id = await idOf(TEL)
    expect((await mentions()).length).toBe(2)
    const preview = await shop.owner.send(erasures.previewErasure, params(id))
    expect(preview.files).toBe(3)
    expect((await erase(id)).done.files).toBe(3)
    expect(await mentions()).toEqual([])
    expect(await query(server, 'select 1 from client_import_parts where cabinet_id = $1', [shop.c])).toEqual([])
    expect((await shop.owner.ask(imports.readImport, at(waiting.id))).status).toBe(404)
    expect(await read(first.id)).toMatchObject({ hasFile: false, columns: [], counts: { bad: 1 } })
    expect((await shop.owner.ask(imports.downloadFaults, at(first.id))).status).toBe(409)
    await undo(changed.id)
    expect((await rows()).filter(({ tel }) => tel !== '')).toMatchObject([{ name: 'Boris', bonus: 0 }])
    expect(await readClient(await idOf(OTHER))).toMatchObject({ name: 'Boris' })
  })

  it('is not brought back by an import that goes on', async () => {
    await bring(BASE)
    const id = await idOf(TEL)
    const checked = await check(await upload(`name,phone,email\nZora,${TEL},z@x.example\nCyril,+420601950003,`), {
      known: 'overwrite',
    })
    await shop.owner.send(imports.startImport, at(checked.id))
    await erase(id)
    await server.drainJobs()
    expect(await read(checked.id)).toMatchObject({ state: 'done', counts: { added: 1, changed: 0 } })
    expect(await idOf(TEL)).toBe('')
  })

  it('is found in an import that goes on by each key alone, and nobody else is', async () => {
    await bring(`name,phone,email,card number\nAnna,${TEL},Zoraida@x.example,51\nBoris,${OTHER},,52`)
    const lines = ['A,,,51', `B,${TEL},,`, 'C,+420601950003,zoraida@X.example,', 'D,+420601950004,,']
    const file = await upload(['name,phone,email,card number', ...lines].join('\n'))
    const checked = await check(file, { known: 'overwrite' })
    await shop.owner.send(imports.startImport, at(checked.id))
    await erase(await idOf(TEL))
    const left = await query<{ line: number }>(
      server,
      'select line from client_import_rows where import_id = $1 order by line',
      [checked.id],
    )
    expect(left.map(({ line }) => line)).toEqual([3, 5])
    expect(await mentions()).toEqual([])
    await server.drainJobs()
    expect(await read(checked.id)).toMatchObject({ state: 'done', counts: { added: 1, changed: 0, bad: 1 } })
  })

  it('is known by nothing: the same phone is somebody new, and the number of the old card is refused', async () => {
    await bring(BASE)
    await erase(await idOf(TEL))
    const done = await bring(`name,phone,card number\nAnna,${TEL},\nDana,+420601950004,51`)
    expect([done.counts.added, done.faults]).toEqual([1, [{ code: 'erased_card', lines: 1 }]])
    expect(await faultsFile(done.id)).toContain('belonged to a client who was erased')
  })
})

it('a client gets to know which imports named them, and what these replaced', async () => {
  await bring(BASE)
  const done = await bring(`name,phone\nHanna,${TEL}`, { known: 'overwrite', consentSource: 'paper forms' })
  const id = await idOf(TEL)
  const response = await fetch(`${server.url}${pathOf(erasures.exportPerson, { c: shop.c, id })}`, {
    headers: { authorization: `Bearer ${shop.owner.token}` },
  })
  const { imports: named } = (await response.json()) as { imports: unknown[] }
  expect(named).toMatchObject([
    { line: 2, verdict: 'added', former: null },
    { importId: done.id, line: 2, verdict: 'changed', former: { name: 'Anna' } },
  ])
})

it('an import that is undone leaves those alone whom a merge has changed since, and names them', async () => {
  const done = await bring(BASE)
  const [keptId, goneId] = [await idOf(TEL), await idOf(OTHER)]
  await shop.owner.send(merges.mergeClients, { params: { c: shop.c, id: keptId }, body: { client: goneId } })
  expect((await undo(done.id)).counts).toMatchObject({ undone: 0, kept: 2 })
  expect((await rows()).length).toBe(2)
  expect((await run((await check(await upload(BASE))).id)).counts.added).toBe(0)
})

describe('tags of a file', () => {
  it('are added, never taken off; a second run changes nothing, and the undo takes them off again', async () => {
    await bring(BASE)
    const [anna, boris] = [await idOf(TEL), await idOf(OTHER)]
    await shop.owner.send(tags.setClientTags, { ...params(anna), body: { tags: ['Wine', 'old'] } })
    const known = `name,phone,tags\nAnna,${TEL},"wine; regular"\nBoris,${OTHER},regular`
    const file = `${known}\nCyril,+420601950003,"regular, new"`
    const done = await bring(file, { known: 'fill' })
    expect(done.counts).toMatchObject({ added: 1, changed: 2, bad: 0 })
    const cyril = await idOf('+420601950003')
    const tagsOf = async (id: string) => (await readClient(id)).tags
    expect([await tagsOf(anna), await tagsOf(boris), await tagsOf(cyril)]).toEqual([
      ['old', 'regular', 'Wine'],
      ['regular'],
      ['new', 'regular'],
    ])
    expect((await bring(file, { known: 'fill' })).counts).toMatchObject({ added: 0, changed: 0, same: 3 })
    expect((await undo(done.id)).counts).toMatchObject({ undone: 3, kept: 0 })
    expect([await tagsOf(anna), await tagsOf(boris)]).toEqual([['old', 'Wine'], []])
  })

  it('that are too many for the business refuse their line, and the others go in', async () => {
    await query(server, 'delete from tags where cabinet_id = $1', [shop.c])
    await query(
      server,
      `insert into tags (cabinet_id, id, name, created_at)
        select $1, gen_random_uuid(), 'many ' || n, now() from generate_series(1, $2) n`,
      [shop.c, TAGS_MAX - 1],
    )
    const done = await bring(`phone,tags\n${TEL},last\n${OTHER},one more\n+420601950003,many 7`)
    expect([done.counts.added, done.faults]).toEqual([2, [{ code: 'tag_limit', lines: 1 }]])
    expect(await faultsFile(done.id)).toContain('too many tags')
  })
})
