/** An index of people as the room of integrations keeps it, in memory. */
import type { ClientIndex, Indexed } from '../server/engines/crm/client-index.ts'
import { samePhone } from '../server/engines/crm/amounts.ts'

export function openMemoryIndex(): ClientIndex {
  const people = new Map<string, Indexed>()
  let place = ''
  return {
    place: async () => place,
    async keep(found, next) {
      for (const one of found) people.set(one.crmId, one)
      place = next
    },
    find: async ({ tel, cardNumber, email }) =>
      [...people.values()]
        .filter(
          (one) =>
            samePhone(one.tel, tel) ||
            (cardNumber !== '' && one.cardNumber === cardNumber) ||
            (email !== '' && one.person.email === email),
        )
        .map(({ crmId }) => crmId),
  }
}
