/**
 * Values of mapped fields between two sides, by decisions 016 and 100: a blank erases nothing, what waits to
 * be sent is not overwritten, and what both sides have changed is for a person to decide. Pure.
 */
import {
  canMeet,
  type CrmValueKind,
  type FieldDirection,
  type FieldFault,
  type FieldLink,
  type OurField,
  type TheirField,
} from '../../../contract/business/crm-fields.ts'
import { EXTRA_MAX } from '../../../contract/people/clients.ts'
import { type FieldValues, valueAs } from '../../engines/crm/fields.ts'

/** As it is stored: with the kind that the value has here. */
export type StoredLink = FieldLink & { ourKind: CrmValueKind }
/** Why a value is not exchanged, by the id of the field there. */
export type Faults = Readonly<Record<string, Pick<FieldFault, 'reason' | 'here' | 'there'>>>

/** Letters of a value that is kept for a person to decide about. */
const KEPT = 500
const isEither = (link: StoredLink, one: FieldDirection) =>
  link.state === 'ok' && (link.direction === one || link.direction === 'both')
const sends = (link: StoredLink) => isEither(link, 'to')
const receives = (link: StoredLink) => isEither(link, 'from')

/**
 * What goes to the CRM of the values here. One that is none for the field there is left out and reported.
 * @param valueOf the value here as a text; '' when there is none
 */
export function outgoing(links: readonly StoredLink[], valueOf: (ours: string) => string) {
  const values: Record<string, string> = {}
  const faults: Record<string, Faults[string]> = {}
  for (const link of links.filter(sends)) {
    const here = valueOf(link.ours)
    const value = valueAs(link.kind, here)
    if (value === null) faults[link.theirs] = { reason: 'here', here: here.slice(0, KEPT), there: '' }
    else if (value !== '') values[link.theirs] = value
  }
  return { values, faults }
}

/** Of those the ones that have to be sent: a field of both sides only when it was changed here, and is no conflict. */
export function changedHere(
  links: readonly StoredLink[],
  values: FieldValues,
  base: FieldValues,
  faults: Faults,
): FieldValues {
  const isDue = ({ theirs, direction }: StoredLink) =>
    direction === 'to' || (values[theirs] !== base[theirs] && faults[theirs]?.reason !== 'conflict')
  return Object.fromEntries(
    links.filter(sends).flatMap((link) => {
      const value = values[link.theirs]
      return value !== undefined && isDue(link) ? [[link.theirs, value]] : []
    }),
  )
}

type Incoming = {
  valueOf: (ours: string) => string
  /** What the CRM has now; fields that it did not name are not looked at. */
  theirs: FieldValues
  base: FieldValues
  /** Names may come back, which also decides about fields when both sides meet. */
  isRewritten: boolean
}

/**
 * What comes from the CRM.
 * @returns new values here by their names, what both sides have now, and what is not exchanged
 */
export function incoming(links: readonly StoredLink[], { valueOf, theirs, base, isRewritten }: Incoming) {
  const taken: Record<string, string> = {}
  const known: Record<string, string> = {}
  const faults: Record<string, Faults[string] | null> = {}
  for (const link of links.filter(receives)) {
    const raw = theirs[link.theirs]
    if (raw === undefined) continue
    faults[link.theirs] = null
    const there = valueAs(link.kind, raw) ?? raw.trim()
    if (there === '') continue
    const here = valueOf(link.ours)
    const ours = asOurs(link, there)
    const fault = { here: here.slice(0, KEPT), there: there.slice(0, KEPT) }
    if (ours === null) {
      faults[link.theirs] = { reason: 'there', ...fault }
      continue
    }
    const outcome = decide(link, valueAs(link.kind, here) ?? here, there, base[link.theirs], isRewritten)
    if (outcome === 'conflict') faults[link.theirs] = { reason: 'conflict', ...fault }
    if (outcome === 'theirs' || outcome === 'same') known[link.theirs] = there
    if (outcome === 'theirs') taken[link.ours] = ours
  }
  return { taken, known, faults }
}

/** The value as it is kept here; null: it is none here. */
export function asOurs({ ours, ourKind }: Pick<StoredLink, 'ours' | 'ourKind'>, there: string): string | null {
  const value = valueAs(ourKind, there)
  return value !== null && ours.startsWith('variable:') && value.length > EXTRA_MAX ? null : value
}

/** @param here the value here in the spelling of the field there @param before what both sides had */
function decide(
  { direction }: StoredLink,
  here: string,
  there: string,
  before: string | undefined,
  isRewritten: boolean,
): 'same' | 'theirs' | 'ours' | 'conflict' {
  if (here === there) return 'same'
  if (direction === 'from' || here === '') return 'theirs'
  if (before === undefined) return isRewritten ? 'theirs' : 'ours'
  if (there === before) return 'ours'
  return here === before ? 'theirs' : 'conflict'
}

/** Faults of what was looked at replace the ones before; null where there are none. */
export function mergedFaults(before: Faults | null, change: Readonly<Record<string, Faults[string] | null>>) {
  const all = Object.entries({ ...before, ...change }).filter(([, fault]) => fault !== null)
  return all.length > 0 ? (Object.fromEntries(all) as Faults) : null
}

/** What became of the fields of a map, by what is there now. */
export function checkedLinks(
  links: readonly StoredLink[],
  theirs: readonly TheirField[],
  ours: readonly OurField[],
): StoredLink[] {
  return links.map((link) => {
    const field = theirs.find(({ id }) => id === link.theirs)
    const value = ours.find((one) => one.ours === link.ours)
    if (!value) return { ...link, state: 'ours' }
    if (!field) return { ...link, state: 'gone' }
    const isFit = canMeet(value.kind, field.kind) && (link.direction === 'from' || field.isWritable)
    const { name, kind } = field
    return { ...link, ourKind: value.kind, name, kind, state: isFit ? 'ok' : 'kind' }
  })
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Names that a field for a value of the card often has. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  'card:link': ['Card link', 'Wallet link', 'Wallet card', 'Ссылка на карту', 'Odkaz na kartu', 'Link zur Karte'],
  'card:number': ['Card number', 'Wallet card number', 'Номер карты', 'Číslo karty', 'Kartennummer'],
  'card:track': ['Card track', 'Трек карты'],
  'card:promo': ['Promo code', 'Промокод', 'Promo kód', 'Promocode', 'Promo-Code'],
  'field:privilege': ['Privilege', 'Привилегия', 'Výhoda', 'Vorteil'],
}

/** Pairs of the same name, each field once. The kinds have to meet, and it must be possible to exchange them. */
export function guessPairs(ours: readonly OurField[], theirs: readonly TheirField[], links: readonly FieldLink[]) {
  const free = theirs.filter(({ id }) => !links.some((link) => link.theirs === id))
  const guesses: { ours: string; theirs: string }[] = []
  for (const one of ours.filter(({ ours: key }) => !links.some((link) => link.ours === key))) {
    const names = new Set([one.name, one.description, ...(USUAL[one.ours] ?? [])].map(plain).filter(Boolean))
    const found = free.find(
      (field) =>
        names.has(plain(field.name)) &&
        canMeet(one.kind, field.kind) &&
        (field.isWritable || !one.isSentOnly) &&
        !guesses.some((guess) => guess.theirs === field.id),
    )
    if (found) guesses.push({ ours: one.ours, theirs: found.id })
  }
  return guesses
}

/** What could not be sent, instead of what could not be sent before. */
export function faultsAfter(before: Faults | null, now: Faults): Faults | null {
  const kept = Object.fromEntries(Object.entries(before ?? {}).filter(([, { reason }]) => reason !== 'here'))
  return mergedFaults(kept, now)
}
