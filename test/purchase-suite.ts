/** What every connector that has purchases must do. */
import { expect, it } from 'vitest'
import type { Connector, Verbs } from '../server/engines/crm/connector.ts'
import type { Purchase } from '../server/engines/crm/purchases.ts'

export type SuiteReceipt = {
  id: string
  /** The id that the vendor has for the client. */
  crmId: string
  kind: 'sale' | 'refund'
  sumMinor: number
  at: string
  saleId?: string
  isVoid?: boolean
}

type PurchaseVendor = {
  open(): Verbs
  keepReceipt: ((receipt: SuiteReceipt) => void) | undefined
  addClient(): Promise<string>
}

/** @param vendor as it is in each test */
export function purchaseTests(connector: Connector, vendor: () => PurchaseVendor): void {
  const allPurchases = async (from = '') => {
    const found: Purchase[] = []
    for (let [cursor, isEnd, pages] = [from, false, 0]; ; pages++) {
      if (isEnd) return { found, cursor, pages }
      const page = await vendor().open().purchases?.(cursor)
      if (!page) throw new Error('it has purchases')
      found.push(...page.purchases)
      cursor = page.next
      isEnd = page.isEnd
    }
  }
  /** What is known of each document in the end. */
  const latest = (found: readonly Purchase[]) => new Map(found.map((one) => [one.id, one]))

  it('has purchases when it says so, and only then', () => {
    expect(vendor().open().purchases !== undefined).toBe(connector.abilities.purchases === 'read')
    expect(vendor().keepReceipt !== undefined).toBe(connector.abilities.purchases === 'read')
  })

  it('reads a sale and its refund, and follows a document that was changed later', async () => {
    const { keepReceipt, addClient } = vendor()
    if (!keepReceipt) return
    expect((await allPurchases()).found).toEqual([])
    const crmId = await addClient()
    const [sale, refund] = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002']
    keepReceipt({ id: sale, crmId, kind: 'sale', sumMinor: 1999, at: '2026-11-20T22:30:00.000Z' })
    keepReceipt({
      id: refund,
      crmId,
      kind: 'refund',
      sumMinor: 999,
      at: '2026-11-21T08:00:00.000Z',
      saleId: sale,
    })
    const first = await allPurchases()
    const known = { crmId, isVoid: false }
    expect(latest(first.found).get(sale)).toMatchObject({
      ...known,
      kind: 'sale',
      amountMinor: 1999,
      refundOf: null,
      at: new Date('2026-11-20T22:30:00.000Z'),
    })
    expect(latest(first.found).get(refund)).toMatchObject({
      ...known,
      kind: 'refund',
      amountMinor: 999,
      refundOf: sale,
    })
    // The same question once more has the same answer.
    expect(latest((await allPurchases()).found)).toEqual(latest(first.found))
    keepReceipt({
      id: sale,
      crmId,
      kind: 'sale',
      sumMinor: 1500,
      at: '2026-11-20T22:30:00.000Z',
      isVoid: true,
    })
    const later = await allPurchases(first.cursor)
    expect(latest(later.found).get(sale)).toMatchObject({ amountMinor: 1500, isVoid: true })
  })

  it('reads every purchase of several pages, though all were made at one moment', async () => {
    const { keepReceipt, addClient } = vendor()
    if (!keepReceipt) return
    const crmId = await addClient()
    const ids = Array.from({ length: 250 }, (_, n) => `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
    for (const id of ids) keepReceipt({ id, crmId, kind: 'sale', sumMinor: 100, at: '2026-11-20T10:00:00.000Z' })
    const { found, pages } = await allPurchases()
    expect([[...latest(found).keys()].toSorted(), pages > 2]).toEqual([ids, true])
  })
}
