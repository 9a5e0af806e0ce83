/** A customer of Loyverse as a client and back: one name, points, no groups, no discount, no birthday. */
import { minorOf, phoneOf } from '../amounts.ts'
import type { Client, Found } from '../connector.ts'
import type { Customer } from './client.ts'

const CODE_MAX = 40

export function foundOf(one: Customer): Found {
  const [name = '', ...rest] = (one.name ?? '').trim().split(/\s+/)
  const bonusMinor = minorOf(one.total_points)
  return {
    crmId: one.id,
    tel: phoneOf(one.phone_number),
    cardNumber: one.customer_code ?? '',
    person: { name, surname: rest.join(' '), email: one.email ?? '' },
    amounts: { ...(bonusMinor !== null && { bonusMinor }) },
  }
}

const nameOf = ({ name, surname }: Client) => `${name} ${surname}`.trim()

export const newCustomer = (client: Client): object => ({
  name: nameOf(client) || client.tel || client.cardNumber,
  ...(client.email && { email: client.email }),
  ...(client.tel && { phone_number: client.tel }),
  ...(client.cardNumber && { customer_code: client.cardNumber.slice(0, CODE_MAX) }),
  ...(client.cardUrl && { note: client.cardUrl }),
})

/** The whole customer, since an update replaces it: blanks of ours leave theirs, and so does their own code. */
export function changedCustomer(client: Client, known: Customer): object {
  // Points are moved at the till; an older number must not be sent back.
  const { total_points: _, updated_at: _u, deleted_at: _d, ...kept } = known
  const note = known.note ?? ''
  return {
    ...kept,
    name: nameOf(client) || known.name,
    ...(client.email && { email: client.email }),
    ...(client.tel && { phone_number: client.tel }),
    ...(!known.customer_code && client.cardNumber && { customer_code: client.cardNumber.slice(0, CODE_MAX) }),
    // What the seller wrote stays.
    ...(client.cardUrl && !note.includes(client.cardUrl) && { note: `${note} ${client.cardUrl}`.trim() }),
  }
}
