/** What wallets have not accepted yet, and certificates that Apple refuses. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { type RetryReason, retryDelayMs } from './retry-times.ts'
import { type PassTables, tables } from './sql.ts'
import type { Wallet } from './wallets-sql.ts'

/** A phone (its registration) or a card at Google that did not accept a change. */
export type Unaccepted = { id: string; passId: string; reason: RetryReason; wishMs?: number | undefined }

/** What waits for the same reason: failures in a row so far, and when it is asked again. */
async function waitingOf(
  db: CabinetDb,
  wallet: Wallet,
  all: readonly Unaccepted[],
): Promise<Map<string, { tries: number; nextAt: Date }>> {
  const rows = await tables(db)
    .selectFrom('wallet_retries')
    .select(['id', 'reason', 'tries', 'next_at as nextAt'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('wallet', '=', wallet)
    .where(
      'id',
      'in',
      all.map((one) => one.id),
    )
    .execute()
  return new Map(rows.map((row) => [`${row.id}|${row.reason}`, row]))
}

/**
 * @param options `isRetry`: they were claimed; otherwise one that waits for the same reason keeps its time, unless it
 * has come: the wallet was asked just now, and would be asked again at once
 * @returns when each that was put is asked again
 */
export async function putRetries(
  db: CabinetDb,
  wallet: Wallet,
  all: readonly Unaccepted[],
  { now, isRetry }: { now: Date; isRetry: boolean },
): Promise<{ id: string; tries: number; nextAt: Date }[]> {
  if (all.length === 0) return []
  const before = await waitingOf(db, wallet, all)
  const put = all.flatMap(({ id, passId, reason, wishMs }) => {
    const waiting = before.get(`${id}|${reason}`)
    if (waiting && waiting.nextAt > now && !isRetry) return []
    const tries = (waiting?.tries ?? 0) + 1
    const nextAt = new Date(now.getTime() + retryDelayMs(reason, tries, wishMs))
    return [{ id, passId, reason, tries, nextAt }]
  })
  // A card or registration that was deleted meanwhile is owed nothing.
  await sql`insert into wallet_retries
      (cabinet_id, wallet, id, pass_id, registration_id, reason, tries, since, next_at)
    select ${db.cabinetId}, ${wallet}, o.id, p.id, r.id, o.reason, o.tries, ${now}, o."nextAt"
    from jsonb_to_recordset(${JSON.stringify(put)}::jsonb)
      as o(id uuid, "passId" uuid, reason text, tries int, "nextAt" timestamptz)
    join passes p on p.cabinet_id = ${db.cabinetId} and p.id = o."passId"
    left join registrations r on r.cabinet_id = ${db.cabinetId} and r.id = o.id and ${wallet} = 'apple'
    where r.id is not null or ${wallet} = 'google'
    order by o.id
    on conflict (cabinet_id, wallet, id) do update
      set reason = excluded.reason, tries = excluded.tries, next_at = excluded.next_at`.execute(db.tx)
  return put
}

export async function dropRetries(db: CabinetDb, wallet: Wallet, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tables(db)
      .deleteFrom('wallet_retries')
      .where('cabinet_id', '=', db.cabinetId)
      .where('wallet', '=', wallet)
      .where('id', 'in', [...ids])
      .execute()
}

type Accepted = { registrationId: string; passId: string; version: number }

/**
 * Apple has accepted the push of these versions: their phones are owed nothing more. A card that has changed since
 * keeps its retry, due now, because what waits for it may have come after the push. The rows of the cards are locked,
 * so that a change is either seen here or sees that no retry is left.
 * @returns the cards that no longer wait, and whether some have changed since
 */
export async function dropAccepted(
  db: CabinetDb,
  accepted: readonly Accepted[],
  now: Date,
): Promise<{ freed: Set<string>; isBehind: boolean }> {
  const waiting = await retriesOf(
    db,
    accepted.map((one) => one.registrationId),
  )
  if (waiting.size === 0) return { freed: new Set(), isBehind: false }
  const some = accepted.filter((one) => waiting.has(one.registrationId))
  const { rows } = await sql<{ id: string; version: number }>`select id, version from passes
    where cabinet_id = ${db.cabinetId} and id = any(${some.map((one) => one.passId)}::uuid[])
    order by id for share`.execute(db.tx)
  const versions = new Map(rows.map((row) => [row.id, row.version]))
  const [behind, done] = [true, false].map((isBehind) =>
    some.filter((one) => (versions.get(one.passId) ?? 0) > one.version === isBehind),
  ) as [Accepted[], Accepted[]]
  await dropRetries(
    db,
    'apple',
    done.map((one) => one.registrationId),
  )
  await makeDue(
    db,
    behind.map((one) => one.registrationId),
    now,
  )
  return { freed: new Set(done.map((one) => one.passId)), isBehind: behind.length > 0 }
}

async function retriesOf(db: CabinetDb, registrations: readonly string[]): Promise<Set<string>> {
  if (registrations.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('wallet_retries')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('wallet', '=', 'apple')
    .where('id', 'in', [...registrations])
    .execute()
  return new Set(rows.map((row) => row.id))
}

async function makeDue(db: CabinetDb, registrations: readonly string[], now: Date): Promise<void> {
  if (registrations.length === 0) return
  await tables(db)
    .updateTable('wallet_retries')
    .set({ next_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('wallet', '=', 'apple')
    .where('id', 'in', [...registrations])
    .execute()
}

/** A phone that is not called any more is owed nothing. */
export async function dropRetriesOfToken(db: CabinetDb, token: string): Promise<void> {
  await sql`delete from wallet_retries w using registrations r
    where w.cabinet_id = ${db.cabinetId} and r.cabinet_id = w.cabinet_id and r.id = w.registration_id
      and r.push_token = ${token}`.execute(db.tx)
}

/** What failed in the future is due too: the clock was set back since, and its time could be a day away. */
const isDue = (now: Date) => sql`(next_at <= ${now} or since > ${now})`

/** Takes what is due; it is due again after the lease, should the worker die. */
export async function claimRetries(
  db: CabinetDb,
  wallet: Wallet,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<{ id: string; passId: string }[]> {
  const { rows } = await sql<{ id: string; passId: string }>`
    update wallet_retries set next_at = ${new Date(now.getTime() + leaseMs)}, since = least(since, ${now})
    where cabinet_id = ${db.cabinetId} and wallet = ${wallet} and id in (
      select id from wallet_retries
      where cabinet_id = ${db.cabinetId} and wallet = ${wallet} and ${isDue(now)}
      order by next_at, id limit ${limit} for update skip locked)
    returning id, pass_id as "passId"`.execute(db.tx)
  return rows
}

/** Of these cards, those with a phone or an object that a retry waits for. */
export async function passesWithRetries(
  db: CabinetDb,
  wallet: Wallet,
  passIds: readonly string[],
): Promise<Set<string>> {
  if (passIds.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('wallet_retries')
    .select('pass_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('wallet', '=', wallet)
    .where('pass_id', 'in', [...passIds])
    .execute()
  return new Set(rows.map((row) => row.pass_id))
}

/** What refused certificates have held back is due now. */
export async function releaseRefused(db: CabinetDb, certificateIds: readonly string[], now: Date): Promise<void> {
  await sql`update wallet_retries w set next_at = ${now} from passes p
    where w.cabinet_id = ${db.cabinetId} and w.wallet = 'apple' and w.reason = 'refused'
      and p.cabinet_id = w.cabinet_id and p.id = w.pass_id
      and p.certificate_id = any(${[...certificateIds]}::uuid[])`.execute(db.tx)
}

/** Work that is due, for the scheduler. */
export async function cabinetsWithRetries(tx: Tx, now: Date): Promise<{ cabinetId: number; wallet: Wallet }[]> {
  const { rows } = await sql<{ cabinetId: number; wallet: Wallet }>`
    select distinct cabinet_id as "cabinetId", wallet from wallet_retries where ${isDue(now)}`.execute(tx)
  return rows
}

export function refusalOf(db: CabinetDb, certificateId: string) {
  return tables(db)
    .selectFrom('apple_refusals')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('certificate_id', '=', certificateId)
    .forUpdate()
    .executeTakeFirst()
}

/** @returns false when it was known */
export async function insertRefusal(
  db: CabinetDb,
  row: Omit<PassTables['apple_refusals'], 'cabinet_id'>,
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('apple_refusals')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'certificate_id']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function setProbe(
  db: CabinetDb,
  certificateId: string,
  probe: { tries: number; since: Date; probe_at: Date },
): Promise<void> {
  await tables(db)
    .updateTable('apple_refusals')
    .set(probe)
    .where('cabinet_id', '=', db.cabinetId)
    .where('certificate_id', '=', certificateId)
    .execute()
}

/** @returns false when it was not refused */
export async function dropRefusal(db: CabinetDb, certificateId: string): Promise<boolean> {
  const done = await tables(db)
    .deleteFrom('apple_refusals')
    .where('cabinet_id', '=', db.cabinetId)
    .where('certificate_id', '=', certificateId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
