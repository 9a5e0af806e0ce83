/**
 * Somebody whom a CRM has, as a line of an import: what the system says in cells of fixed columns, so that files and
 * systems are kept, checked and listed alike. Pure.
 */
import { PLASTIC_NUMBER_MAX } from '../../../contract/limits.ts'
import type { ImportTarget } from '../../../contract/people/imports.ts'
import type { Found } from '../../engines/crm/connector.ts'
import type { ImportedFacts } from '../clients/import-change.ts'
import type { ReadLine } from './line-facts.ts'
import type { Cell, Line } from './table-file.ts'

/** What is in each column, and what it is for a file. */
export const STAGED_COLUMNS = [
  ['id', 'skip'],
  ['name', 'name'],
  ['surname', 'surname'],
  ['middlename', 'middlename'],
  ['tel', 'tel'],
  ['email', 'email'],
  ['birthday', 'birthday'],
  ['sex', 'sex'],
  ['card', 'skip'],
  ['balance', 'balance'],
  ['bonus', 'bonus'],
  ['discount', 'discount'],
  ['company', 'skip'],
  ['group', 'skip'],
  ['groupPercent', 'skip'],
] as const satisfies readonly (readonly [string, ImportTarget])[]
export const STAGED_TARGETS: ImportTarget[] = STAGED_COLUMNS.map(([, target]) => target)

type Column = (typeof STAGED_COLUMNS)[number][0]
const cellOf = ({ cells }: Line, column: Column): Cell =>
  cells[STAGED_COLUMNS.findIndex(([name]) => name === column)] ?? ''
const textIn = (line: Line, column: Column) => String(cellOf(line, column))

const majorOf = (minor: number | undefined): Cell => (minor === undefined ? '' : minor / 100)

/** What an amount is absent of stays empty: absent is not zero. */
export function lineOf(line: number, { crmId, tel, cardNumber, person, amounts, isCompany, category }: Found): Line {
  const cells: Record<Column, Cell> = {
    id: crmId,
    name: person.name ?? '',
    surname: person.surname ?? '',
    middlename: person.middlename ?? '',
    tel,
    email: person.email ?? '',
    birthday: person.birthday ?? '',
    sex: person.sex ?? '',
    card: cardNumber,
    balance: majorOf(amounts.balanceMinor),
    bonus: majorOf(amounts.bonusMinor),
    discount: majorOf(amounts.discountHundredths),
    company: isCompany ? 'yes' : '',
    group: category?.name ?? '',
    groupPercent: category?.bonusPercent ?? '',
  }
  return { line, cells: STAGED_COLUMNS.map(([name]) => cells[name]) }
}

/** A value that is no email, birthday or sex is left out, as by the exchange; a phone or an amount has to be right. */
const SOFT: readonly string[] = ['email', 'birthday', 'sex']

/** The line with what only a CRM says. */
export function readStaged(read: ReadLine, line: Line): ReadLine {
  if (textIn(line, 'company') !== '') return { ...read, facts: {}, faults: [{ code: 'company' }] }
  const faults = read.faults.filter(
    ({ code, column }) =>
      code !== 'no_key' && !(column !== undefined && SOFT.includes(STAGED_COLUMNS[column]?.[0] ?? '')),
  )
  const percent = cellOf(line, 'groupPercent')
  const crm = {
    id: textIn(line, 'id'),
    card: textIn(line, 'card').trim(),
    category: textIn(line, 'group') || null,
    categoryPercent: typeof percent === 'number' ? percent : null,
  }
  return { ...read, facts: { ...read.facts, crm }, faults }
}

/** The number of a card that could be one of ours. */
export function plasticNumber({ crm }: ImportedFacts): number | undefined {
  const number = /^\d{1,15}$/.test(crm?.card ?? '') ? Number(crm?.card) : 0
  return number >= 1 && number <= PLASTIC_NUMBER_MAX ? number : undefined
}

export type Repeated = {
  /** Phones that several people have there. */
  several: ReadonlySet<string>
  /** Of somebody who came twice, the line that counts: the latest. */
  last: ReadonlyMap<string, number>
}

/** Looks for repetitions in everybody, part by part. */
export function openRepeated(): Repeated & { add(lines: readonly Line[]): void } {
  const several = new Set<string>()
  const last = new Map<string, number>()
  const owners = new Map<string, string>()
  return {
    several,
    last,
    add(lines) {
      for (const line of lines) {
        const [id, tel] = [textIn(line, 'id'), textIn(line, 'tel')]
        last.set(id, line.line)
        if (tel === '' || textIn(line, 'company') !== '') continue
        if ((owners.get(tel) ?? id) !== id) several.add(tel)
        owners.set(tel, id)
      }
    },
  }
}

export const isLast = ({ last }: Repeated, line: Line): boolean => last.get(textIn(line, 'id')) === line.line
