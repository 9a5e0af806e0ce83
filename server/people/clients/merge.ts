/** Two clients who are one person: merging them, and undoing it. Only the holders room calls it. */
import { merges as contract } from '../../../contract/reach/merges.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { type By, recordAllAmounts, recordAmounts } from './amounts.ts'
import { setClient } from './change-sql.ts'
import { getClient } from './clients.ts'
import { dropConsentAt } from './consents-sql.ts'
import { boughtForOthers, setHolder } from './external-events-sql.ts'
import * as sql from './merge-sql.ts'
import { AMOUNTS, FACTS, mergedFacts } from './merged-facts.ts'
import { dropTags, takeOverTags } from './tags.ts'
import { type ClientRow, lockedClients, type MergedFacts } from './sql.ts'

const refuse = refusals(contract)

const pick = (row: MergedFacts): MergedFacts =>
  Object.fromEntries([...FACTS, ...AMOUNTS].map((name) => [name, row[name]])) as unknown as MergedFacts

/** What the one who is gone agreed to, where the one who stays has agreed to nothing. */
const agreedOf = (kept: ClientRow, { consent_at, consent_text_hash, consent_ip }: ClientRow): Partial<Agreed> =>
  kept.consent_at === null && consent_at !== null ? { consent_at, consent_text_hash, consent_ip } : {}
type Agreed = Pick<ClientRow, 'consent_at' | 'consent_text_hash' | 'consent_ip'>
const NOTHING_AGREED: Agreed = { consent_at: null, consent_text_hash: null, consent_ip: null }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Columns that get another value; those that keep theirs would have their triggers look at them all the same. */
const changedOf = (row: ClientRow, after: MergedFacts): Partial<MergedFacts> =>
  Object.fromEntries(
    [...FACTS, ...AMOUNTS].flatMap((name) => (isSame(row[name], after[name]) ? [] : [[name, after[name]]])),
  )

export type Pair = { kept: ClientRow; gone: ClientRow }

/** Both were locked by the caller. */
export async function mergeClients(db: CabinetDb, { kept, gone }: Pair, by: By, now: Date): Promise<void> {
  const [keptId, goneId] = [kept.id, gone.id]
  const after = mergedFacts(kept, gone)
  const emptied = { ...gone, balance_minor: 0, bonus_minor: 0, discount_hundredths: 0 }
  // A phone belongs to one client, so it is taken from the one before the other gets it.
  await setClient(db, goneId, {
    ...(after.tel === gone.tel && { tel: '' }),
    balance_minor: 0,
    bonus_minor: 0,
    discount_hundredths: 0,
    merged_into: keptId,
    archived_at: now,
    updated_at: now,
    has_bought: boughtForOthers(db, goneId),
  })
  const agreed = agreedOf(kept, gone)
  await setClient(db, keptId, { ...changedOf(kept, after), ...agreed, updated_at: now })
  const note = { at: now, by: { ...by, source: 'merge' as const } }
  const amounts = [
    { clientId: goneId, before: gone, after: emptied },
    { clientId: keptId, before: kept, after },
  ]
  const [newTags] = await Promise.all([
    takeOverTags(db, keptId, goneId),
    recordAllAmounts(db, amounts, note),
    setHolder(db, goneId, keptId),
  ])
  await sql.insertMerge(db, {
    id: crypto.randomUUID(),
    kept_id: keptId,
    gone_id: goneId,
    at: now,
    by_user: by.userId,
    kept_before: pick(kept),
    kept_after: { ...after, agreed_at: agreed.consent_at?.toISOString() ?? null, new_tags: newTags },
    gone_before: pick(gone),
  })
}

/** What was changed since the merge stays; what came with it and is as it was goes back. */
function separated(
  now: ClientRow,
  { kept_before: before, kept_after: after, gone_before: gone }: sql.MergeRow,
): MergedFacts {
  const facts = FACTS.map((name) => [name, isSame(now[name], after[name]) ? before[name] : now[name]])
  return {
    ...(Object.fromEntries(facts) as unknown as MergedFacts),
    balance_minor: now.balance_minor - gone.balance_minor,
    bonus_minor: now.bonus_minor - gone.bonus_minor,
    discount_hundredths:
      now.discount_hundredths === after.discount_hundredths ? before.discount_hundredths : now.discount_hundredths,
  }
}

/** @throws Refusal client_not_found, not_merged, amount_too_small, phone_taken */
export async function undoMerge(db: CabinetDb, keptId: string, goneId: string, by: By, now: Date): Promise<void> {
  await getClient(db, keptId)
  const locked = await lockedClients(db, [keptId, goneId])
  const merge = await sql.openMerge(db, keptId, goneId)
  if (!merge) throw refuse('not_merged')
  const [kept, gone] = [keptId, goneId].map((id) => locked.find((row) => row.id === id))
  if (!kept || kept.erased_at !== null) throw refuse('client_not_found')
  if (!gone) throw refuse('not_merged')
  const after = separated(kept, merge)
  for (const [kind, column] of [
    ['balance', 'balance_minor'],
    ['bonus', 'bonus_minor'],
  ] as const)
    if (after[column] < 0 && merge.gone_before[column] > 0)
      throw refuse('amount_too_small', { kind, has: kept[column], asked: merge.gone_before[column] })
  const owner = merge.gone_before.tel === '' ? undefined : await sql.ownerOfTel(db, merge.gone_before.tel)
  if (owner && owner.id !== goneId && (owner.id !== keptId || after.tel === merge.gone_before.tel))
    throw refuse('phone_taken')
  const hasTheirs = kept.consent_at !== null && kept.consent_at.toISOString() === merge.kept_after.agreed_at
  await setClient(db, keptId, { ...after, ...(hasTheirs && NOTHING_AGREED), updated_at: now })
  if (merge.kept_after.agreed_at) await dropConsentAt(db, keptId, new Date(merge.kept_after.agreed_at))
  await setClient(db, goneId, { ...merge.gone_before, merged_into: null, archived_at: null, updated_at: now })
  const note = { at: now, by: { ...by, source: 'merge' as const } }
  await recordAmounts(db, keptId, kept, after, note)
  await recordAmounts(db, goneId, gone, merge.gone_before, note)
  await dropTags(db, [keptId], merge.kept_after.new_tags ?? [])
  await setHolder(db, goneId, null)
  await sql.endMerge(db, merge.id, now)
}
