/** Consents that are waited for, and the tokens that they gave. */
import { type Generated, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type TokenRow = {
  id: string
  type: string
  place: string
  sealed: Buffer
  expires_at: Date | null
  generation: Generated<number>
  claim: Generated<string | null>
  claimed_until: Generated<Date | null>
  ended_at: Generated<Date | null>
}
type Tables = {
  crm_tokens: { cabinet_id: number } & TokenRow
  crm_consents: {
    cabinet_id: number
    id: string
    state_hash: Buffer
    type: string
    user_id: string
    sealed: Buffer
    created_at: Date
  }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

const one = (db: CabinetDb) => tables(db).selectFrom('crm_tokens').selectAll().where('cabinet_id', '=', db.cabinetId)
export type StoredTokens = Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirstOrThrow']>>

export const findTokens = (db: CabinetDb): Promise<StoredTokens | undefined> => one(db).executeTakeFirst()

export async function forgetTokens(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_tokens').where('cabinet_id', '=', db.cabinetId).execute()
}

/** Those of a new consent, in place of all earlier ones. */
export async function replaceTokens(
  db: CabinetDb,
  row: Pick<StoredTokens, 'id' | 'type' | 'place' | 'sealed' | 'expires_at'>,
): Promise<void> {
  await forgetTokens(db)
  await tables(db)
    .insertInto('crm_tokens')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

const ofGeneration = (db: CabinetDb, { id, generation }: Pick<StoredTokens, 'id' | 'generation'>) =>
  tables(db)
    .updateTable('crm_tokens')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('generation', '=', generation)

/** Of all processes, one gets other tokens. @returns false: somebody does already, or has */
export async function claimTokens(db: CabinetDb, of: StoredTokens, claim: string, forMs: number): Promise<boolean> {
  const done = await ofGeneration(db, of)
    .set({ claim, claimed_until: sql<Date>`clock_timestamp() + ${forMs} * interval '1 ms'` })
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(claimed_until is null or claimed_until < clock_timestamp())`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Tokens that arrived count, also when somebody else has claimed meanwhile: what he asked with is used up. */
export async function renewTokens(
  db: CabinetDb,
  of: StoredTokens,
  change: Pick<StoredTokens, 'sealed' | 'expires_at'>,
): Promise<void> {
  await ofGeneration(db, of)
    .set({ ...change, generation: of.generation + 1, claim: null, claimed_until: null, ended_at: null })
    .execute()
}

/** The claim is over without tokens. @param endedAt the vendor takes the old ones no more */
export async function endClaim(db: CabinetDb, of: StoredTokens, claim: string, endedAt: Date | null): Promise<boolean> {
  const done = await ofGeneration(db, of)
    .set({ claim: null, claimed_until: null, ended_at: endedAt })
    .where('claim', '=', claim)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export type ConsentRow = Omit<Tables['crm_consents'], 'cabinet_id'>

/** Somebody who begins again ends what he began before. */
export async function replaceConsent(db: CabinetDb, row: ConsentRow): Promise<void> {
  const earlier = tables(db).deleteFrom('crm_consents').where('cabinet_id', '=', db.cabinetId)
  await earlier.where('user_id', '=', row.user_id).execute()
  await tables(db)
    .insertInto('crm_consents')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

/** Takes the consent of this state: there is none a second time. */
export async function takeConsent(
  db: CabinetDb,
  { state_hash: stateHash, type, user_id: userId }: Pick<ConsentRow, 'state_hash' | 'type' | 'user_id'>,
): Promise<ConsentRow | undefined> {
  return tables(db)
    .deleteFrom('crm_consents')
    .where('cabinet_id', '=', db.cabinetId)
    .where('state_hash', '=', stateHash)
    .where('type', '=', type)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function forgetConsents(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_consents').where('cabinet_id', '=', db.cabinetId).execute()
}
