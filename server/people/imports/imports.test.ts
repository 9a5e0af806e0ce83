import { describe, expect, it } from 'vitest'
import { bringBase } from '../../../test/import-base.ts'
import { bring, check, faultsFile, rows, run, server, setUpImports, shop, upload } from '../../../test/import-shop.ts'
import { takeCard } from '../../../test/phones.ts'
import { workbook } from '../../../test/workbooks.ts'

setUpImports()

describe('an import', () => {
  it('brings a base in which 3 % are bad, names each of these, and is undone to the last client', () => bringBase(300))

  it('takes the same phone in four spellings for one client', async () => {
    const spellings = ['+420 601 950 001', '00420601950001', '601950001', '(601) 950-001']
    const done = await bring(`name,phone\n${spellings.map((tel) => `Anna,${tel}`).join('\n')}`)
    expect((await rows()).map(({ tel }) => tel)).toEqual(['+420601950001'])
    expect([done.counts.added, done.counts.bad, done.faults]).toEqual([1, 3, [{ code: 'repeated', lines: 3 }]])
    expect(await faultsFile(done.id)).toContain('the same client as in row 2')
    for (const tel of spellings) {
      const again = await bring(`name,phone,points\nAnna,${tel},5`, { known: 'overwrite' })
      expect(again.counts.added + again.counts.bad).toBe(0)
    }
    expect(await rows()).toMatchObject([{ tel: '+420601950001', bonus: 500 }])
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
