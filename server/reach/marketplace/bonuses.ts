/**
 * What a code is worth, and giving the bonus: exactly once, in the transaction that issues the card, however many
 * visitors submit the form at the same time.
 */
import { moscowDay } from '../../../contract/time.ts'
import { type CabinetDb, conditionOf } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { clientByInviteCode, lockClient, phoneOf } from '../../people/clients/clients.ts'
import { addBonus } from '../holders/holders.ts'
import { foldCode, stateOf } from './promo.ts'
import * as sql from './sql.ts'

/** `unknown`: no active module has this code, or it is not running. */
export type Code =
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'welcome'; promo: sql.PromoRow }
  | { kind: 'referral'; promo: sql.PromoRow; inviterId: string }

const runningOf = (promos: readonly (sql.PromoRow | null)[], today: string): sql.PromoRow[] =>
  promos.filter(
    (row): row is sql.PromoRow => row !== null && stateOf(row, today, row.module === 'welcome') === 'running',
  )

/** The promos of active modules. */
export const runningPromos = async (db: CabinetDb, today: string): Promise<sql.PromoRow[]> =>
  runningOf(await sql.activePromos(db), today)

/** Without an active module a promo field is an ordinary question. */
export async function readCode(db: CabinetDb, text: string, now: Date): Promise<Code> {
  const key = foldCode(text)
  const promos = key === '' ? [] : await sql.activePromos(db)
  if (promos.length === 0) return { kind: 'none' }
  const running = runningOf(promos, moscowDay(now))
  const promo = running.find((row) => row.module === 'welcome' && row.code_key === key)
  if (promo) return { kind: 'welcome', promo }
  const offer = running.find((row) => row.module === 'referral')
  const inviter = offer && (await clientByInviteCode(db, key))
  return offer && inviter ? { kind: 'referral', promo: offer, inviterId: inviter.id } : { kind: 'unknown' }
}

/** Others have used a code for the last time at the same moment (0616). @param error of a commit */
export const hasNoMoreUses = (error: unknown): boolean => conditionOf(error) === 'promos_uses_left'

const rowOfUse = (promo: sql.PromoRow, clientId: string, at: Date) => ({
  promo_id: promo.id,
  client_id: clientId,
  at,
  bonus_minor: promo.bonus_minor,
})

/** To a client who is there, once. */
async function giveWelcome(app: App, db: CabinetDb, promo: sql.PromoRow, clientId: string, now: Date): Promise<void> {
  if (await sql.hasUsed(db, promo.id, clientId)) return
  if (promo.max !== null && !(await sql.holdUse(db, promo.id))) return
  await sql.insertUses(db, [rowOfUse(promo, clientId, now)])
  await addBonus(app, db, clientId, promo.bonus_minor, now)
}

/**
 * The bonuses that a form makes a new client with. Without a phone number nobody can know who has had a bonus, so there
 * is none.
 * @returns `record` is asked once the client is there
 */
export function welcomeOfNew(
  db: CabinetDb,
  { phone, code, forAll }: { phone: string; code: Code; forAll: WelcomeForAll },
  now: Date,
): { bonuses: number[]; record(clientId: string): Promise<void> } {
  const all = [forAll, code.kind === 'welcome' ? code.promo : undefined].filter((promo) => promo !== undefined)
  const promos = phone === '' ? [] : all
  return {
    bonuses: promos.map((promo) => promo.bonus_minor),
    record: (clientId) =>
      sql.insertUses(
        db,
        promos.map((promo) => rowOfUse(promo, clientId, now)),
      ),
  }
}

async function giveReferral(
  app: App,
  db: CabinetDb,
  { promo, inviterId }: Extract<Code, { kind: 'referral' }>,
  clientId: string,
  now: Date,
): Promise<void> {
  // Whom two friends come from at the same time has one limit for both.
  await lockClient(db, inviterId)
  const isAccrued = promo.max === null || (await sql.countInvited(db, inviterId, promo.id)) < promo.max
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
type WelcomeForAll = sql.PromoRow | undefined

export async function welcomeForAll(db: CabinetDb, now: Date): Promise<WelcomeForAll> {
  return (await runningPromos(db, moscowDay(now))).find((row) => row.module === 'welcome' && row.code_key === '')
}

/**
 * To a client who is there.
 * @param filled `isNew`: the client gets the first card now. `forAll`: left out where the client was made with it
 */
export async function giveBonuses(
  app: App,
  db: CabinetDb,
  filled: {
    client: { id: string; tel: string; typed_tel: string }
    isNew: boolean
    code: Code
    forAll?: WelcomeForAll
  },
  now: Date,
): Promise<void> {
  const { client, isNew, code, forAll } = filled
  if (phoneOf(client) === '') return
  for (const promo of [forAll, code.kind === 'welcome' ? code.promo : undefined])
    if (promo) await giveWelcome(app, db, promo, client.id, now)
  if (isNew && code.kind === 'referral') await giveReferral(app, db, code, client.id, now)
}
