/** The till of the grill. */
import type { Counter } from '../../../../../emulators/tills/till.ts'
import { type CardGuest, type IikoCard, KEYS, moveBonus, newGuest } from './emulator.ts'

type Kept = { guests: CardGuest[]; movements: IikoCard['movements']; refused: string[] }

/** @param address of the emulated vendor */
export function counterOf(iiko: IikoCard, address: string): Counter {
  const { guests, refused } = iiko
  const access = { Address: address, Login: KEYS.login, Password: KEYS.password }
  return {
    name: 'iiko-card',
    title: 'iikoCard',
    step: 0.01,
    access: Object.entries(access),
    refused,
    guests: () =>
      Array.from(guests.values(), ({ id, name = '', surname = '', phone, wallet }) => ({
        id,
        phone,
        points: wallet ?? 0,
        name: `${String(name)} ${String(surname)}`.trim(),
      })),
    saveGuest(id, { name, phone }) {
      const before = (id !== undefined && guests.get(id)) || newGuest(phone)
      const [first, ...rest] = name.split(' ')
      guests.set(before.id, { ...before, phone, name: first, surname: rest.join(' ') })
      return before.id
    },
    movePoints(id, points) {
      const guest = guests.get(id)
      if (guest) guest.wallet ??= 0
      moveBonus(iiko, id, points, 'Order')
    },
    keep: (): Kept => ({ guests: [...guests.values()], movements: iiko.movements, refused: [...refused] }),
    restore(kept) {
      const before = kept as Kept
      iiko.movements.push(...before.movements)
      before.guests.forEach((one) => guests.set(one.id, one))
      before.refused.forEach((phone) => refused.add(phone))
    },
  }
}
