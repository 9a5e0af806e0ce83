/** The till of the restaurant. */
import { randomUUID } from 'node:crypto'
import type { Counter } from '../../../../../emulators/tills/till.ts'
import { type Iiko, KEYS } from './emulator.ts'
import { IIKO, type IikoGuest, joinProgram, moveBonuses, resumeAfter } from './guests.ts'

type Kept = { guests: IikoGuest[]; refused: string[] }

/** @param address of the emulated vendor */
export function counterOf({ guests, refused }: Iiko, address: string): Counter {
  return {
    name: 'iiko-transport',
    title: 'iiko',
    step: 0.01,
    access: [
      ['Address', address],
      ['API login', KEYS.apiLogin],
    ],
    refused,
    guests: () =>
      [...guests.values()].map(({ id, name, surname, phone, wallet }) => ({
        id,
        name: [name, surname].filter((part) => typeof part === 'string' && part !== '').join(' '),
        phone,
        points: wallet ?? 0,
      })),
    saveGuest(id = randomUUID(), { name, phone }) {
      const [first = '', ...rest] = name.split(/\s+/)
      const known = guests.get(id) ?? { id, phone, cards: [], categories: [], wallet: 0, movements: [] }
      guests.set(id, { ...known, name: first, surname: rest.join(' '), phone })
      return id
    },
    movePoints(id, points) {
      joinProgram(guests, { customerId: id })
      const moved = { customerId: id, walletId: IIKO.wallet, sum: Math.abs(points), comment: 'Purchase' }
      moveBonuses(guests, moved, points > 0 ? 1 : -1)
    },
    keep: (): Kept => ({ guests: [...guests.values()], refused: [...refused] }),
    restore(kept) {
      const { guests: all, refused: phones } = kept as Kept
      for (const one of all) guests.set(one.id, one)
      resumeAfter(all)
      for (const phone of phones) refused.add(phone)
    },
  }
}
