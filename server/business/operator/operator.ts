/**
 * The people who run the installation. They read who the cabinets and users are with a separate role, which cannot see
 * what a cabinet contains, and change one cabinet at a time from inside it.
 */
import { operator as contract } from '../../../contract/business/operator.ts'
import type { OpenedOperatedCabinet, OperatedCabinet, WaitingInvitation } from '../../../contract/business/operated.ts'
import type { TariffKey } from '../../../contract/business/finance.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { revokeInvite } from '../../platform/access/access.ts'
import type { InputOf } from '../../../contract/call.ts'
import type { AnyPlaceCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import * as cabinets from '../../platform/cabinets/cabinets.ts'
import { askPassword } from '../../platform/users/step-up.ts'
import { book, isBooked } from '../finance/finance.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { fullName } from '../../platform/users/users.ts'
import * as sql from './cabinets-sql.ts'
import { auditLogOf } from './audit-log.ts'

export const refuse = refusals(contract)
const DEMO_DAYS = 14
const AUDIT_LOG_ROWS = 10

function cabinetReply(app: App, row: sql.OperatedRow): OperatedCabinet {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    tariff: row.tariff_key,
    demoUntil: row.demo_until?.toISOString() ?? null,
    balanceMinor: row.balance_minor,
    isLimited: cabinets.isLimited(row, app.clock.now()),
    isAgent: row.is_agent,
    cards: row.cards,
    createdAt: row.created_at.toISOString(),
    owner:
      row.owner_id === null
        ? null
        : {
            id: row.owner_id,
            name: fullName({ name: row.owner_name, surname: row.owner_surname }),
            email: row.owner_email ?? '',
          },
  }
}

export type CabinetQuery = Omit<sql.CabinetPage, 'offset'> & { page: number }

export async function listCabinets(app: App, query: CabinetQuery) {
  const { page, limit } = query
  const { rows, total } = await app.database.asOperator((tx) => sql.cabinetPage(tx, { ...query, ...sliceOf(query) }))
  return { data: rows.map((row) => cabinetReply(app, row)), meta: metaOf(total, { page, limit }) }
}

/** @throws Refusal not_found */
export async function readCabinet(app: App, id: number): Promise<OpenedOperatedCabinet> {
  return app.database.asOperator(async (tx) => {
    const row = await sql.cabinetById(tx, id)
    if (!row) throw refuse('not_found')
    return {
      ...cabinetReply(app, row),
      bonusMinor: row.bonus_minor,
      taxNumber: row.tax_number,
      slots: row.slots,
      cardLimit: row.card_limit,
      isOnTestCertificate: row.is_on_test_certificate,
      people: (await cabinets.operatedPeople(tx, id)).map((one) => ({
        id: one.id,
        name: fullName(one),
        email: one.email,
        role: one.role,
        isEmailVerified: one.email_verified_at !== null,
        since: one.created_at.toISOString(),
      })),
      trail: await auditLogOf(tx, id, AUDIT_LOG_ROWS),
    }
  })
}

/** Works inside one cabinet, its row locked. @throws Refusal not_found */
async function insideOne(
  app: App,
  cabinet: number,
  work: (db: CabinetDb, row: cabinets.AccountRow) => Promise<unknown>,
): Promise<OpenedOperatedCabinet> {
  await cabinets.openForWork(app, cabinet, async (db) => work(db, await cabinets.lockAccount(db)))
  return readCabinet(app, cabinet)
}

/** A demo that is over goes on from now. @throws Refusal not_on_demo */
export function extendDemo(app: App, cabinet: number, days: number): Promise<OpenedOperatedCabinet> {
  return insideOne(app, cabinet, (db, row) => {
    if (row.tariff_key !== 'demo') throw refuse('not_on_demo')
    const fromMs = Math.max(app.clock.now().getTime(), row.demo_until?.getTime() ?? 0)
    return cabinets.setDemoUntil(db, new Date(fromMs + days * DAY_MS))
  })
}

/** Slots stay where the tariff sells any; the people of the cabinet are notified. */
export function setTariff(app: App, cabinet: number, tariff: TariffKey): Promise<OpenedOperatedCabinet> {
  return insideOne(app, cabinet, async (db, row) => {
    if (row.tariff_key === tariff) return
    const demoUntil = tariff === 'demo' ? new Date(app.clock.now().getTime() + DEMO_DAYS * DAY_MS) : null
    const sellsSlots = (await cabinets.allTariffs(db.tx)).some(
      (one) => one.key === tariff && one.slot_price_minor !== null,
    )
    await cabinets.setTariff(db, tariff, demoUntil, sellsSlots ? row.slots : 0)
    if (row.tariff_key !== null) {
      await notify(app, db, {
        type: 'changing_tariff',
        detail: { from: row.tariff_key, to: tariff },
        onceKey: `operator|${crypto.randomUUID()}`,
      })
    }
  })
}

export function setAgent(app: App, cabinet: number, isAgent: boolean): Promise<OpenedOperatedCabinet> {
  return insideOne(app, cabinet, (db) => cabinets.setAgent(db, isAgent, app.clock.now()))
}

/**
 * Real money and bonus money apart; a repeated request changes nothing.
 * @throws Refusal bonus_too_small, password_needed, too_many_tries
 */
export async function correctBalance(
  { app, user }: AnyPlaceCtx,
  cabinet: number,
  { amountMinor, of, reason, id, password }: InputOf<typeof contract.correctBalance>['body'],
): Promise<OpenedOperatedCabinet> {
  await askPassword(app, user, password)
  const reference = `operator/${id ?? crypto.randomUUID()}`
  return insideOne(app, cabinet, async (db, row) => {
    if (await isBooked(db, 'correction', reference)) return
    if (of === 'bonus' && row.bonus_minor + amountMinor < 0)
      throw refuse('bonus_too_small', {}, { amountMinor: { code: 'bonus_too_small' } })
    await book(app, db, { event: 'correction', amountMinor, of, reference, note: reason })
  })
}

export async function listInvitations(
  app: App,
  { page, limit, q, d }: { page: number; limit: number; q: string; d: 'asc' | 'desc' },
) {
  const { rows, total } = await app.database.asOperator((tx) =>
    sql.invitationPage(tx, app.clock.now(), { q, d, ...sliceOf({ page, limit }) }),
  )
  const data: WaitingInvitation[] = rows.map((row) => ({
    cabinet: { id: row.cabinet_id, name: row.cabinet_name },
    email: row.email,
    inviter: { id: row.inviter_id, name: fullName(row), email: row.inviter_email },
    invitedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
  return { data, meta: metaOf(total, { page, limit }) }
}

/** @throws Refusal invite_not_found */
export async function revokeInvitation(app: App, cabinet: number, email: string): Promise<void> {
  if (!(await app.database.asOperator((tx) => sql.cabinetById(tx, cabinet)))) throw refuse('invite_not_found')
  return cabinets.openForWork(app, cabinet, (db) => revokeInvite(app, db, email))
}
