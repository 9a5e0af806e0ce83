/** The file of transactions: all rows, once, as numbers, in both formats; and who may have it. */
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { ledger } from '../../../contract/business/ledger.ts'
import { query } from '../../../test/direct-access.ts'
import { give, open, server, setUpFinance, today } from '../../../test/finance.ts'
import { pathOf, type Person, type Shop, signIn } from '../../../test/people.ts'
import { xlsxOf } from '../../base/xlsx.ts'
import { readXlsx } from '../../people/imports/xlsx-file.ts'

setUpFinance()

const MANY = 2_350

async function download(shop: Shop, ask = '', who: Person = shop.owner, lang = 'en') {
  const path = `${server.url}${pathOf(ledger.downloadTransactions, { c: shop.c })}?${ask}`
  const response = await fetch(path, { headers: { authorization: `Bearer ${who.token}`, 'x-locale': lang } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const csvRows = (bytes: Buffer, delimiter = ',') =>
  parse(bytes, { bom: true, delimiter, relax_column_count: false }) as string[][]

/** One that has paid for days with bonus money and real money, and many SMS. */
async function openBusy(): Promise<Shop> {
  const shop = await open()
  await give(shop, 100_00, 'top_up')
  await give(shop, 5_00, 'bonus')
  await give(shop, -7_50, 'sms')
  await query(
    server,
    `insert into transactions (cabinet_id, no, event, amount_minor, balance_minor, at, note)
       select $1, 3 + n, 'sms', -1, 9750 - n, now(), case when n = 1 then '=1+1' else '' end
       from generate_series(1, $2::int) n`,
    [shop.c, MANY],
  )
  return shop
}

describe('the file of transactions', () => {
  it('has every row once and in its order, and texts that no spreadsheet runs', async () => {
    const shop = await openBusy()
    const { headers, bytes } = await download(shop)
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/csv; charset=utf-8', 'no-store'])
    expect(headers.get('content-disposition')).toContain(`transactions-${shop.domain}-${today()}.csv`)
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [head, ...rows] = csvRows(bytes)
    expect(head).toEqual([
      'No.',
      'Date, Moscow time',
      'Event',
      'Note',
      'Amount',
      'Of which bonus',
      'Balance after',
      'Currency',
    ])
    expect(rows.map(([no]) => Number(no))).toEqual(Array.from({ length: MANY + 3 }, (_, at) => at + 1))
    expect(rows.slice(0, 3).map((row) => row.slice(2, 7))).toEqual([
      ['Top-up', '', '100.00', '0.00', '100.00'],
      ['Bonus', '', '5.00', '5.00', '105.00'],
      ['SMS', '', '-7.50', '-5.00', '97.50'],
    ])
    expect(rows[3]?.[3]).toBe("'=1+1")
  })

  it('says in both formats what each row was booked for, as the page does', async () => {
    const shop = await openBusy()
    for (const [no, reference, note] of [
      [1, 'robokassa/1000007', ''],
      [2, 'welcome/robokassa/1000007', 'Enjoy'],
    ] as const)
      await query(server, 'update transactions set reference = $3, note = $4 where cabinet_id = $1 and no = $2', [
        shop.c,
        no,
        reference,
        note,
      ])
    const notes = ['Card payment 1000007', '5% on top of your first payment, thanks to a promo code · Enjoy', '']
    expect(
      csvRows((await download(shop)).bytes)
        .slice(1, 4)
        .map((row) => row[3]),
    ).toEqual(notes)
    const { lines } = await readXlsx((await download(shop, 'format=xlsx')).bytes, {})
    expect(lines.slice(0, 3).map(({ cells }) => cells[3])).toEqual(notes)
  })

  it('is the same as XLSX, with numbers that can be added up', async () => {
    const shop = await openBusy()
    const { headers, bytes } = await download(shop, 'format=xlsx')
    expect(headers.get('content-type')).toContain('spreadsheetml.sheet')
    const table = await readXlsx(bytes, {})
    expect([table.sheet, table.titles[4], table.lines.length]).toEqual(['Transactions', 'Amount', MANY + 3])
    expect(table.lines.map(({ cells }) => cells[0])).toEqual(Array.from({ length: MANY + 3 }, (_, at) => at + 1))
    expect(table.lines[2]?.cells.slice(2)).toEqual(['SMS', '', -7.5, -5, 97.5, 'EUR'])
    expect(table.lines[2]?.cells[1]).toContain(today())
    expect(table.lines[3]?.cells[3]).toBe('=1+1')
  })

  it('has the days and kinds that are asked for, in the language of the reader', async () => {
    const shop = await openBusy()
    const { bytes } = await download(shop, `event=bonus,top_up&from=${today()}&to=${today()}`, shop.owner, 'de')
    const [head, ...rows] = csvRows(bytes, ';')
    expect(head?.[2]).toBe('Vorgang')
    expect(rows.map((row) => row.slice(2, 6))).toEqual([
      ['Aufladung', '', '100,00', '0,00'],
      ['Bonus', '', '5,00', '5,00'],
    ])
    expect(csvRows((await download(shop, 'to=2020-01-01')).bytes)).toHaveLength(1)
    expect((await download(shop, 'event=sms,nothing')).status).toBe(422)
    expect((await download(shop, 'format=pdf')).status).toBe(422)
  })

  it('is for the owner and those with the right to export, and every download is in the audit log', async () => {
    const shop = await openBusy()
    const colleague = await signIn(server, 'Carl')
    const setRights = (rights: string) =>
      query(
        server,
        `insert into accesses (cabinet_id, id, user_id, role, rights, created_at)
           select $1, gen_random_uuid(), id, 'member', $3::text[], now() from users where email = $2
           on conflict (cabinet_id, user_id) do update set rights = excluded.rights`,
        [shop.c, colleague.email, rights],
      )
    await setRights('{}')
    expect((await download(shop, '', colleague)).status).toBe(403)
    await setRights('{export}')
    expect((await download(shop, '', colleague)).status).toBe(200)
    const [row] = await query<{ count: number }>(
      server,
      `select count(*)::int as count from audit_log where call = 'finance.downloadTransactions' and about_cabinet = $1`,
      [shop.c],
    )
    expect(row?.count).toBe(1)
    expect((await download(await open(), '', colleague)).status).toBe(404)
  })

  it('breaks off when its rows cannot be read, so that half of it is not taken for the whole', async () => {
    async function* failing() {
      yield [['one']]
      throw new Error('the database is gone')
    }
    const file = xlsxOf({ sheet: 'A', head: ['Name'], widths: [10], rows: failing() })
    const read = async () => {
      let bytes = 0
      for await (const part of file) bytes += part.length
      return bytes
    }
    await expect(read()).rejects.toThrow('the database is gone')
  })
})
