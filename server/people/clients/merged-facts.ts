/** What two clients who are one person would be together. */
import { CLIENT_FIELD_NAMES } from '../../../contract/people/client-fields.ts'
import { merges as contract } from '../../../contract/reach/merges.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { clientsByIds, type ClientRow, lockedClients, type MergedFacts } from './sql.ts'

const refuse = refusals(contract)

/** Columns of the one who stays that a merge may change. */
export const FACTS = [
  ...CLIENT_FIELD_NAMES,
  'birthday',
  'sex',
  'email',
  'tel',
  'typed_tel',
  'promo_code',
  'extra',
] as const
export const AMOUNTS = ['balance_minor', 'bonus_minor', 'discount_hundredths'] as const
const isBlank = (value: unknown) => value === '' || value === null || value === false

/** The one who stays, afterwards. Pure: the preview shows exactly this. */
export function mergedFacts(kept: ClientRow, gone: ClientRow): MergedFacts {
  const facts = Object.fromEntries(FACTS.map((name) => [name, isBlank(kept[name]) ? gone[name] : kept[name]]))
  const own = Object.entries(kept.extra).filter(([, value]) => value !== '')
  const typed = kept.typed_tel || gone.typed_tel
  return {
    ...(facts as unknown as MergedFacts),
    // A number that one of them has proved is not only typed any more.
    typed_tel: typed === facts.tel ? '' : typed,
    extra: { ...gone.extra, ...Object.fromEntries(own) },
    balance_minor: kept.balance_minor + gone.balance_minor,
    bonus_minor: kept.bonus_minor + gone.bonus_minor,
    // Two discounts of one person do not add up.
    discount_hundredths: Math.max(kept.discount_hundredths, gone.discount_hundredths),
  }
}

/** Both are locked in the order of their ids, then read. @throws Refusal client_not_found, merge_with_itself */
export async function readPair(
  db: CabinetDb,
  keptId: string,
  goneId: string,
  isLocked = false,
): Promise<{ kept: ClientRow; gone: ClientRow }> {
  if (keptId === goneId) throw refuse('merge_with_itself')
  const rows = await (isLocked ? lockedClients : clientsByIds)(db, [keptId, goneId])
  const [kept, gone] = [keptId, goneId].map((id) => rows.find((row) => row.id === id))
  // Erased and merged ones are archived too.
  if (!kept || !gone || kept.archived_at !== null || gone.archived_at !== null) throw refuse('client_not_found')
  return { kept, gone }
}
