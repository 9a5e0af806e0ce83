/**
 * Cabinets and the door to them: whoever gets past `openCabinet` sees the rows of one cabinet, whoever
 * does not hears the same not_found as for a cabinet that never existed.
 */
import { cabinets as contract, Domain, type Cabinet } from '../../../contract/platform/cabinets.ts'
import { ROUTE_WORDS } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { OpenedCabinet, SignedIn } from '../../base/answer.ts'
import { asUser, type CabinetDb, constraintOf, insideCabinet, newCabinetId } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const DEMO_DAYS = 14

function isReserved(domain: string): boolean {
  return (ROUTE_WORDS as readonly string[]).includes(domain)
}

export function cabinetReply(app: App, row: sql.CabinetRow): Cabinet {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    createdAt: row.created_at.toISOString(),
    balanceMinor: row.balance_minor,
    role: row.role,
    isAgent: row.is_agent,
    cards: row.cards,
    isPollFinished: row.is_poll_finished,
    isOnTestCertificate: row.is_on_test_certificate,
    logo: row.logo_id,
    isLimited: isLimited(row, app.clock.now()),
    isDemoDomain: row.domain === app.env.demoDomain,
    tariff: row.tariff_key && {
      key: row.tariff_key,
      isDemo: row.tariff_key === 'demo',
      isArchived: row.is_tariff_archived ?? false,
      slots: row.slots,
      demoUntil: row.demo_until?.toISOString() ?? null,
      limits: {
        cards: row.limit_cards ?? 0,
        templates: row.limit_templates ?? 0,
        forms: row.limit_forms ?? 0,
        segments: row.limit_segments ?? 0,
        triggers: row.limit_triggers ?? 0,
      },
    },
  }
}

/** The demo is over, or the money of a paid tariff is: what is there may be read, and little else. */
export function isLimited(
  row: Pick<sql.CabinetRow, 'tariff_key' | 'demo_until' | 'balance_minor'>,
  now: Date,
): boolean {
  if (row.tariff_key === null) return false
  return row.tariff_key === 'demo' ? row.demo_until !== null && row.demo_until <= now : row.balance_minor < 0
}

/** The door. The only way from a user to the rows of a cabinet. */
export function openCabinet<T>(
  app: App,
  user: SignedIn,
  cabinetId: number,
  work: (cabinet: OpenedCabinet, db: CabinetDb) => Promise<T>,
): Promise<T> {
  return insideCabinet(
    app.database,
    cabinetId,
    async (db) => {
      const row = await sql.cabinetForUser(db, user.userId)
      if (!row) throw refuse('not_found')
      return work(
        {
          id: row.id,
          domain: row.domain,
          name: row.name,
          role: row.role,
          isAgent: row.is_agent,
          tariff: row.tariff_key,
          isLimited: isLimited(row, app.clock.now()),
        },
        db,
      )
    },
    user.userId,
  )
}

export type PublicCabinet = { id: number; name: string; domain: string; tariff: sql.TariffKey | null }

/** The side door for customers and phones: what they may do there is decided by the room that opens it. */
export async function openForPublic<T>(
  app: App,
  by: { domain: string } | { id: number },
  work: (cabinet: PublicCabinet, db: CabinetDb) => Promise<T>,
): Promise<T> {
  const entry = await sql.directoryEntry(app.database.db, by)
  if (!entry) throw refuse('not_found')
  return insideCabinet(app.database, entry.id, (db) =>
    work({ id: entry.id, name: entry.name, domain: entry.domain, tariff: entry.tariff_key }, db),
  )
}

export async function checkIdentifier(app: App, text: string): Promise<'free' | 'taken' | 'reserved' | 'malformed'> {
  const parsed = Domain.safeParse(text)
  if (!parsed.success) return isReserved(text) ? 'reserved' : 'malformed'
  if (isReserved(parsed.data)) return 'reserved'
  return (await sql.isDomainTaken(app.database.db, parsed.data)) ? 'taken' : 'free'
}

/**
 * Creates a cabinet on the demo tariff; its maker is the owner. The address must be confirmed first.
 * @param furnish what rooms above put into a new cabinet, in the same transaction
 */
export async function createCabinet(
  app: App,
  user: SignedIn,
  input: { name: string; domain: string; taxNumber: string },
  furnish: (db: CabinetDb) => Promise<void>,
): Promise<Cabinet> {
  if (!user.isEmailVerified) throw refuse('email_not_confirmed')
  if (isReserved(input.domain)) throw refuse('identifier_reserved')
  const now = app.clock.now()
  try {
    return await insideCabinet(
      app.database,
      newCabinetId(now.getTime()),
      async (db) => {
        await sql.insertCabinet(
          db,
          {
            name: input.name,
            domain: input.domain,
            tax_number: input.taxNumber,
            tariff_key: 'demo',
            created_at: now,
            demo_until: new Date(now.getTime() + DEMO_DAYS * DAY_MS),
          },
          user.userId,
        )
        await furnish(db)
        return cabinetReply(app, (await sql.cabinetForUser(db, user.userId)) as sql.CabinetRow)
      },
      user.userId,
    )
  } catch (error) {
    if (constraintOf(error) === 'cabinets_domain') throw refuse('identifier_taken')
    throw error
  }
}

export type CabinetPage = {
  page: number
  limit: number
  q: string
  o: 'name' | 'created' | 'cards' | 'balance'
  d: 'asc' | 'desc'
}

export async function listCabinets(app: App, user: SignedIn, page: CabinetPage) {
  const { rows, total } = await asUser(app.database, user.userId, (tx) =>
    sql.cabinetsOf(tx, user.userId, { ...page, ...sliceOf(page) }),
  )
  return { data: rows.map((row) => cabinetReply(app, row)), meta: metaOf(total, page) }
}

/** What the menu shows of the cabinets themselves. */
export async function readMenu(
  app: App,
  user: SignedIn,
): Promise<{ recent: { id: number; name: string; domain: string }[]; total: number }> {
  return asUser(app.database, user.userId, async (tx) => {
    const recent = await sql.latestCabinets(tx, user.userId)
    const { total } = await sql.cabinetsOf(tx, user.userId, { q: '', o: 'created', d: 'desc', limit: 1, offset: 0 })
    return { recent, total }
  })
}

export async function readCabinet(app: App, user: SignedIn, domain: string): Promise<Cabinet> {
  const row = await asUser(app.database, user.userId, (tx) => sql.cabinetByDomain(tx, user.userId, domain))
  if (!row) throw refuse('not_found')
  return cabinetReply(app, row)
}

/** The opened cabinet as its user sees it. */
export async function readOpened(app: App, db: CabinetDb, user: SignedIn): Promise<Cabinet> {
  const row = await sql.cabinetForUser(db, user.userId)
  if (!row) throw refuse('not_found')
  return cabinetReply(app, row)
}

/** Limits of the tariff, with the cabinet's row locked so that two requests at once cannot both pass. */
export async function lockLimits(db: CabinetDb): Promise<sql.TariffLimits> {
  await sql.lockCabinet(db)
  return readLimits(db)
}

/** Without a tariff nothing may be made. */
export async function readLimits(db: CabinetDb): Promise<sql.TariffLimits> {
  return (
    (await sql.limitsOf(db)) ?? {
      cards: 0,
      templates: 0,
      forms: 0,
      segments: 0,
      triggers: 0,
      users: 0,
      geoPoints: 0,
      beacons: 0,
      apiPerHour: 0,
      apiPerSecond: 0,
    }
  )
}

/** Without a tariff there is no limit that could be reached. */
export async function readCardUse(db: CabinetDb): Promise<{ used: number; limit: number }> {
  return (await sql.cardUse(db)) ?? { used: 0, limit: 0 }
}

/** For work that no user stands behind: the same limits as at the door. */
export async function standingOf(
  app: App,
  db: CabinetDb,
): Promise<{ tariff: sql.TariffKey | null; isLimited: boolean }> {
  const row = await sql.standingOf(db)
  return { tariff: row?.tariff_key ?? null, isLimited: row !== undefined && isLimited(row, app.clock.now()) }
}

export function demosEnding(app: App, from: Date, to: Date): Promise<{ id: number; until: Date }[]> {
  return sql.demosBetween(app.database.db, from, to)
}

/**
 * Next free card number; also counts the card. Plastic numbers are jumped over, as `numberAfter` does. The limit is
 * checked behind the lock of the cabinet's row, so that many at once cannot pass it.
 * @returns undefined when the tariff allows no more cards
 */
export function takeCardNumber(db: CabinetDb): Promise<number | undefined> {
  return sql.takeCardNumber(db)
}

/** Whether cards are signed by a certificate that only test phones trust. */
export function setOnTestCertificate(db: CabinetDb, isTest: boolean): Promise<void> {
  return sql.setOnTestCertificate(db, isTest)
}

/** Takes the row of the cabinet for this transaction: limits are counted behind it, so two at once cannot both pass. */
export function lockCabinet(db: CabinetDb): Promise<void> {
  return sql.lockCabinet(db)
}

/** The phone of the business in E.164; null while none was given. */
export function phoneOf(db: CabinetDb): Promise<string | null> {
  return sql.phoneOf(db)
}

/** @param phone in E.164 */
export function setPhone(db: CabinetDb, phone: string): Promise<void> {
  return sql.setPhone(db, phone)
}

/** Whether the owner lets members take clients out into files. */
export function isExportAllowed(db: CabinetDb): Promise<boolean> {
  return sql.isExportAllowed(db)
}

/** The questions about the business are not asked again. */
export function markPollFinished(db: CabinetDb): Promise<void> {
  return sql.markPollFinished(db)
}

/** @param demoUntil end of a demo; null when the tariff has none */
export function setTariff(db: CabinetDb, key: sql.TariffKey, demoUntil: Date | null, slots = 0): Promise<void> {
  return sql.setTariff(db, key, demoUntil, slots)
}

/** Changes the balance and counts the ledger on, in one statement, so that no two movements can miss each other. */
export function moveBalance(db: CabinetDb, amountMinor: number): Promise<{ no: number; balanceMinor: number }> {
  return sql.moveBalance(db, amountMinor)
}

/** A cabinet for a job or the start of the demo: the caller has named the cabinet, no user stands behind it. */
export function openForWork<T>(app: App, cabinetId: number, work: (db: CabinetDb) => Promise<T>): Promise<T> {
  return insideCabinet(app.database, cabinetId, work)
}
export { saveGeneral } from './general.ts'
export { eachCabinet } from './rounds.ts'
/** Next update tag; the row stays locked until the commit, so phones never see a later tag before an earlier one. */
export function takeChangeTag(db: CabinetDb): Promise<number> {
  return sql.takeChangeTag(db)
}
