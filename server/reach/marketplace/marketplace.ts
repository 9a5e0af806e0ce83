/**
 * Modules of an account: welcome bonuses by promo codes, and bonuses for inviting friends. A form checks here whether a
 * code is valid, and the bonus is given once, in the transaction that issues the card.
 */
import { MODULE_LOCK_DAYS, MODULES, type Language } from '../../../contract/limits.ts'
import {
  marketplace as contract,
  type Module,
  type ModuleId,
  type ModuleInput,
  type ModuleRow,
  type Promo,
} from '../../../contract/reach/marketplace.ts'
import { DAY_MS, moscowDay } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { promoForms } from '../../people/forms/forms.ts'
import { checkPromos } from './check-promos.ts'
import { modulePrices } from './prices.ts'
import { foldCode, stateOf } from './promo.ts'
import * as sql from './sql.ts'

export { giveBonuses } from './bonuses.ts'
export { giveToKnown, hasNoMoreUses, readUses, welcomeOfNew } from './form-bonuses.ts'
export { type Code, readCode, readOffers } from './offers.ts'
export { inviteOf } from './invite.ts'
export {
  activeSince,
  modulePrices,
  pricedModules,
  type PriceRow,
  setAnnounced,
  unannouncedPrices,
  updateModulePrice,
} from './prices.ts'
export { countFriends, findInviter, pointHistory, pointsOf } from './points.ts'

const refuse = refusals(contract)

function moduleIdOf(text: string): ModuleId {
  const id = MODULES.find((one) => one === text)
  if (!id) throw refuse('module_not_found')
  return id
}

const endOfLock = (since: Date) => new Date(since.getTime() + MODULE_LOCK_DAYS * DAY_MS)

function promoReply(row: sql.PromoRow, today: string): Promo {
  return {
    id: row.id,
    code: row.code,
    bonusMinor: row.bonus_minor,
    inviterMinor: row.inviter_minor,
    invitedMinor: row.invited_minor,
    max: row.max,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    state: stateOf(row, today, row.module === 'welcome'),
    used: row.used,
  }
}

/** Of thirty days, by module. */
const pricesIn = async (db: CabinetDb) =>
  new Map((await modulePrices(db.tx)).map(({ id, price_minor: priceMinor }) => [id, priceMinor]))

type Prices = ReadonlyMap<ModuleId, number>

function rowReply(
  id: ModuleId,
  row: sql.ModuleRow | undefined,
  { promos, prices }: { promos: readonly Promo[]; prices: Prices },
  lang: Language,
): ModuleRow {
  const since = row?.is_active ? row.since : null
  return {
    id,
    name: say(lang, `marketplace.modules.${id}.name`),
    text: say(lang, `marketplace.modules.${id}.text`),
    isActive: row?.is_active ?? false,
    priceMinor: prices.get(id) ?? 0,
    since: since?.toISOString() ?? null,
    canEndAt: since ? endOfLock(since).toISOString() : null,
    running: promos.filter((one) => one.state === 'running').length,
    used: promos.reduce((sum, one) => sum + one.used, 0),
  }
}

export async function listModules(db: CabinetDb, lang: Language, now: Date): Promise<ModuleRow[]> {
  const rows = new Map((await sql.allModules(db)).map((row) => [row.id, row]))
  const promos = Map.groupBy(await sql.promosOf(db), (row) => row.module)
  const prices = await pricesIn(db)
  return MODULES.map((id) => {
    const own = (promos.get(id) ?? []).map((row) => promoReply(row, moscowDay(now)))
    return rowReply(id, rows.get(id), { promos: own, prices }, lang)
  })
}

export async function activeModules(db: CabinetDb): Promise<ModuleId[]> {
  const rows = await sql.allModules(db)
  return MODULES.filter((id) => rows.some((row) => row.id === id && row.is_active))
}

/** Ids of cabinets that have a module on, upwards. */
export function cabinetsWithModule(tx: Tx, id: ModuleId, after: number, limit: number): Promise<number[]> {
  return sql.cabinetsWithModule(tx, id, after, limit)
}

/** Without what other rooms say of it. */
type OwnModule = Omit<Module, 'telegram'>
type Asked = { app: App; db: CabinetDb; cabinet: { domain: string }; lang: Language }

/** @throws Refusal module_not_found */
export async function readModule({ app, db, cabinet, lang }: Asked, moduleId: string): Promise<OwnModule> {
  const now = app.clock.now()
  const id = moduleIdOf(moduleId)
  const row = (await sql.allModules(db)).find((one) => one.id === id)
  const promos = (await sql.promosOf(db, id)).map((one) => promoReply(one, moscowDay(now)))
  return {
    ...rowReply(id, row, { promos, prices: await pricesIn(db) }, lang),
    promos,
    forms: await promoForms(app, db, cabinet.domain),
    version: row?.version ?? 0,
  }
}

/** @throws Refusal module_not_found, module_too_young, version_conflict, promo_taken */
export async function saveModule(
  asked: Asked,
  moduleId: string,
  input: Omit<ModuleInput, 'telegram'>,
): Promise<OwnModule> {
  const { db } = asked
  const now = asked.app.clock.now()
  const id = moduleIdOf(moduleId)
  const before = (await sql.allModules(db)).find((one) => one.id === id)
  const wasActive = before?.is_active ?? false
  if (wasActive && !input.isActive && before?.since && now < endOfLock(before.since)) {
    const until = endOfLock(before.since)
    throw refuse('module_too_young', {
      until: until.toISOString(),
      date: moscowDay(until).split('-').toReversed().join('.'),
    })
  }
  await checkPromos(db, id, input.promos)
  const since = input.isActive && !wasActive ? now : (before?.since ?? null)
  if (!(await sql.setModuleActive(db, id, input.version, { is_active: input.isActive, since })))
    throw refuse('version_conflict')
  await savePromos(db, id, input.promos, now)
  return readModule(asked, id)
}

async function savePromos(db: CabinetDb, id: ModuleId, promos: ModuleInput['promos'], now: Date): Promise<void> {
  const known = new Set((await sql.promosOf(db, id)).map((row) => row.id))
  const kept = new Set(promos.map((one) => one.id))
  await sql.removePromos(
    db,
    [...known].filter((one) => !kept.has(one)),
    now,
  )
  // Two rows may swap their codes in one save.
  await sql.parkCodes(db, id)
  for (const [index, one] of promos.entries()) {
    const change = {
      code: one.code,
      code_key: foldCode(one.code),
      bonus_minor: one.bonusMinor,
      inviter_minor: one.inviterMinor,
      invited_minor: one.invitedMinor,
      max: one.max,
      starts_on: one.startsOn,
      ends_on: one.endsOn,
    }
    // A row that somebody has removed meanwhile is created again; normally the version conflict prevents this.
    if (one.id !== null && known.has(one.id)) await sql.updatePromo(db, one.id, change)
    else
      await sql.insertPromo(db, {
        ...change,
        id: crypto.randomUUID(),
        module: id,
        created_at: new Date(now.getTime() + index),
      })
  }
}
