/** A card and its owner as a client, and movements of a register as points. Pure. */
import { dayOf, minorOf, phoneOf } from '../../amounts.ts'
import type { Found, Person } from '../../connector.ts'
import type { Row } from './client.ts'
import type { Mapping } from './presets.ts'

export type CardRow = { key: string; number: string; owner: string }

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

type Contact = { Тип?: unknown; Представление?: unknown; НомерТелефона?: unknown; АдресЭП?: unknown }
const contactsOf = (owner: Row | undefined): Contact[] =>
  Array.isArray(owner?.КонтактнаяИнформация) ? (owner.КонтактнаяИнформация as Contact[]) : []

/** 1C writes the surname first. A single word is a name. */
function namesOf(description: string): Pick<Person, 'name' | 'surname' | 'middlename'> {
  const words = description.split(/\s+/).filter(Boolean)
  if (words.length < 2 || words.length > 3) return { name: description, surname: '', middlename: '' }
  const [surname = '', name = '', middlename = ''] = words
  return { name, surname, middlename }
}

const SEXES: Readonly<Record<string, Person['sex']>> = { Мужской: 'male', Женский: 'female' }

/** @param owner undefined: the card has none yet */
export function foundOf(card: CardRow, owner: Row | undefined, pointsMinor: number): Found {
  const contacts = contactsOf(owner)
  const phone = contacts.find(({ Тип }) => Тип === 'Телефон')
  const email = contacts.find(({ Тип }) => Тип === 'АдресЭлектроннойПочты')
  const person: Partial<Person> = owner
    ? {
        ...namesOf(text(owner.Description)),
        email: text(email?.АдресЭП) || text(email?.Представление),
        birthday: dayOf(text(owner.ДатаРождения)),
        sex: SEXES[text(owner.Пол)] ?? null,
      }
    : {}
  return {
    crmId: card.key,
    // Many bases use the phone as the number of the card.
    tel: phoneOf(text(phone?.НомерТелефона) || text(phone?.Представление)) || phoneIn(card.number),
    cardNumber: card.number,
    ...(owner && isCompany(owner) && { isCompany: true as const }),
    person,
    amounts: { bonusMinor: pointsMinor },
  }
}

const phoneIn = (number: string) =>
  /^\+?[78]?9\d{9}$/.test(number) ? phoneOf(number.length === 10 ? `7${number}` : number) : ''

const isCompany = (owner: Row) =>
  [owner.ВидКонтрагента, owner.ЮридическоеФизическоеЛицо].some((kind) => kind === 'ЮридическоеЛицо')

/** What was gained less what was spent, of what counts already. The platform sends moments without a zone. */
export function pointsOf(movements: readonly Row[], { registerGained, registerSpent }: Mapping, now: Date): number {
  // Bases are in Russian zones, up to twelve hours ahead of UTC.
  const latest = new Date(now.getTime() + 12 * 60 * 60_000).toISOString().slice(0, 19)
  const counted = movements.filter(({ Active, Period }) => Active !== false && text(Period) <= latest)
  const sumOf = (field: string) =>
    counted.reduce((sum, row) => sum + (minorOf(row[field] as string | number | null) ?? 0), 0)
  return sumOf(registerGained) - sumOf(registerSpent)
}
