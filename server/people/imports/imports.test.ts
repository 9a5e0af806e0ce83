import { describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { query } from '../../../test/direct-access.ts'
import {
  bring,
  check,
  faultsFile,
  rows,
  run,
  server,
  setUpImports,
  shop,
  undo,
  upload,
} from '../../../test/import-shop.ts'
import { takeCard } from '../../../test/phones.ts'
import { workbook } from '../../../test/workbooks.ts'

setUpImports()

describe('an import', () => {
  it('brings ten thousand lines, names each of the 3 % that are bad, and changes nothing a second time', async () => {
    const count = 10_000
    const isBad = (n: number) => n % 100 < 3
    const lines = Array.from({ length: count }, (_, n) => {
      const tel = isBad(n) ? `12${n}` : `+420601${String(n).padStart(6, '0')}`
      return `Client ${n};${tel};${n},50;${n % 7 === 0 ? '' : '7.4.1990'}`
    })
    const text = `name;telefon;zůstatek;narozeniny\n${lines.join('\n')}\n`
    const checked = await check(await upload(text))
    expect([checked.state, checked.rows, checked.counts.fresh, checked.counts.bad]).toEqual([
      'checked',
      count,
      9700,
      300,
    ])
    expect(checked.faults).toEqual([{ code: 'phone', lines: 300 }])
    expect(await rows()).toEqual([])
    const done = await run(checked.id)
    expect([done.state, done.counts.added, done.counts.bad]).toEqual(['done', 9700, 300])
    expect((await rows()).length).toBe(9700)
    const file = (await faultsFile(done.id)).trimEnd().split('\r\n').slice(1)
    expect(file.map((line) => Number(/^"(\d+)"/.exec(line)?.[1]))).toEqual(
      Array.from({ length: count }, (_, n) => n).flatMap((n) => (isBad(n) ? [n + 2] : [])),
    )
    expect(file[0]).toBe('"2","telefon: not a phone number","Client 0","120","0,50",""')
    const before = await rows()
    for (const known of ['fill', 'overwrite', 'skip'] as const) {
      const again = await bring(text, { known })
      expect([again.counts.added, again.counts.changed, again.counts.bad]).toEqual([0, 0, 300])
    }
    expect(await rows()).toEqual(before)
    const [passes] = await query<{ count: number }>(
      server,
      'select count(*)::int as count from passes where cabinet_id = $1',
      [shop.c],
    )
    expect(passes?.count).toBe(9700)
    const undone = await undo(done.id)
    expect([undone.state, undone.counts.undone, undone.counts.kept]).toEqual(['undone', 9700, 0])
    expect(await rows()).toEqual([])
    expect((await shop.owner.send(cabinets.readGeneral, { params: { c: shop.c } })).issued).toBe(0)
  })

  it('takes the same phone in four spellings for one client', async () => {
    const spellings = ['+420 601 950 001', '00420601950001', '601950001', '(601) 950-001']
    const done = await bring(`name,phone\n${spellings.map((tel) => `Anna,${tel}`).join('\n')}`)
    expect((await rows()).map(({ tel }) => tel)).toEqual(['+420601950001'])
    expect([done.counts.added, done.counts.bad, done.faults]).toEqual([1, 3, [{ code: 'repeated', lines: 3 }]])
    expect(await faultsFile(done.id)).toContain('the same client as in row 2')
  })

  it('takes the corrected file of refused lines as it is', async () => {
    const done = await bring('name,phone,points\nAnna,+420601950001,5\n"=cmd()",+420601950002,7\nBoris,12,9')
    const text = (await faultsFile(done.id)).replace("'=cmd()", 'Cyril').replace('"12"', '"+420601950003"')
    const file = await upload(text)
    expect(file.columns.map(({ guess }) => guess)).toEqual(['skip', 'skip', 'fullName', 'tel', 'bonus'])
    const corrected = await run((await check(file)).id)
    expect([corrected.counts.added, corrected.counts.bad]).toEqual([2, 0])
    expect((await rows()).map(({ name, bonus }) => [name, bonus])).toEqual([
      ['Anna', 500],
      ['Cyril', 700],
      ['Boris', 900],
    ])
  })

  it('keeps card numbers, and never gives one of them to anybody else', async () => {
    const sheet = workbook([
      ['Name', 'Phone', 'Card number', 'Barcode'],
      ['Anna', '601950001', '000051', '0002200000004121'],
      ['Boris', '601950002', { number: 7, style: 3 }, ''],
      ['Cyril', '601950003', '', ''],
      ['Dana', '', '', '0002200000004122'],
    ])
    const done = await bring(sheet)
    expect((await rows()).map((row) => [row.name, row.card_number, row.card_track])).toEqual([
      ['Boris', 7, ''],
      ['Anna', 51, '0002200000004121'],
      ['Cyril', 52, ''],
      ['Dana', 53, '0002200000004122'],
    ])
    await takeCard(server, shop.formUrl, { name: 'Eva', tel: '+420601950005' })
    expect((await rows()).at(-1)).toMatchObject({ name: 'Eva', card_number: 54 })
    const again = await bring(sheet, { known: 'overwrite' })
    expect([done.counts.added, again.counts.same]).toEqual([4, 4])
    const other = await bring('phone,card number\n+420601950001,000099\n+420601950002,000051', { known: 'overwrite' })
    expect(other.faults).toEqual([
      { code: 'other_card', lines: 1 },
      { code: 'two_clients', lines: 1 },
    ])
  })
})
