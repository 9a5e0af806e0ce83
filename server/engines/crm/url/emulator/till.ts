/** The till of the business that answers at its own address. */
import type { Counter } from '../../../../../emulators/tills/till.ts'
import type { VendorReply } from '../../../../../emulators/crm/router.ts'
import { KEYS, type UrlCustomer, type UrlField, type UrlReceipt, type UrlShop } from './emulator.ts'

type Kept = {
  customers: [string, UrlCustomer][]
  answers: [string, VendorReply][]
  log: string[]
  number: number
  refused: string[]
  fields?: UrlField[]
  receipts?: UrlReceipt[]
  receiptLog?: string[]
}
/** Answers to repeated requests are kept for the last ones only. */
const ANSWERS_KEPT = 1000

/** @param address of the emulated vendor */
export function counterOf(shop: UrlShop, address: string): Counter {
  const { books } = shop
  return {
    name: 'url',
    title: 'URL',
    step: 0.01,
    access: [
      ['Address', address],
      ['Password or key', KEYS.key],
    ],
    refused: books.refused,
    guests: () =>
      [...books.customers.values()].map(({ customerId, name, surname, phone = '', bonus = 0 }) => ({
        id: customerId,
        name: [name, surname].filter((part) => typeof part === 'string' && part !== '').join(' '),
        phone,
        points: Number(bonus),
      })),
    saveGuest(id, { name, phone }) {
      const [first = '', ...rest] = name.split(/\s+/)
      const facts = { name: first, surname: rest.join(' '), phone }
      const customerId = id ?? `A-${++books.number}`
      if (id === undefined) books.customers.set(customerId, { customerId, bonus: 0 })
      shop.change(customerId, facts)
      return customerId
    },
    movePoints(id, points) {
      const before = Number(books.customers.get(id)?.bonus ?? 0)
      shop.change(id, { bonus: Math.round((before + points) * 100) / 100 })
    },
    keepReceipt({ id, guest, kind, sum, at, saleId }) {
      shop.keepReceipt({ id, kind, at, sum, customerId: guest, place: 'Till 1', ...(saleId && { saleId }) })
    },
    keep: (): Kept => ({
      customers: [...books.customers],
      answers: [...books.answers].slice(-ANSWERS_KEPT),
      log: books.log,
      number: books.number,
      refused: [...books.refused],
      fields: books.fields,
      receipts: [...books.receipts.values()],
      receiptLog: books.receiptLog,
    }),
    restore(kept) {
      const { customers, answers, log, number, refused, fields = [], receipts = [], receiptLog = [] } = kept as Kept
      for (const [id, one] of customers) books.customers.set(id, one)
      for (const [id, one] of answers) books.answers.set(id, one)
      books.log.push(...log)
      books.number = number
      books.fields.push(...fields)
      for (const one of receipts) books.receipts.set(one.id, one)
      books.receiptLog.push(...receiptLog)
      for (const phone of refused) books.refused.add(phone)
    },
  }
}
