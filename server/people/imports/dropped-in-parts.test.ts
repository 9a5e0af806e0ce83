/** A file that is deleted is gone at once, however many lines it has; they are deleted some at a time. */
import { expect, it } from 'vitest'
import { imports } from '../../../contract/people/imports.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { at, check, server, setUpImports, shop, upload } from '../../../test/import-shop.ts'
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
