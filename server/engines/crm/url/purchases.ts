/** Purchases in the terms of the protocol. */
import { z } from 'zod'
import { minorOf } from '../amounts.ts'
import type { Purchase, Purchases } from '../purchases.ts'
import type { UrlClient } from './client.ts'

const Text = z.union([z.string(), z.number()]).transform(String).nullish()
export const Receipt = z.object({
  id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(100)),
  kind: z.enum(['sale', 'refund']),
  saleId: Text,
  at: z.iso.datetime({ offset: true }),
  sum: Text,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
  customerId: Text,
  place: Text,
  cashier: Text,
  isVoid: z.boolean().nullish(),
})
const Page = z.object({ items: z.array(z.unknown()).max(1000), next: Text })

function purchaseOf(item: unknown): Purchase[] {
  const read = Receipt.safeParse(item)
  if (!read.success) return []
  const { id, kind, saleId, at, sum, currency, customerId, place, cashier, isVoid } = read.data
  const amountMinor = minorOf(sum)
  return [
    {
      id,
      kind,
      refundOf: kind === 'refund' && saleId ? saleId : null,
      at: new Date(at),
      amountMinor: amountMinor === null ? null : Math.abs(amountMinor),
      currency: currency ?? null,
      crmId: customerId || null,
      place: [place, cashier].filter((part) => part).join(' · '),
      isVoid: isVoid === true,
    },
  ]
}

/** @throws NoMethod when the address has no purchases */
export async function readPurchases(client: UrlClient, cursor: string): Promise<Purchases> {
  const { items, next } = await client.ask('purchases', Page, { since: cursor, limit: 100 })
  const after = next ? next.slice(0, 500) : cursor
  return { purchases: items.flatMap(purchaseOf), next: after, isEnd: items.length === 0 || after === cursor }
}
