/** A condition while it is edited: the texts of the inputs, and the criterion that they make. Pure. */
import { faultOf } from '../../../contract/field-fault.ts'
import { Criterion, type CriterionKind, OPERATORS } from '../../../contract/people/segments.ts'
import { amountText, hundredthsOf } from '../../base/amount.ts'

/** How the value of a condition is entered. */
export type Control = 'none' | 'forms' | 'cards' | 'tags' | 'sex' | 'text' | 'texts' | 'number' | 'range'
export type Operator = (typeof OPERATORS)[CriterionKind][number]

export type Row = {
  /** Identifies a row when it moves. */
  pageKey: string
  kind: CriterionKind
  operator: Operator
  /** Chosen forms, cards, codes or numbers. */
  list: readonly string[]
  text: string
  from: string
  to: string
  /** Of what was bought: in how many last days; blank: of all time. */
  days: string
}

export function newRow(kind: CriterionKind): Row {
  const first: Partial<Record<CriterionKind, Operator>> = {
    balance: 'gte',
    bonus: 'gte',
    discount: 'gte',
    age: 'between',
    purchases: 'gte',
    spent: 'gte',
    lastPurchase: 'gte',
  }
  return {
    pageKey: crypto.randomUUID(),
    kind,
    operator: first[kind] ?? OPERATORS[kind][0],
    list: [],
    text: kind === 'sex' ? 'female' : '',
    from: '',
    to: '',
    days: '',
  }
}

export const copyOf = (row: Row): Row => ({ ...row, pageKey: crypto.randomUUID() })

export function controlOf({ kind, operator }: Pick<Row, 'kind' | 'operator'>): Control {
  if (['unknown', 'empty', 'not_empty', 'never'].includes(operator)) return 'none'
  if (kind === 'formKey') return 'forms'
  if (kind === 'templateUUID') return 'cards'
  if (kind === 'tag') return 'tags'
  if (kind === 'sex') return 'sex'
  if (operator === 'one_of') return 'texts'
  if (operator === 'between') return 'range'
  return kind === 'promo' || operator === 'starts' ? 'text' : 'number'
}

/** The same condition with another operator; what was entered stays if it still fits. */
export function withOperator(row: Row, operator: Operator): Row {
  const next = { ...row, operator }
  if (controlOf(row) === 'range' && controlOf(next) === 'number') return { ...next, text: row.text || row.from }
  if (controlOf(row) === 'number' && controlOf(next) === 'range') return { ...next, from: row.from || row.text }
  if (controlOf(next) === 'texts' && row.list.length === 0 && row.text !== '') return { ...next, list: [row.text] }
  if (controlOf(row) === 'texts' && row.text === '') return { ...next, text: row.list[0] ?? '' }
  return next
}

const isAmount = (kind: CriterionKind) =>
  kind === 'balance' || kind === 'bonus' || kind === 'discount' || kind === 'spent'
/** Conditions that may count the last days only. */
export const hasDays = (kind: CriterionKind) => kind === 'purchases' || kind === 'spent'

/** Undefined if nothing is entered, NaN if it is not a valid number. */
function numberOf(kind: CriterionKind, text: string): number | undefined {
  if (text.trim() === '') return undefined
  if (isAmount(kind)) return hundredthsOf(text) ?? Number.NaN
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN
}

function valueOf(row: Row): unknown {
  switch (controlOf(row)) {
    case 'none':
      return undefined
    case 'forms':
    case 'cards':
    case 'tags':
      return row.list
    case 'texts':
      return row.kind === 'cardnumber' ? row.list.map((text) => numberOf(row.kind, text)) : row.list
    case 'sex':
    case 'text':
      return row.text.trim()
    case 'number':
      return numberOf(row.kind, row.text)
    case 'range':
      return { from: numberOf(row.kind, row.from), to: numberOf(row.kind, row.to) }
  }
}

export type Faults = Partial<
  Record<'value' | 'from' | 'to' | 'days', { code: string; detail?: Readonly<Record<string, number>> }>
>
const OWN_CODES = new Set(['required', 'choose_some', 'range_order', 'digits', 'control_characters'])

/** The criterion of a row, or its errors. Limits of amounts are in the units of the input. */
export function criterionOf(row: Row): { criterion: Criterion } | { faults: Faults } {
  const { success, data, error } = Criterion.safeParse(
    {
      kind: row.kind,
      operator: row.operator,
      value: valueOf(row),
      ...(hasDays(row.kind) && row.days.trim() !== '' && { days: numberOf('purchases', row.days) }),
    },
    { reportInput: true },
  )
  if (success) return { criterion: data }
  const faults: Faults = {}
  for (const issue of error.issues) {
    const { code, detail } = faultOf(issue, (one) => OWN_CODES.has(one))
    const scale =
      isAmount(row.kind) && issue.path.at(-1) !== 'days' && (code === 'too_small' || code === 'too_big') ? 100 : 1
    const end = issue.path.at(-1)
    faults[end === 'from' || end === 'to' || end === 'days' ? end : 'value'] ??= {
      code,
      ...(detail && {
        detail: Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, value / scale])),
      }),
    }
  }
  return { faults }
}

/** The row of a saved criterion. */
export function rowOf(criterion: Criterion): Row {
  const days = 'days' in criterion && criterion.days !== undefined ? String(criterion.days) : ''
  const row: Row = { ...newRow(criterion.kind), operator: criterion.operator, text: '', days }
  if (!('value' in criterion)) return row
  const { value } = criterion
  const shown = (number: number) => (isAmount(criterion.kind) ? amountText(number, true) : String(number))
  if (Array.isArray(value)) return { ...row, list: value.map(String) }
  if (typeof value === 'object') return { ...row, from: shown(value.from), to: shown(value.to) }
  return { ...row, text: typeof value === 'number' ? shown(value) : value }
}

/** Criteria of the complete rows, in their order. */
export function wholeCriteria(rows: readonly Row[]): Criterion[] {
  return rows.flatMap((row) => {
    const made = criterionOf(row)
    return 'criterion' in made ? [made.criterion] : []
  })
}

/** Examples for an empty list; their texts are in words/. */
export const RECIPES = {
  loyal: { match: 'all', criteria: [{ kind: 'balance', operator: 'gte', value: 100_00 }] },
  women: {
    match: 'all',
    criteria: [
      { kind: 'sex', operator: 'is', value: 'female' },
      { kind: 'age', operator: 'between', value: { from: 25, to: 45 } },
    ],
  },
  sleeping: { match: 'all', criteria: [{ kind: 'lastPurchase', operator: 'gte', value: 30 }] },
  friends: {
    match: 'any',
    criteria: [
      { kind: 'promo', operator: 'not_empty' },
      { kind: 'discount', operator: 'gt', value: 0 },
    ],
  },
} as const satisfies Record<string, { match: 'all' | 'any'; criteria: readonly Criterion[] }>
export type RecipeName = keyof typeof RECIPES
export const RECIPE_NAMES = Object.keys(RECIPES) as RecipeName[]
