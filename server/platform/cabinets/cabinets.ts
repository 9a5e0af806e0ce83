/**
 * Cabinets: making, finding and reading them. The doors to their rows are in `opening.ts`: work that gets past
 * `openCabinet` sees the rows of one cabinet; others get the same not_found as for a cabinet that never existed.
 */
import { cabinets as contract, Domain, type Cabinet } from '../../../contract/platform/cabinets.ts'
import { ROUTE_WORDS, UNPAID_CABINETS_MAX } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { SignedIn } from '../../base/answer.ts'
import { asUser, type CabinetDb, constraintOf, type Db, insideCabinet, outsideCabinet, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { newCabinetId } from '../../base/cabinet-id.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refuseNamesOfOthers } from '../../base/protected-names.ts'
import { refusals } from '../../base/refusal.ts'
import { promoCodeOf, keepAddress } from '../users/users.ts'
import { rightsOf } from './accesses.ts'
import { isLimited } from './limits.ts'
import * as sql from './sql.ts'

export {
  emailedPeople,
  grantAccess,
  hasAccess,
  ownCabinetIds,
  peopleOf,
  personOf,
  type PersonRow,
  rightsOf,
  selectAccessStart,
  setNotifications,
  setRights,
  stopEmails,
  revokeAccess,
  undoStop,
  userIdsWithAccess,
} from './accesses.ts'
import { pointsOf } from './settings-sql.ts'
export { readGeneral, saveGeneral } from './general.ts'
export {
  demosEnding,
  isLimited,
  lockCabinet,
  lockLimits,
  hasNoMoreCards,
  passCardNumbers,
  readCardUse,
  readLimits,
  returnCards,
  standingOf,
  takeCardNumber,
  takeCardNumbers,
} from './limits.ts'
export {
  type AccountRow,
  allTariffs,
  cabinetsInDebt,
  cabinetsToCharge,
  type CountedTariff,
  countedTariffs,
  lockAccount,
  moveBalance,
  moveBalanceBy,
  readAccount,
  selectBalances,
  setChargedOn,
  setDemoUntil,
  setGraceUntil,
  setTariff,
  type TariffRow,
  updateTariff,
} from './money.ts'
export { openCabinet, openForPublic, openForWork, type PublicCabinet } from './opening.ts'
export {
  cabinetsOfUser,
  countCabinetsOf,
  namesOfOperated,
  operatedPeople,
  peopleWithoutCabinet,
  selectOperatedCabinets,
} from './operated.ts'
export {
  agentOfCode,
  countReferred,
  hasReferralCode,
  inviterOfCode,
  keepReferralCode,
  namesOfReferred,
  originOf,
  referralCodeOf,
  referredPage,
  selectReferredByAgents,
  setAgent,
} from './referrals.ts'
export { eachCabinet } from './rounds.ts'
export {
  cardStyle,
  isExportAllowed,
  logoOf,
  markPollFinished,
  phoneOf,
  pointsStyle,
  setOnTestCertificate,
  setPhone,
  setTelegramLink,
  takeNoticeNumber,
} from './settings.ts'

const refuse = refusals(contract)
const DEMO_DAYS = 14

function isReserved(domain: string): boolean {
  return (ROUTE_WORDS as readonly string[]).includes(domain)
}

function cabinetReply(app: App, row: sql.CabinetRow): Cabinet {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    createdAt: row.created_at.toISOString(),
    balanceMinor: row.balance_minor,
    role: row.role,
    rights: rightsOf(row),
    isAgent: row.is_agent,
    cards: row.cards,
    isPollFinished: row.is_poll_finished,
    isOnTestCertificate: row.is_on_test_certificate,
    logo: row.logo_id,
    points: pointsOf(row),
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

export async function checkIdentifier(app: App, text: string): Promise<'free' | 'taken' | 'reserved' | 'malformed'> {
  const parsed = Domain.safeParse(text)
  if (!parsed.success) return isReserved(text) ? 'reserved' : 'malformed'
  if (isReserved(parsed.data)) return 'reserved'
  return (await sql.findCabinet(app.database.db, parsed.data)) ? 'taken' : 'free'
}

/**
 * Creates a cabinet on the demo tariff. The user who creates it is the owner. Their address need not be confirmed yet
 * (decision 112), and no later sign-up gets it.
 * @param setUp what rooms above put into a new cabinet, in the same transaction
 */
export async function createCabinet(
  app: App,
  user: SignedIn,
  input: { name: string; domain: string; taxNumber?: string | undefined },
  setUp: (db: CabinetDb) => Promise<void>,
): Promise<Cabinet> {
  if (isReserved(input.domain)) throw refuse('identifier_reserved')
  refuseNamesOfOthers(app, { name: input.name }, user)
  const now = app.clock.now()
  try {
    return await insideCabinet(
      app.database,
      newCabinetId(now.getTime()),
      async (db) => {
        // Two at the same time wait for each other: each counts the other's.
        const unpaid = await outsideCabinet(db, () => sql.countUnpaid(db, user.userId))
        if (unpaid >= UNPAID_CABINETS_MAX) throw refuse('cabinet_limit', { limit: UNPAID_CABINETS_MAX })
        await sql.insertCabinet(
          db,
          {
            name: input.name,
            domain: input.domain,
            tax_number: input.taxNumber ?? '',
            tariff_key: 'demo',
            created_at: now,
            demo_until: new Date(now.getTime() + DEMO_DAYS * DAY_MS),
            promo_code: await promoCodeOf(db.tx, user.userId),
          },
          user.userId,
        )
        await keepAddress(db.tx, user.userId)
        await setUp(db)
        return cabinetReply(app, (await sql.cabinetForUser(db, user.userId)) as sql.CabinetRow)
      },
      { userId: user.userId },
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

function withOwnCabinets<T>(app: App, user: SignedIn, read: (tx: Tx) => Promise<T>): Promise<T> {
  return asUser(app.database, user.userId, async (tx) => {
    await sql.showOwnCabinets(tx)
    return read(tx)
  })
}

export async function listCabinets(app: App, user: SignedIn, page: CabinetPage) {
  const { rows, total } = await withOwnCabinets(app, user, (tx) =>
    sql.cabinetsOf(tx, user.userId, { ...page, ...sliceOf(page) }),
  )
  return { data: rows.map((row) => cabinetReply(app, row)), meta: metaOf(total, page) }
}

/** What the menu shows of the cabinets themselves. */
export async function readMenu(
  app: App,
  user: SignedIn,
): Promise<{ recent: { id: number; name: string; domain: string }[]; total: number }> {
  return withOwnCabinets(app, user, async (tx) => {
    const recent = await sql.latestCabinets(tx, user.userId)
    const { total } = await sql.cabinetsOf(tx, user.userId, { q: '', o: 'created', d: 'desc', limit: 1, offset: 0 })
    return { recent, total }
  })
}

export async function readCabinet(app: App, user: SignedIn, domain: string): Promise<Cabinet> {
  const row = await withOwnCabinets(app, user, (tx) => sql.cabinetByDomain(tx, user.userId, domain))
  if (!row) throw refuse('not_found')
  return cabinetReply(app, row)
}

/** The opened cabinet as its user sees it. */
export async function readOpened(app: App, db: CabinetDb, user: SignedIn): Promise<Cabinet> {
  const row = await sql.cabinetForUser(db, user.userId)
  if (!row) throw refuse('not_found')
  return cabinetReply(app, row)
}

/** All cabinets by name and domain, as a sub-select. */
export const selectCabinets = (db: Db | Tx) => sql.selectCabinets(db)

/** All cabinets by their number, as a sub-select for scheduled work. */
export const selectCabinetIds = (tx: Tx) => sql.selectCabinetIds(tx)

/** Name and domain of the cabinet itself. @throws Refusal not_found */
export async function describeCabinet(db: CabinetDb): Promise<{ name: string; domain: string }> {
  const row = await sql.directoryEntry(db)
  if (!row) throw refuse('not_found')
  return row
}
