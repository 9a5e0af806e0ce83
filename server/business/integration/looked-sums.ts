/** What the rules of a first meeting make of all who were looked up, as `rebase` does of each. Pure. */
import { AMOUNT_KINDS, type AmountKind } from '../../../contract/limits.ts'
import type { LookedCell, Relation } from './looked-sums-sql.ts'

/** How an amount is met that was not known before. */
export type Meets = Record<AmountKind, 'ours' | 'theirs' | 'larger'>

type Summed = 'balance' | 'bonus'
type Same = Extract<LookedCell, { match: 'same' }>

const isAbsent = (relation: Relation) => relation === 'alone' || relation === 'owed'

/** Whether the amount here becomes what it is there. */
const isTaken = (relation: Relation, meet: Meets[AmountKind]) =>
  !isAbsent(relation) && (meet === 'theirs' || (meet === 'larger' && relation === 'less'))

const losesHere = (relation: Relation, meet: Meets[AmountKind]) => relation === 'more' && isTaken(relation, meet)
/** What is absent there counts as zero. */
const losesThere = (relation: Relation, meet: Meets[AmountKind]) =>
  relation === 'owed' || (relation === 'less' && !isTaken(relation, meet))

const count = (cells: readonly LookedCell[]) => cells.reduce((sum, { clients }) => sum + clients, 0)

/** @returns null for nobody: a sum of nothing is not zero */
const sumOf = (cells: readonly Same[], amount: (cell: Same) => number) =>
  cells.length === 0 ? null : cells.reduce((sum, cell) => sum + amount(cell), 0)

const amountsOf = (same: readonly Same[], meets: Meets, kind: Summed) => ({
  ours: sumOf(same, (cell) => cell[`our_${kind}`]),
  theirs: sumOf(
    same.filter((cell) => !isAbsent(cell[kind])),
    (cell) => cell[`their_${kind}`],
  ),
  after: sumOf(same, (cell) => (isTaken(cell[kind], meets[kind]) ? cell[`their_${kind}`] : cell[`our_${kind}`])),
})

export function addUpLooked(cells: readonly LookedCell[], meets: Meets) {
  const same = cells.filter((cell) => cell.match === 'same')
  const losing = (loses: typeof losesHere) =>
    count(same.filter((cell) => AMOUNT_KINDS.some((kind) => loses(cell[kind], meets[kind]))))
  return {
    same: count(same),
    new: count(cells.filter(({ match }) => match === 'none')),
    doubt: count(cells.filter(({ match }) => match === 'doubt')),
    balance: amountsOf(same, meets, 'balance'),
    bonus: amountsOf(same, meets, 'bonus'),
    losing: { ours: losing(losesHere), theirs: losing(losesThere) },
  }
}
