/** The base of another system: most lines are good, three of a hundred are not. */
import { expect } from 'vitest'
import { cabinets } from '../contract/platform/cabinets.ts'
import { query } from './direct-access.ts'
import { bring, check, faultsFile, rows, run, server, shop, undo, upload } from './import-shop.ts'

/** What is wrong with the first lines of each hundred. */
const FAULTS = [
  { code: 'phone', reason: 'telefon: not a phone number', line: (n: number) => `Client ${n};12${n};5;` },
  {
    code: 'date',
    reason: 'narozeniny: not a possible date',
    line: (n: number) => `Client ${n};${telOf(n)};5;31.2.1990`,
  },
  { code: 'formula', reason: 'name: looks like a formula', line: (n: number) => `=Client(${n});${telOf(n)};5;` },
] as const

const telOf = (n: number) => `+420601${String(n).padStart(6, '0')}`
const faultOf = (n: number) => FAULTS[n % 100]

const lineOf = (n: number) => faultOf(n)?.line(n) ?? `Client ${n};${telOf(n)};${n},50;${n % 7 === 0 ? '' : '7.4.1990'}`

/** Clients who are there before the import, and stay as they are. */
const OTHERS = 'name,phone\nDana,+420602000001\nEva,+420602000002'

const countPasses = async () =>
  (
    await query<{ count: number }>(server, 'select count(*)::int as count from passes where cabinet_id = $1', [shop.c])
  )[0]?.count

/** Cards in the chart of growth. */
const countIssued = async () =>
  (
    await query<{ count: number }>(
      server,
      `select coalesce(sum(count), 0)::int as count from growth_days where cabinet_id = $1 and event = 'issued'`,
      [shop.c],
    )
  )[0]?.count ?? 0

/** Brings the base in, a second time in every way, and takes it back. */
export async function bringBase(count: number): Promise<void> {
  await bring(OTHERS)
  const others = await rows()
  const issued = await countIssued()
  const numbers = Array.from({ length: count }, (_, n) => n)
  const bad = numbers.filter((n) => faultOf(n))
  const good = count - bad.length
  const text = `name;telefon;zůstatek;narozeniny\n${numbers.map(lineOf).join('\n')}\n`

  const checked = await check(await upload(text))
  expect(checked).toMatchObject({ state: 'checked', rows: count, counts: { fresh: good, bad: bad.length } })
  expect(Object.fromEntries(checked.faults.map(({ code, lines }) => [code, lines]))).toEqual(
    Object.fromEntries(FAULTS.map(({ code }) => [code, count / 100])),
  )
  expect(await rows()).toEqual(others)

  const done = await run(checked.id)
  expect(done).toMatchObject({ state: 'done', counts: { added: good, bad: bad.length } })
  expect([(await rows()).length, await countPasses()]).toEqual([good + 2, good + 2])
  expect(await countIssued()).toBe(issued + good)
  const named = (await faultsFile(done.id)).trimEnd().split('\r\n').slice(1)
  expect(named.map((line) => /^"(\d+)","([^"]+)"/.exec(line)?.slice(1))).toEqual(
    bad.map((n) => [String(n + 2), faultOf(n)?.reason]),
  )

  const before = await rows()
  for (const known of ['fill', 'overwrite', 'skip'] as const) {
    const again = await bring(text, { known })
    expect(again.counts).toMatchObject({ added: 0, changed: 0, bad: bad.length })
  }
  expect(await rows()).toEqual(before)

  const undone = await undo(done.id)
  expect(undone).toMatchObject({ state: 'undone', counts: { undone: good, kept: 0 } })
  expect(await rows()).toEqual(others)
  expect([await countPasses(), await countIssued()]).toEqual([2, issued])
  expect((await shop.owner.send(cabinets.readGeneral, { params: { c: shop.c } })).issued).toBe(2)
}
