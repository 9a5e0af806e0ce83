import { beforeEach, describe, expect, it } from 'vitest'
import { integration } from '../../../../contract/business/integration.ts'
import { purchases } from '../../../../contract/reach/purchases.ts'
import {
  at,
  clientOf,
  fieldsIn,
  newClient,
  openCrmServer,
  right,
  save,
  server,
  shop,
} from '../../../../test/crm-story.ts'
import { query } from '../../../../test/direct-access.ts'
import { setProgramme } from '../../../../test/purchase-story.ts'
import { connectTill } from '../../../../test/till-server.ts'
import { newReceipt, openCashServer } from './emulator/cash-server.ts'

openCrmServer()
beforeEach(() => query(server, 'delete from tries'))

const SETTINGS = { pays: 'bonus', bonusCode: '', discountCode: '', language: 'ru' }
const [PAYMENT, DISCOUNT, BONUS, SPENT] = [0, 1, 2, 3]

async function anna(amounts: { bonus?: number; balance?: number } = {}) {
  const made = await newClient('Anna')
  const { bonus = 100_00, balance = 7_00 } = amounts
  await query(server, 'update clients set bonus_minor = $2, balance_minor = $3, surname = $4 where id = $1', [
    made.id,
    bonus,
    balance,
    'O"Brien & <Co>',
  ])
  return { ...made, card: (await clientOf(made.id)).cardNumber }
}
const connect = async (change: Partial<typeof SETTINGS> = {}) => {
  const address = await connectTill('rkeeper7', { ...SETTINGS, ...change })
  return { address, cash: openCashServer(address, fetch) }
}
const amountsOf = async (id: string) => {
  const { bonusMinor, balanceMinor } = await clientOf(id)
  return [bonusMinor, balanceMinor]
}
const sales = () =>
  query<{ kind: string; amount_minor: number }>(
    server,
    'select kind, amount_minor::int from external_events where cabinet_id = $1 order by received_at, kind',
    [shop.c],
  )

describe('a card at a till of R-Keeper', () => {
  it('is shown with its holder and amounts, by its number and by the phone', async () => {
    const { cash } = await connect()
    const { card, tel } = await anna()
    for (const code of [card, tel.slice(1)])
      expect(await cash.askCard(code)).toMatchObject({
        result: 0,
        values: {
          Deleted: '0',
          Locked: '0',
          Holder: 'Anna O&quot;Brien &amp; &lt;Co&gt;',
          Account: String(card),
          PersonID: String(card),
          Summa: '10000',
          Sum2: '700',
          Bonus: '0',
          Discount: '0',
        },
      })
  })

  it('pays with what the owner has chosen, and has the codes of R-Keeper', async () => {
    const { cash } = await connect({ pays: 'balance', bonusCode: '4', discountCode: '25' })
    const { card, id } = await anna()
    expect((await cash.askCard(card)).values).toMatchObject({ Summa: '700', Sum2: '10000', Bonus: '4', Discount: '25' })
    expect(await cash.close(newReceipt(), [{ card, kind: PAYMENT, summa: -5_00 }])).toMatchObject({ result: 0 })
    expect(await amountsOf(id)).toEqual([100_00, 2_00])
  })

  it('is not there when nobody has it, or the question is none', async () => {
    const { cash } = await connect()
    for (const card of ['99999999', '0', '-1', '79990000001', 'x'.repeat(500)])
      expect([card, (await cash.askCard(card)).values]).toEqual([card, { Result: '1' }])
  })

  it('a name that is too long is cut, and one of odd signs is XML', async () => {
    const { cash } = await connect()
    const { card, id } = await anna()
    await query(server, 'update clients set name = $2, surname = $3 where id = $1', [id, '🦊'.repeat(60), '\u0001x'])
    expect([...((await cash.askCard(card)).values.Holder ?? '')]).toHaveLength(39)
  })
})

describe('a receipt of R-Keeper', () => {
  it('takes what was paid, adds the bonus, and is a purchase', async () => {
    const { cash } = await connect({ bonusCode: '4' })
    const { card, id } = await anna()
    const lines = [
      { card, kind: PAYMENT, summa: -30_00 },
      { card, kind: DISCOUNT, summa: -10_00 },
      { card, kind: BONUS, summa: 3_50 },
      { card, kind: SPENT, summa: 70_00 },
    ]
    expect(await cash.close(newReceipt(), lines)).toEqual({ status: 200, result: 0, error: '' })
    expect(await amountsOf(id)).toEqual([73_50, 7_00])
    expect(await sales()).toEqual([{ kind: 'purchase', amount_minor: 70_00 }])
    expect((await shop.owner.send(integration.readCrmTill, { params: at() }))?.lastCallAt).toEqual(expect.any(String))
  })

  it('that is sent again, also several times at once, has the same answer and moves nothing', async () => {
    const { cash } = await connect({ bonusCode: '4' })
    const { card, id } = await anna()
    const receipt = newReceipt()
    const lines = [
      { card, kind: PAYMENT, summa: -30_00 },
      { card, kind: SPENT, summa: 70_00 },
    ]
    const sent = await Promise.all(Array.from({ length: 5 }, () => cash.close(receipt, lines)))
    sent.push(await cash.close(receipt, lines))
    expect(new Set(sent.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ status: 200, result: 0, error: '' })]),
    )
    expect(await amountsOf(id)).toEqual([70_00, 7_00])
    expect(await sales()).toHaveLength(1)
    // The same lines of another receipt are another purchase.
    await cash.close(newReceipt(), lines)
    expect(await amountsOf(id)).toEqual([40_00, 7_00])
  })

  it('is cancelled with opposite signs under the same number', async () => {
    const { cash } = await connect({ bonusCode: '4' })
    const { card, id } = await anna()
    const receipt = newReceipt()
    const lines = [
      { card, kind: PAYMENT, summa: -30_00 },
      { card, kind: BONUS, summa: 3_50 },
      { card, kind: SPENT, summa: 70_00 },
    ]
    const back = lines.map((line) => ({ ...line, summa: -line.summa }))
    for (const each of [lines, lines, back, back]) expect(await cash.close(receipt, each)).toMatchObject({ result: 0 })
    expect(await amountsOf(id)).toEqual([100_00, 7_00])
    expect(await sales()).toEqual([
      { kind: 'purchase', amount_minor: 70_00 },
      { kind: 'refund', amount_minor: 70_00 },
    ])
  })

  it('that would take more than there is is refused in words of the till, and nothing of it happens', async () => {
    const { cash } = await connect()
    const { card, id } = await anna()
    const lines = [
      { card, kind: SPENT, summa: 70_00 },
      { card, kind: PAYMENT, summa: -100_01 },
    ]
    const refused = { status: 200, result: 1, error: 'Недостаточно средств на карте: 100.00' }
    expect(await cash.close(newReceipt(), lines)).toEqual(refused)
    expect([await amountsOf(id), await sales()]).toEqual([[100_00, 7_00], []])
  })

  it('with a card of nobody is refused as a whole', async () => {
    const { cash } = await connect({ language: 'en' })
    const { card, id } = await anna()
    const lines = [
      { card, kind: PAYMENT, summa: -1_00 },
      { card: 99_999_999, kind: BONUS, summa: 1_00 },
    ]
    expect(await cash.close(newReceipt(), lines)).toEqual({ status: 200, result: 1, error: 'Card not found' })
    expect(await amountsOf(id)).toEqual([100_00, 7_00])
  })

  it('earns by the programme here, unless R-Keeper has a bonus of its own', async () => {
    const { cash } = await connect()
    const { card, id } = await anna()
    await setProgramme(shop)
    await cash.close(newReceipt(), [{ card, kind: SPENT, summa: 200_00 }])
    expect(await amountsOf(id)).toEqual([110_00, 7_00])
    await cash.close(newReceipt(), [{ card, kind: SPENT, summa: -200_00 }])
    expect(await amountsOf(id)).toEqual([100_00, 7_00])
    await query(server, 'delete from integrations where cabinet_id = $1', [shop.c])
    const own = await connect({ bonusCode: '4' })
    await own.cash.close(newReceipt(), [{ card, kind: SPENT, summa: 200_00 }])
    expect(await amountsOf(id)).toEqual([100_00, 7_00])
    expect(await shop.owner.send(purchases.readProgramme, { params: at() })).toMatchObject({ givenBy: 'R-Keeper 7' })
  })

  it('that cannot be read moves nothing: rubbish, bombs, unclear lines, no number', async () => {
    const { address, cash } = await connect()
    const { card, id } = await anna()
    const good = cash.packetOf(newReceipt(), [{ card, kind: PAYMENT, summa: -1_00 }])
    const bomb = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>'
    const bad = [
      '',
      'rubbish',
      '{"Card":1}',
      good.slice(0, -9),
      good.replace('<ROOT>', `${bomb}<ROOT>&c;`),
      good.replace('<ROOT>', `<ROOT><!DOCTYPE x SYSTEM "file:///etc/passwd">`),
      good.replace('<ROOT>', '<ROOT>' + '<a>'.repeat(5000)),
      `${'<a>'.repeat(50)}${good.slice(good.indexOf('<ROOT>'))}`,
      good.replace('Kind="0"', 'Kind="9"'),
      good.replace('Kind="0"', ''),
      good.replace('Summa="-100"', 'Summa="-1.5"'),
      good.replace('Summa="-100"', 'Summa="1e3"'),
      good.replace('Summa="-100"', 'Summa="9999999999999999999"'),
      good.replace(`Card="${card}"`, 'Card=""'),
      good.replace(/checkguid="[^"]*"/, '').replace(/RKCheck="\d+"/, ''),
      cash.packetOf(
        newReceipt(),
        Array.from({ length: 201 }, () => ({ card, kind: BONUS, summa: 1 })),
      ),
    ]
    for (const body of bad) {
      const answered = await cash.send('transactionsex.php', body)
      expect([body.slice(0, 60), answered.status, await answered.text()]).toEqual([
        body.slice(0, 60),
        200,
        expect.stringContaining(
          '<TransactionsEx Result="1"/><OutBuf OutKind="1"><TRRESPONSE error_code="1" err_text="',
        ),
      ])
      expect(await (await cash.send('getcardinfoex', body)).text()).toContain('<GetCardInfoEx Result="1"/>')
    }
    expect(await amountsOf(id)).toEqual([100_00, 7_00])
    expect((await fetch(`${address}/getcardimageex`, { method: 'POST', body: '' })).status).toBe(404)
    expect((await cash.send('transactionsex', good)).status).toBe(200)
    expect(await amountsOf(id)).toEqual([99_00, 7_00])
  })

  it('of another address is not taken, one of an integration that is off is refused in its words', async () => {
    const { address, cash } = await connect()
    const { card, id } = await anna()
    const lines = [{ card, kind: PAYMENT, summa: -1_00 }]
    await expect(openCashServer(`${address.slice(0, -3)}abc`, fetch).close(newReceipt(), lines)).rejects.toThrow('404')
    await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: false } })
    expect(await cash.close(newReceipt(), lines)).toMatchObject({ status: 503, result: 1, error: /недоступна/ })
    expect((await cash.askCard(card)).result).toBe(1)
    expect(await amountsOf(id)).toEqual([100_00, 7_00])
  })

  it('after a process that ended before its answer is settled once', async () => {
    const { cash } = await connect()
    const { card, id } = await anna()
    const [receipt, lines] = [newReceipt(), [{ card, kind: PAYMENT, summa: -30_00 }]]
    // The last statement of the transaction ends the connection: all before it was done, and nothing stays.
    await query(
      server,
      `create function end_here() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    )
    await query(server, 'create trigger end_here after insert on balance_events execute function end_here()')
    expect(await cash.close(receipt, lines).catch(() => 'no answer')).not.toMatchObject({ result: 0 })
    await query(server, 'drop trigger end_here on balance_events')
    expect(await amountsOf(id)).toEqual([100_00, 7_00])
    for (let again = 0; again < 2; again++) expect(await cash.close(receipt, lines)).toMatchObject({ result: 0 })
    expect(await amountsOf(id)).toEqual([70_00, 7_00])
  })
})

describe('connecting R-Keeper', () => {
  it('asks for codes that R-Keeper can have', async () => {
    const settings = { ...SETTINGS, bonusCode: '70000', discountCode: 'ten', pays: 'cash' }
    expect(Object.keys(fieldsIn(await save(right({ type: 'rkeeper7', settings })))).toSorted()).toEqual([
      'settings.bonusCode',
      'settings.discountCode',
      'settings.pays',
    ])
  })
})
