/** Where a page of the list begins: after or before a client, at the beginning or at the end. */
import { z } from 'zod'
import { refuseAny } from '../../base/refusal.ts'
import type { Direction, Sort } from './list-sql.ts'

/** A client in the order of the list. `value` is what it is ordered by, as PostgreSQL writes it. */
export type Spot = { value: string; id: string }
export type Place = { isBackwards: boolean; spot: Spot | null }

const isInteger = (text: string) => /^-?\d{1,18}$/.test(text)
const isDay = (text: string) => z.iso.date().safeParse(text).success
const isMoment = (text: string) =>
  isDay(text.slice(0, 10)) &&
  /^ (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/.test(text.slice(10))

/** What a value of each order looks like: it comes back from outside. */
const IS_VALUE = {
  created: isMoment,
  name: (text) => !text.includes('\0'),
  cardNumber: isInteger,
  balance: isInteger,
  bonus: isInteger,
  discount: (text) => /^-?\d{1,9}$/.test(text),
  birthday: (text) => text === 'infinity' || text === '-infinity' || isDay(text),
} satisfies Record<Sort, (text: string) => boolean>

const Written = z.tuple([z.string(), z.enum(['asc', 'desc']), z.enum(['next', 'previous']), z.string(), z.uuid()])
type Order = { o: Sort; d: Direction }

export function writePlace({ o, d }: Order, to: 'next' | 'previous', { value, id }: Spot): string {
  return Buffer.from(JSON.stringify([o, d, to, value, id])).toString('base64url')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** @throws Refusal invalid_input, also for a place of another order */
export function readPlace({ o, d }: Order, text: string): Place {
  if (text === 'first') return { isBackwards: false, spot: null }
  if (text === 'last') return { isBackwards: true, spot: null }
  const { data } = Written.safeParse(parsed(text))
  const [by, direction, to, value = '', id = ''] = data ?? []
  if (by !== o || direction !== d || !IS_VALUE[o](value))
    throw refuseAny('invalid_input', {}, { at: { code: 'invalid' } })
  return { isBackwards: to === 'previous', spot: { value, id } }
}
