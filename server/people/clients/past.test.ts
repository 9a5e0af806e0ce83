import { describe, expect, it } from 'vitest'
import { clients as contract } from '../../../contract/people/clients.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { type CabinetDb, insideCabinet } from '../../base/db.ts'
import { proveFigures } from '../figures/figures.ts'
import { addPastAmounts, addPastClients, addPastPurchases, keepPastConsent, type PastAmount } from './past.ts'

setUpClients()

const inside = <T>(work: (db: CabinetDb) => Promise<T>) => insideCabinet(server.app.database, shop.c, work)
const ago = (days: number) => new Date(server.now().getTime() - days * DAY_MS)

function person(name: string, days: number, consent: Buffer | null = null) {
  return {
    id: crypto.randomUUID(),
    template_id: shop.template,
    lang: 'en' as const,
    name,
    surname: '',
    sex: null,
    birthday: null,
    email: '',
    tel: '',
    extra: {},
    form_id: null,
    consent_at: consent && ago(days),
    consent_text_hash: consent,
    consent_ip: consent && '203.0.113.7',
    source: '',
    utm: null,
    created_at: ago(days),
  }
}

const points = (clientId: string, days: number, delta: number): PastAmount => ({
  clientId,
  at: ago(days),
  kind: 'bonus',
  delta,
  source: 'cabinet',
  by: null,
  reason: 'for a test',
  till: 'Front',
})

describe('clients who bring a past along', () => {
  it('have numbers of their own, the amounts that their history leaves, and the words they agreed to', async () => {
    const people = await inside(async (db) => {
      const consent = await keepPastConsent(db, 'I agree.', ago(50))
      const [one, other] = [person('Ada', 40, consent), person('Bea', 30)]
      const counted = await addPastClients(
        db,
        [one, other],
        [points(one.id, 39, 20_00), points(one.id, 20, -5_00), points(other.id, 10, 7_00)],
      )
      expect(counted.map((row) => row.after)).toEqual([20_00, 15_00, 7_00])
      await addPastAmounts(db, counted)
      await addPastPurchases(db, [
        { clientId: one.id, at: ago(39), amountMinor: 20_00, text: 'Tea', senderId: 'past-1', earn: null },
      ])
      return [one, other]
    })
    const [ada, bea] = await Promise.all(
      people.map(({ id }) => shop.owner.send(contract.readClient, { params: { c: shop.c, id } })),
    )
    expect([ada?.bonusMinor, bea?.bonusMinor]).toEqual([15_00, 7_00])
    expect(ada?.cardNumber).not.toBe(bea?.cardNumber)
    const history = await shop.owner.send(contract.balanceHistory, {
      params: { c: shop.c, id: ada?.id ?? '' },
      query: {},
    })
    expect(history.data.map((row) => row.delta)).toEqual([-5_00, 20_00])
    expect(await query(server, 'select 1 from client_consents where client_id = $1', [ada?.id])).toHaveLength(1)
    expect(await inside(proveFigures)).toEqual([])
  })

  it('are refused when somebody would have had less than nothing, or the order is another one', async () => {
    const one = person('Cleo', 9)
    const add = (...amounts: PastAmount[]) => inside((db) => addPastClients(db, [one], amounts))
    await expect(add(points(one.id, 8, 1_00), points(one.id, 7, -2_00))).rejects.toThrow('takes 200 where there is 100')
    await expect(add(points(one.id, 7, 1_00), points(one.id, 8, 1_00))).rejects.toThrow('order of their time')
    expect(await query(server, "select 1 from clients where name = 'Cleo'")).toEqual([])
  })

  it('are refused when the tariff allows fewer cards, and none of them is there', async () => {
    const many = Array.from({ length: 51 }, () => person('Dora', 3))
    await query(server, "update cabinets set tariff_key = 'demo' where id = $1", [shop.c])
    await expect(inside((db) => addPastClients(db, many, []))).rejects.toThrow('does not allow 51 more cards')
    expect(await query(server, "select 1 from clients where name = 'Dora'")).toEqual([])
  })
})
