/** The till of the shop whose books are in 1C. */
import type { Counter } from '../../../../../emulators/tills/till.ts'
import { counterOf as urlCounterOf } from '../../url/emulator/till.ts'
import { type Base, KEYS } from './emulator.ts'

/** The books are those of our own protocol. @param address of the emulated vendor */
export function counterOf(base: Base, address: string): Counter {
  const { books, router, change, keepReceipt } = base
  return {
    ...urlCounterOf({ books, router, change, customers: books.customers, keepReceipt }, address),
    name: '1c',
    title: '1C',
    access: [
      ['Address', `${address}/hs/loyalty`],
      ['Address, OData', `${address}/odata/standard.odata`],
      ['Login', KEYS.login],
      ['Password', KEYS.password],
    ],
  }
}
