/** A file that is deleted is gone at once, however many lines it has; they are deleted some at a time. */
import { expect, it } from 'vitest'
import { cardNumberText } from '../../../card/values.ts'
import { clients } from '../../../contract/people/clients.ts'
import { imports } from '../../../contract/people/imports.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { at, check, run, server, setUpImports, shop, upload } from '../../../test/import-shop.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { dropImport } from './imports.ts'
import { clearLines } from './remove-sql.ts'

setUpImports()

const LINES = 5_000
const linesOf = async (id: string) => {
  const [row] = await query<{ lines: string; files: string; parts: string }>(
    server,
    `select (select count(*) from client_import_rows where import_id = $1) as lines,
      (select count(*) from client_imports where id = $1) as files,
      (select count(*) from client_import_parts where import_id = $1) as parts`,
    [id],
  )
  return [Number(row?.lines), Number(row?.files), Number(row?.parts)]
}

/** A checked file to which lines were added, as of one that is larger. */
async function largeFile(): Promise<string> {
  const file = await check(await upload('name,phone\nAnna,+420601950001'))
  await query(
    server,
    `insert into client_import_rows (cabinet_id, import_id, line, verdict)
     select $1, $2, n, 'bad' from generate_series(1000, 999 + $3::int) n`,
    [shop.c, file.id, LINES],
  )
  return file.id
}

it('a large file is gone at once, and its lines go with the job, also when it is killed half way', async () => {
  const [id, other] = [await largeFile(), await largeFile()]
  await shop.owner.send(imports.deleteImport, at(id))
  const asked = [
    await shop.owner.ask(imports.readImport, at(id)),
    await shop.owner.ask(imports.startImport, at(id)),
    await shop.owner.ask(imports.deleteImport, at(id)),
  ]
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404])
  const { data } = await shop.owner.send(imports.listImports, { params: { c: shop.c }, query: {} })
  expect(data.map((one) => one.id)).not.toContain(id)
  expect((await linesOf(id)).slice(0, 2)).toEqual([LINES + 1, 1])

  expect(await openForWork(server.app, shop.c, (db) => clearLines(db, id, 2_000))).toBe(true)
  expect((await linesOf(id)).slice(0, 2)).toEqual([LINES - 1999, 1])
  await server.drainJobs()
  expect(await linesOf(id)).toEqual([0, 0, 0])
  await dropImport.handle(server.app, { cabinetId: shop.c, id })
  expect((await linesOf(other)).slice(0, 2)).toEqual([LINES + 1, 1])
})

it('a client who is erased is in no large file any more, which is gone at once and cleared by the job', async () => {
  const id = await largeFile()
  await run((await check(await upload('name,phone\nAnna,+420601950001\nBea,+420601950002'))).id)
  const [anna, bea] = (await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })).data.toSorted(
    (one, other) => one.name.localeCompare(other.name),
  )
  if (!anna || !bea) throw new Error('they were not imported')
  // A line that was not understood names her in a column of its own, and another client was found by it.
  await query(
    server,
    `update client_import_rows set client_id = $2, facts = '{"name": "Friend of Anna"}'
     where import_id = $1 and line = 1000`,
    [id, bea.id],
  )
  const { cardNumber } = await shop.owner.send(clients.readClient, at(anna.id))
  const { files } = await shop.owner.send(erasures.previewErasure, at(anna.id))
  const proof = await shop.owner.send(erasures.eraseClient, {
    ...at(anna.id),
    body: { confirm: cardNumberText(cardNumber) },
  })
  expect([proof.done.files, files > 1]).toEqual([files, true])
  const asked = [await shop.owner.ask(imports.readImport, at(id)), await shop.owner.ask(imports.startImport, at(id))]
  expect(asked.map(({ status }) => status)).toEqual([404, 404])
  const { data } = await shop.owner.send(imports.listImports, { params: { c: shop.c }, query: {} })
  expect(data.map((one) => one.id)).not.toContain(id)
  const known = JSON.stringify(await shop.owner.ask(erasures.exportPerson, { ...at(bea.id), query: {} }))
  expect([known.includes('Bea'), known.includes('Anna')]).toEqual([true, false])
  expect(await linesOf(id)).toEqual([LINES + 1, 1, 0])
  const [file] = await query<{ columns: unknown }>(
    server,
    `select file -> 'columns' as columns from client_imports where id = $1`,
    [id],
  )
  expect(file?.columns).toEqual([])

  await server.drainJobs()
  expect(await linesOf(id)).toEqual([0, 0, 0])
})

it('so are files beyond the newest that were never imported', async () => {
  const id = await largeFile()
  for (let n = 0; n < 6; n++) await upload(`name,phone\nBea,+42060195010${n}`)
  expect((await shop.owner.ask(imports.readImport, at(id))).status).toBe(404)
  await server.drainJobs()
  expect(await linesOf(id)).toEqual([0, 0, 0])
})

it('of an import that cannot be undone any more the lines go, and what it did stays', async () => {
  const id = await largeFile()
  await query(server, `update client_imports set state = 'done', expires_at = $2 where id = $1`, [
    id,
    new Date(server.now().getTime() - DAY_MS),
  ])
  await dropImport.handle(server.app, { cabinetId: shop.c, id })
  expect(await linesOf(id)).toEqual([0, 1, 0])
  expect((await shop.owner.ask(imports.readImport, at(id))).status).toBe(200)
})
