import { describe, expect, it } from 'vitest'
import { doorAliases } from './door-aliases.ts'
import { readTree } from './imports.ts'
import { OWNERS, tableFaults } from './table-owners.ts'

const tree = readTree()
const FILE = 'server/reach/pushes/planted-sql.ts'
const plant = (text: string, file = FILE) => tableFaults(new Map([[file, text]]))

describe('the owners of tables', () => {
  it('are asked by every other room', () => {
    expect(tree.size).toBeGreaterThan(200)
    expect(tableFaults(tree)).toEqual([])
  })

  it('are one for each table, and there', () => {
    const tables = Object.values(OWNERS).flat()
    expect(tables).toHaveLength(new Set(tables).size)
    const isThere = (room: string) => [...tree.keys()].some((file) => file.startsWith(`${room}/`))
    expect(Object.keys(OWNERS).filter((room) => !isThere(room))).toEqual([])
  })

  it.each([
    ["tables(db).selectFrom('clients').execute()", ['clients']],
    ["tables(db).selectFrom('pushes').innerJoin('passes as p', 'p.id', 'pushes.id')", ['passes']],
    ["tables(db).selectFrom('pushes').leftJoin('users', 'users.id', 'pushes.by')", ['users']],
    ["tables(db).insertInto('clients').values(row)", ['clients']],
    ["tables(db).updateTable('clients').set(row)", ['clients']],
    ["tables(db).deleteFrom('clients')", ['clients']],
    ['sql`select id from clients where id = ${id}`', ['clients']],
    ['sql`select from pushes p left join\n lateral (select from clients) c on true`', ['clients']],
    ['sql`select from pushes p, clients c`', ['clients']],
    ['sql`and exists (select from clients c where c.id = ${id})`', ['clients']],
    ['sql`update clients set name = ${name}`', ['clients']],
    ['sql`insert into clients (id) values (${id}) on conflict (id) do update set id = excluded.id`', ['clients']],
    ['sql`delete from pushes using clients where true`', ['clients']],
    ['sql<{ n: number }>`with p as (select from passes) select count(*) from p`', ['passes']],
    ['const part = sql`from pushes join "clients" on true`', ['clients']],
  ])('are missed in %s', (text, tables) => {
    const owners = new Map(Object.entries(OWNERS).flatMap(([room, own]) => own.map((table) => [table, room])))
    expect(plant(text)).toEqual(
      tables.map((table) => expect.stringMatching(new RegExp(`^${FILE}:\\d+ names ${table} of ${owners.get(table)}$`))),
    )
  })

  it.each([
    ["tables(db).selectFrom('pushes').innerJoin('push_runs as r', 'r.id', 'pushes.id')"],
    ['sql`select extract(month from birthday), a is distinct from b from pushes, jsonb_each_text(extra) e for update`'],
    ['sql`update pushes set name = o.name from jsonb_to_recordset(${rows}) as o(id uuid, name text)`'],
    ['sql`select d from generate_series(1, 3) d left join pushes p on p.n = d`'],
    ["const months = Array.from('clients')"],
  ])('let pass %s', (text) => {
    expect(plant(text)).toEqual([])
  })

  it.each([
    ['sql`select id from ${table}`', 'a table is put in by a variable'],
    ['sql`update ${table} set name = 1`', 'a table is put in by a variable'],
    ['tables(db).selectFrom(table)', 'selectFrom is given a table by a variable'],
    ["sql.raw('select 1')", 'sql.raw hides what it names'],
    ["sql`select from ${sql.table('pushes')}`", 'a table is put in by a variable'],
  ])('are not guessed: %s', (text, fault) => {
    expect(plant(text)).toContain(`${FILE}:1 cannot be read: ${fault}`)
  })

  it('must own every table, and every file must parse', () => {
    expect(plant('sql`select from planted`')).toEqual([`${FILE}:1 names planted, which nobody owns`])
    expect(() => plant('import from from')).toThrow('does not parse')
  })
})

describe('the doors', () => {
  const DOOR = 'server/people/clients/clients.ts'
  const alias = (text: string) => doorAliases(new Map([[DOOR, text]]))

  it('hand out none of their SQL as it is', () => {
    expect(doorAliases(tree)).toEqual([])
  })

  it.each([
    ["import * as sql from './sql.ts'\nexport const countClients = sql.countClients\n", 'countClients'],
    ["import * as rows from './change-sql.ts'\nexport const insertClient = rows.insertClient\n", 'insertClient'],
    ["export { emailKey, type Row } from './sql.ts'", 'emailKey'],
  ])('are caught with %s', (text, name) => {
    expect(alias(text)).toEqual([`${DOOR} hands out ${name} of its SQL`])
  })

  it('may name a type of a row', () => {
    const typed = "import * as sql from './sql.ts'\nexport type Row = sql.Row\nexport type { Chosen } from './sql.ts'"
    expect(alias(typed)).toEqual([])
  })
})
