/** What the columns of a file are: by their titles, then by what is in them. Pure. */
import { IMPORT_TARGETS, type ImportTarget } from '../../../contract/people/imports.ts'
import { EXPORT_COLUMNS, LANGUAGES } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import { COLUMN_NAMES } from './column-names.ts'
import { isOpenAmount, isOpenDay, textOf } from './line-values.ts'
import type { Cell, Line } from './table-file.ts'

/** Most of the cells that say something, and at least this many of them. */
const SHARE = 0.6

/** Accents, signs and capitals do not tell titles apart. */
const plain = (title: string): string =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

const isTarget = (name: string): name is ImportTarget => (IMPORT_TARGETS as readonly string[]).includes(name)

/** Our own exports come back with the titles that they were given. */
const OURS = new Map<string, ImportTarget>(
  LANGUAGES.flatMap((lang) =>
    EXPORT_COLUMNS.flatMap((column): [string, ImportTarget][] => {
      if (!isTarget(column)) return []
      return [[plain(say(lang, `exports.columns.${column}`)), column]]
    }),
  ),
)
const NAMED = new Map<string, ImportTarget>(
  Object.entries(COLUMN_NAMES).flatMap(([target, names]) =>
    names.map((name) => [plain(name), target as ImportTarget] as const),
  ),
)

const shareOf = (cells: readonly Cell[], fits: (text: string) => boolean) => {
  const texts = cells.map(textOf).filter((text) => text !== '')
  return texts.length === 0 ? 0 : texts.filter(fits).length / texts.length
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
const isPhone = (text: string) => /^\+?[\d\s().-]{9,20}$/.test(text) && /^\d{9,15}$/.test(text.replace(/\D/g, ''))
const isBirthday = (text: string) => {
  const year = /^(?:\d{1,2}[./-]\d{1,2}[./-](\d{4})|(\d{4})-\d{2}-\d{2})/.exec(text)
  const born = Number(year?.[1] ?? year?.[2] ?? 0)
  return born >= 1900 && born <= 2015
}
const isTwoWords = (text: string) => /\p{L} \p{L}/u.test(text)
/** A number as our cards carry it. */
const isShortNumber = (text: string) => /^\d{1,6}$/.test(text)

function byTitle(title: string, variables: readonly string[], points: string): ImportTarget | undefined {
  const own = variables.find((name) => plain(name) === plain(title))
  if (own !== undefined) return `extra:${own}`
  if (points !== '' && plain(points) === plain(title)) return 'bonus'
  return OURS.get(plain(title)) ?? NAMED.get(plain(title))
}

function byContent(cells: readonly Cell[]): ImportTarget | undefined {
  if (shareOf(cells, isEmail) >= SHARE) return 'email'
  if (shareOf(cells, isBirthday) >= SHARE) return 'birthday'
  return shareOf(cells, isPhone) >= SHARE ? 'tel' : undefined
}

/** `Name` is a first name beside a last name, a last name beside a first name, and otherwise both. */
function settleNames(targets: (ImportTarget | undefined)[], titles: readonly string[]): void {
  for (const [column, title] of titles.entries()) {
    if (plain(title) !== 'name') continue
    const hasSurname = targets.includes('surname')
    const hasName = targets.includes('name')
    targets[column] = hasSurname ? (hasName ? undefined : 'name') : hasName ? 'surname' : 'fullName'
  }
}

function settle(
  target: ImportTarget | undefined,
  cells: readonly Cell[],
  targets: readonly (ImportTarget | undefined)[],
): ImportTarget | undefined {
  if (target === 'name' && !targets.includes('surname') && shareOf(cells, isTwoWords) >= SHARE) return 'fullName'
  // Long numbers, and those with zeros before them, are what the till reads from a plastic card.
  if (target === 'cardNumber' && shareOf(cells, isShortNumber) < SHARE) return 'cardTrack'
  return target
}

/**
 * @param lines a sample of the file
 * @param points what the business calls them: its own export has that title
 */
export function guessColumns(
  titles: readonly string[],
  lines: readonly Line[],
  variables: readonly string[],
  points = '',
): ImportTarget[] {
  const cellsOf = (column: number) => lines.map(({ cells }) => cells[column] ?? '')
  const named = titles.map((title) => byTitle(title, variables, points))
  settleNames(named, titles)
  const targets = named.map((target, column) => settle(target, cellsOf(column), named))
  for (const [column, target] of targets.entries()) {
    const found = target ?? byContent(cellsOf(column))
    targets[column] =
      found !== undefined && targets.indexOf(found) < column && targets.includes(found) ? undefined : found
  }
  return targets.map((target, column) => (target === undefined || targets.indexOf(target) !== column ? 'skip' : target))
}

/** What the sample leaves open: which comes first, day or month, and whether `1,250` has decimals. */
export function openQuestions(
  lines: readonly Line[],
  targets: readonly ImportTarget[],
): { dates: boolean; decimal: boolean } {
  const isAny = (among: readonly ImportTarget[], isOpen: (cell: Cell) => boolean) =>
    targets.some((target, column) => among.includes(target) && lines.some(({ cells }) => isOpen(cells[column] ?? '')))
  return {
    dates: isAny(['birthday', 'consent'], isOpenDay),
    decimal: isAny(['balance', 'bonus', 'discount'], isOpenAmount),
  }
}
