/**
 * A guest of iiko as a client and back. Balances are major units; a discount is a category, never a field of the guest.
 */
import { dayOf, minorOf, phoneOf } from '../amounts.ts'
import type { Category, Client, Found } from '../connector.ts'
import type { Guest } from './client.ts'

const SEX = { male: 1, female: 2 } as const

/** @param walletId the wallet that keeps the bonus */
export function foundOf(guest: Guest, walletId: string, categories: readonly Category[]): Found {
  const wallet = guest.walletBalances?.find((one) => one.id === walletId)
  const bonusMinor = minorOf(wallet?.balance)
  const groups = (guest.categories ?? []).flatMap((one) =>
    one.isActive === false ? [] : categories.filter(({ id }) => id === one.id),
  )
  const discounts = groups.filter(({ type }) => type === 'discount')
  const shown = discounts.toSorted((a, b) => b.percent - a.percent)[0] ?? groups.find(({ type }) => type === 'bonus')
  const knowsDiscounts = categories.some(({ type }) => type === 'discount')
  return {
    crmId: guest.id,
    tel: phoneOf(guest.phone),
    cardNumber: guest.cards?.[0]?.number ?? '',
    person: {
      name: guest.name ?? '',
      surname: guest.surname ?? '',
      middlename: guest.middleName ?? '',
      email: guest.email ?? '',
      birthday: dayOf(guest.birthday),
      sex: guest.sex === SEX.male ? 'male' : guest.sex === SEX.female ? 'female' : null,
    },
    amounts: {
      ...(bonusMinor !== null && { bonusMinor }),
      // Without a category for it, iiko has no discount.
      ...(knowsDiscounts && {
        discountHundredths: Math.round(Math.max(0, ...discounts.map(({ percent }) => percent)) * 100),
      }),
    },
    ...(shown && { category: { name: shown.name, bonusPercent: shown.type === 'bonus' ? shown.percent : null } }),
  }
}

/** The body of `create_or_update`: it spells `surName`, the answer `surname`. */
export function guestOf(client: Client, known: Guest | null): object {
  return {
    // "id" means that very guest: an id of our own would be refused.
    ...(known && { id: known.id }),
    // Blanks are left out: they would erase what iiko has.
    ...(client.tel && { phone: client.tel }),
    ...(client.name && { name: client.name }),
    ...(client.surname && { surName: client.surname }),
    ...(client.middlename && { middleName: client.middlename }),
    ...(client.birthday && { birthday: `${client.birthday} 00:00:00.000` }),
    ...(client.email && { email: client.email }),
    ...(client.sex && { sex: SEX[client.sex] }),
    ...(!known &&
      client.cardNumber && { cardNumber: client.cardNumber, cardTrack: client.cardTrack || client.cardNumber }),
    // A free text in which others may keep something.
    ...(!known?.userData && { userData: client.cardUrl }),
  }
}

/**
 * Which categories a guest is given and which are taken away.
 * @param discountHundredths null: iiko decides about the discount
 */
export function categoryChanges(
  guest: Guest | null,
  categories: readonly Category[],
  discountHundredths: number | null,
): { add: string[]; remove: string[] } {
  const has = new Set((guest?.categories ?? []).filter((one) => one.isActive !== false).map((one) => one.id))
  const wanted = new Set(categories.filter(({ type }) => type === 'set').map(({ id }) => id))
  const unwanted = new Set(categories.filter(({ type }) => type === 'unset').map(({ id }) => id))
  if (discountHundredths !== null) {
    for (const { id, type, percent } of categories)
      if (type === 'discount')
        (discountHundredths > 0 && Math.round(percent * 100) === discountHundredths ? wanted : unwanted).add(id)
  }
  return {
    add: [...wanted].filter((id) => !has.has(id)),
    remove: [...unwanted].filter((id) => has.has(id) && !wanted.has(id)),
  }
}
