/**
 * What a code is worth, and giving the bonus: exactly once, in the transaction that issues the card, however many
 * visitors submit the form at the same time.
 */
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { lockCabinet } from '../../platform/cabinets/cabinets.ts'
import { clientByInviteCode, phoneOf } from '../../people/clients/clients.ts'
import { addBonus } from '../holders/holders.ts'
import { foldCode, stateOf } from './promo.ts'
import * as sql from './sql.ts'

/** `unknown`: no active module has this code, or it is not running. */
export type Code =
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'welcome'; promo: sql.PromoRow }
  | { kind: 'referral'; promo: sql.PromoRow; inviterId: string }

/** The promos of active modules. */
export async function runningPromos(db: CabinetDb, today: string): Promise<sql.PromoRow[]> {
  const active = new Set((await sql.allModules(db)).filter((row) => row.is_active).map((row) => row.id))
  if (active.size === 0) return []
  return (await sql.promosOf(db)).filter(
    (row) => active.has(row.module) && stateOf(row, today, row.module === 'welcome') === 'running',
  )
}

/** Without an active module a promo field is an ordinary question. */
export async function readCode(db: CabinetDb, text: string, now: Date): Promise<Code> {
  const key = foldCode(text)
  if (key === '' || !(await sql.allModules(db)).some((row) => row.is_active)) return { kind: 'none' }
  const running = await runningPromos(db, moscowDay(now))
  const promo = running.find((row) => row.module === 'welcome' && row.code_key === key)
  if (promo) return { kind: 'welcome', promo }
  const offer = running.find((row) => row.module === 'referral')
  const inviter = offer && (await clientByInviteCode(db, key))
  return offer && inviter ? { kind: 'referral', promo: offer, inviterId: inviter.id } : { kind: 'unknown' }
}

async function giveWelcome(app: App, db: CabinetDb, promo: sql.PromoRow, clientId: string, now: Date): Promise<void> {
  if ((await sql.hasUsed(db, promo.id, clientId)) || !(await sql.takeUse(db, promo.id, moscowDay(now)))) return
  await sql.insertUse(db, { promo_id: promo.id, client_id: clientId, at: now, bonus_minor: promo.bonus_minor })
  await addBonus(app, db, clientId, promo.bonus_minor, now)
}

async function giveReferral(
  app: App,
  db: CabinetDb,
  { promo, inviterId }: Extract<Code, { kind: 'referral' }>,
  clientId: string,
  now: Date,
): Promise<void> {
  const isWithin = promo.max === null || (await sql.countInvited(db, inviterId, promo.id)) < promo.max
  const isAccrued = isWithin && (await sql.takeUse(db, promo.id, moscowDay(now)))
  await sql.insertInvitation(db, {
    invited_id: clientId,
    inviter_id: inviterId,
    promo_id: promo.id,
    at: now,
    inviter_minor: promo.inviter_minor,
    invited_minor: promo.invited_minor,
    is_accrued: isAccrued,
  })
  if (!isAccrued) return
  await addBonus(app, db, clientId, promo.invited_minor, now)
  await addBonus(app, db, inviterId, promo.inviter_minor, now)
}

/** What every new client gets without a code; undefined when there is no such promo. */
export type WelcomeForAll = sql.PromoRow | undefined

export async function welcomeForAll(db: CabinetDb, now: Date): Promise<WelcomeForAll> {
  return (await runningPromos(db, moscowDay(now))).find((row) => row.module === 'welcome' && row.code_key === '')
}

export const givesBonus = (code: Code, forAll: WelcomeForAll): boolean =>
  forAll !== undefined || code.kind === 'welcome' || code.kind === 'referral'

/**
 * @param filled `isNew`: the client gets the first card now. Without a phone number nobody can know who has had a
 * bonus, so there is none
 */
export async function giveBonuses(
  app: App,
  db: CabinetDb,
  filled: { client: { id: string; tel: string; typed_tel: string }; isNew: boolean; code: Code; forAll: WelcomeForAll },
  now: Date,
): Promise<void> {
  const { client, isNew, code, forAll } = filled
  if (phoneOf(client) === '' || (!isNew && code.kind !== 'welcome')) return
  const everyone = isNew ? forAll : undefined
  if (!givesBonus(code, everyone)) return
  // The cabinet first: all locks of an issuing are taken in the same order.
  await lockCabinet(db)
  for (const promo of [everyone, code.kind === 'welcome' ? code.promo : undefined]) {
    if (promo) await giveWelcome(app, db, promo, client.id, now)
  }
  if (code.kind === 'referral') await giveReferral(app, db, code, client.id, now)
}
