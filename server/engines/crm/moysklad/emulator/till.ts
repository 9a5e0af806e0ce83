/** The till of the shop. */
import { type Counter, Impossible } from '../../../../../emulators/tills/till.ts'
import { type Moysklad, KEYS } from './emulator.ts'
import { type Books, type Buyer, moveBonus, saveBuyer } from './buyers.ts'
import type { ShopDocument } from './documents.ts'
import type { Row } from './lists.ts'

type Kept = Pick<Books, 'movements' | 'attributes' | 'account'> & {
  webhooks?: Row[]
  buyers: Buyer[]
  refused: string[]
  documents?: ShopDocument[]
}

/** @param address of the emulated vendor */
export function counterOf({ books, refused, keepDocument }: Moysklad, address: string): Counter {
  const reference = (type: string, id: string) => ({
    meta: { href: `/entity/${type}/${id}`, type, mediaType: 'application/json' },
  })
  return {
    name: 'moysklad',
    title: 'MoySklad',
    step: 1,
    access: [
      ['Address', address],
      ['Login', KEYS.login],
      ['Password', KEYS.password],
    ],
    refused,
    guests: () =>
      [...books.buyers.values()]
        .filter(({ companyType }) => companyType === 'individual')
        .map(({ id, name, phone = '', bonusPoints }) => ({ id, name: String(name), phone, points: bonusPoints })),
    saveGuest(id, { name, phone }) {
      const facts = {
        name,
        phone,
        companyType: 'individual',
        bonusProgram: reference('bonusprogram', books.program),
      }
      const saved: Row = saveBuyer(facts, id === undefined ? undefined : books.buyers.get(id), books)
      if (typeof saved.error === 'string') throw new Impossible(saved.error)
      return String(saved.id)
    },
    movePoints(id, points) {
      const moved = {
        agent: reference('counterparty', id),
        bonusProgram: reference('bonusprogram', books.program),
        transactionType: points > 0 ? 'EARNING' : 'SPENDING',
        bonusValue: Math.abs(points),
      }
      moveBonus(moved, books)
    },
    keepReceipt({ id, guest, kind, sum, at, saleId }) {
      keepDocument({
        type: kind === 'sale' ? 'retaildemand' : 'retailsalesreturn',
        id,
        agent: guest,
        sum: Math.round(sum * 100),
        at,
        updated: at,
        applicable: true,
        ...(saleId && { demand: saleId }),
      })
    },
    keep: (): Kept => ({
      buyers: [...books.buyers.values()],
      movements: books.movements,
      documents: [...books.documents.values()],
      attributes: books.attributes,
      account: books.account,
      webhooks: books.webhooks,
      refused: [...refused],
    }),
    restore(kept) {
      const { buyers, movements, documents = [], attributes, account, webhooks = [], refused: phones } = kept as Kept
      for (const one of buyers) books.buyers.set(one.id, one)
      books.movements.push(...movements)
      for (const one of documents) keepDocument(one)
      books.attributes.push(...attributes)
      books.account = account
      books.webhooks.push(...webhooks)
      for (const phone of phones) refused.add(phone)
    },
  }
}
