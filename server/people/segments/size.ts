/** How many clients are in segments. `today` is the Moscow day on which ages are counted. */
import type { Rules } from '../../../contract/people/segments.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countEach } from '../clients/clients.ts'
import { compileCriterion, compileRules } from './compile.ts'

/** Sizes of segments, in their order; the clients are read once. */
export async function sizesOf(
  db: CabinetDb,
  all: readonly Rules[],
  today: string,
): Promise<{ clients: number; sizes: number[] }> {
  const { total, counts } = await countEach(
    db,
    all.map((one) => compileRules(one, today)),
  )
  return { clients: total, sizes: counts }
}

/** The size of a segment, and of each of its conditions alone. */
export async function sizesOfRules(
  db: CabinetDb,
  rules: Rules,
  today: string,
): Promise<{ clients: number; size: number; rows: number[] }> {
  const {
    total,
    counts: [size = 0, ...rows],
  } = await countEach(db, [compileRules(rules, today), ...rules.criteria.map((one) => compileCriterion(one, today))])
  return { clients: total, size, rows }
}
