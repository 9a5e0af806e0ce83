import { sql } from 'kysely'
import type { ModuleId } from '../../../contract/reach/marketplace.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { type Slice, totalOf } from '../../base/paging.ts'
import type { RowsOfPeople } from '../../people/clients/clients.ts'

type Tables = {
  cabinet_modules: { cabinet_id: number; id: ModuleId; is_active: boolean; since: Date | null; version: number }
  promos: {
    cabinet_id: number
    id: string
    module: ModuleId
    code: string
    code_key: string
    bonus_minor: number
    inviter_minor: number
    invited_minor: number
    max: number | null
    starts_on: string
    ends_on: string | null
    used: number
    created_at: Date
    removed_at: Date | null
  }
  promo_uses: { cabinet_id: number; promo_id: string; client_id: string; id: string; at: Date; bonus_minor: number }
  client_invitations: {
    cabinet_id: number
    invited_id: string
    inviter_id: string
    promo_id: string
    at: Date
    inviter_minor: number
    invited_minor: number
    is_accrued: boolean
  }
}
export type ModuleRow = Tables['cabinet_modules']
export type PromoRow = Tables['promos']

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export function allModules(db: CabinetDb): Promise<ModuleRow[]> {
  return tables(db).selectFrom('cabinet_modules').selectAll().where('cabinet_id', '=', db.cabinetId).execute()
}

/** Ids of cabinets that have a module on, upwards; read by the scheduler. */
export async function cabinetsWithModule(tx: Tx, id: ModuleId, after: number, limit: number): Promise<number[]> {
  const rows = await tx
    .withTables<Tables>()
    .selectFrom('cabinet_modules')
    .select('cabinet_id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('cabinet_id', '>', after)
    .orderBy('cabinet_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.cabinet_id)
}

/** Promos of one module or of all, in the order of their creation. */
export function promosOf(db: CabinetDb, module?: ModuleId): Promise<PromoRow[]> {
  const all = tables(db)
    .selectFrom('promos')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('removed_at', 'is', null)
  return (module === undefined ? all : all.where('module', '=', module)).orderBy('created_at').orderBy('id').execute()
}

/** The promos of active modules, in the order of their creation; null for a module without any. */
export async function activePromos(db: CabinetDb): Promise<(PromoRow | null)[]> {
  const rows = await tables(db)
    .selectFrom('cabinet_modules')
    .leftJoin('promos', (join) =>
      join
        .onRef('promos.cabinet_id', '=', 'cabinet_modules.cabinet_id')
        .onRef('promos.module', '=', 'cabinet_modules.id')
        .on('promos.removed_at', 'is', null),
    )
    .selectAll('promos')
    .where('cabinet_modules.cabinet_id', '=', db.cabinetId)
    .where('cabinet_modules.is_active', '=', true)
    .orderBy('promos.created_at')
    .orderBy('promos.id')
    .execute()
  return rows.map((row) => (row.id === null ? null : (row as PromoRow)))
}

/** Raises the version. @returns false for the second of two saves of one version */
export async function setModuleActive(
  db: CabinetDb,
  id: ModuleId,
  version: number,
  change: { is_active: boolean; since: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into cabinet_modules (cabinet_id, id, is_active, since, version)
    select ${db.cabinetId}, ${id}, ${change.is_active}, ${change.since}, 1 where ${version}::int = 0
    on conflict (cabinet_id, id) do nothing returning id`.execute(db.tx)
  if (rows.length > 0) return true
  const done = await tables(db)
    .updateTable('cabinet_modules')
    .set((of) => ({ ...change, version: of('version', '+', 1) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export type PromoChange = Pick<
  PromoRow,
  'code' | 'code_key' | 'bonus_minor' | 'inviter_minor' | 'invited_minor' | 'max' | 'starts_on' | 'ends_on'
>

export async function insertPromo(
  db: CabinetDb,
  row: PromoChange & Pick<PromoRow, 'id' | 'module' | 'created_at'>,
): Promise<void> {
  await tables(db)
    .insertInto('promos')
    .values({ cabinet_id: db.cabinetId, used: 0, removed_at: null, ...row })
    .execute()
}

export async function updatePromo(db: CabinetDb, id: string, change: PromoChange): Promise<void> {
  await tables(db)
    .updateTable('promos')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Frees the codes before other rows take them. */
export async function removePromos(db: CabinetDb, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0)
    await tables(db)
      .updateTable('promos')
      .set({ removed_at: now })
      .where('cabinet_id', '=', db.cabinetId)
      .where('id', 'in', [...ids])
      .execute()
}

/** Clears all codes; later in the transaction each row gets its own. */
export async function parkCodes(db: CabinetDb, module: ModuleId): Promise<void> {
  await tables(db)
    .updateTable('promos')
    .set({ code_key: sql`'~' || id` })
    .where('cabinet_id', '=', db.cabinetId)
    .where('module', '=', module)
    .where('removed_at', 'is', null)
    .execute()
}

export type UseOfCode = Pick<Tables['promo_uses'], 'promo_id' | 'client_id'>

export function usesOf(db: CabinetDb, people: RowsOfPeople): Promise<UseOfCode[]> {
  return tables(db)
    .selectFrom('promo_uses')
    .select(['promo_id', 'client_id'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', sql<string>`(select r.id from (${people}) r)`)
    .execute()
}

/** Until the end of the transaction nobody else uses the code. @returns whether there is a use left */
export async function holdUse(db: CabinetDb, promoId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('promos')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', promoId)
    .where(({ eb, or, ref }) => or([eb('max', 'is', null), eb('used', '<', ref('max'))]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type UseRow = Omit<Tables['promo_uses'], 'cabinet_id' | 'id'>

/** Each is counted at the commit, which fails where the code is used up (0616). */
export async function insertUses(db: CabinetDb, rows: readonly UseRow[]): Promise<void> {
  if (rows.length > 0)
    await tables(db)
      .insertInto('promo_uses')
      .values(rows.map((row) => ({ cabinet_id: db.cabinetId, id: crypto.randomUUID(), ...row })))
      .execute()
}

/** How many friends somebody has brought. */
export async function countInvited(db: CabinetDb, inviterId: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('client_invitations')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('inviter_id', '=', inviterId)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** How many friends of an inviter were counted, by the id of the offer. */
export async function countAccrued(db: CabinetDb, inviter: RowsOfPeople): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ promo_id: string; count: number }>`
    select i.promo_id, count(*) from client_invitations i
    where i.cabinet_id = ${db.cabinetId} and i.is_accrued
      and i.inviter_id in (select r.id from (${inviter}) r where r.id = r.person)
    group by i.promo_id`.execute(db.tx)
  return new Map(rows.map(({ promo_id: id, count }) => [id, count]))
}

/**
 * The inviter is locked by who has read how many friends there were.
 * @returns whether both get their bonus: it is wanted, and the limit of the inviter was not reached before
 */
export async function insertInvitation(
  db: CabinetDb,
  { promo, inviterId, invitedId, at }: { promo: PromoRow; inviterId: string; invitedId: string; at: Date },
  isWanted: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ is_accrued: boolean }>`
    insert into client_invitations (cabinet_id, invited_id, inviter_id, promo_id, at, inviter_minor, invited_minor,
      is_accrued)
    select ${db.cabinetId}, ${invitedId}, ${inviterId}, ${promo.id}, ${at}, ${promo.inviter_minor}::bigint,
      ${promo.invited_minor}::bigint, ${isWanted}::boolean and (${promo.max}::int is null or ${promo.max}::int > (
        select count(*) from client_invitations i where i.cabinet_id = ${db.cabinetId} and i.inviter_id = ${inviterId}
          and i.promo_id = ${promo.id} and i.is_accrued))
    returning is_accrued`.execute(db.tx)
  return rows[0]?.is_accrued ?? false
}

export async function inviterOf(db: CabinetDb, clientId: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('client_invitations')
    .select('inviter_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('invited_id', '=', clientId)
    .executeTakeFirst()
  return row?.inviter_id
}

export type PointRow = {
  id: string
  at: Date
  amount_minor: number
  reason: 'welcome' | 'inviter' | 'invited'
  code: string
  other_id: string | null
  is_accrued: boolean
}

/** All bonuses of promo codes and friends of a client, including those that were not accrued. */
export async function pointPage(
  db: CabinetDb,
  clientId: string,
  page: Slice,
): Promise<{ rows: PointRow[]; total: number }> {
  const c = db.cabinetId
  const all = sql`
    select u.id, u.at, u.bonus_minor as amount_minor, 'welcome' as reason, p.code,
        null::uuid as other_id, true as is_accrued
      from promo_uses u join promos p on p.cabinet_id = u.cabinet_id and p.id = u.promo_id
      where u.cabinet_id = ${c} and u.client_id = ${clientId}
    union all select invited_id, at, inviter_minor, 'inviter', '', invited_id, is_accrued
      from client_invitations where cabinet_id = ${c} and inviter_id = ${clientId}
    union all select invited_id, at, invited_minor, 'invited', '', inviter_id, is_accrued
      from client_invitations where cabinet_id = ${c} and invited_id = ${clientId}`
  const { rows } = await sql<PointRow>`select * from (${all}) points
    order by at desc, id desc, reason limit ${page.limit} offset ${page.offset}`.execute(db.tx)
  const count = async () =>
    (await sql<{ total: number }>`select count(*) as total from (${all}) points`.execute(db.tx)).rows[0]?.total ?? 0
  return { rows, total: await totalOf(rows, page, count) }
}

export async function insertPastUses(
  db: CabinetDb,
  uses: readonly { promoId: string; clientId: string; at: Date; bonusMinor: number }[],
): Promise<void> {
  await sql`insert into promo_uses (cabinet_id, id, promo_id, client_id, at, bonus_minor)
    select ${db.cabinetId}, gen_random_uuid(), "promoId", "clientId", at, "bonusMinor"
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
      as given ("promoId" uuid, "clientId" uuid, at timestamptz, "bonusMinor" bigint)`.execute(db.tx)
}

export async function insertPastInvitations(db: CabinetDb, invitations: readonly object[]): Promise<void> {
  await sql`
    insert into client_invitations (cabinet_id, invited_id, inviter_id, promo_id, at, inviter_minor, invited_minor,
      is_accrued)
    select ${db.cabinetId}, "invitedId", "inviterId", "promoId", at, "inviterMinor", "invitedMinor", true
    from jsonb_to_recordset(${JSON.stringify(invitations)}::jsonb)
      as given ("invitedId" uuid, "inviterId" uuid, "promoId" uuid, at timestamptz, "inviterMinor" bigint,
        "invitedMinor" bigint)`.execute(db.tx)
}
