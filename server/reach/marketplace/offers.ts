/** What a code is worth, and what every new client gets without one. */
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { clientByInviteCode, rowsOfInviter } from '../../people/clients/clients.ts'
import { type KnownCard, readKnownCards } from '../passes/passes.ts'
import { foldCode, stateOf } from './promo.ts'
import * as sql from './sql.ts'

/** Who invites, and the cards that show it. */
export type Inviter = {
  client: { id: string; template_id: string }
  cards: readonly KnownCard[]
  /** How many friends were counted so far, by the id of the offer. */
  invited: ReadonlyMap<string, number>
}
/** `unknown`: no active module has this code, or it is not running. */
export type Code =
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'welcome'; promo: sql.PromoRow }
  | { kind: 'referral'; promo: sql.PromoRow; inviter: Inviter }
/** Undefined when there is no such promo. */
export type WelcomeForAll = sql.PromoRow | undefined
export type Offers = { code: Code; forAll: WelcomeForAll }

const runningOf = (promos: readonly (sql.PromoRow | null)[], today: string): sql.PromoRow[] =>
  promos.filter(
    (row): row is sql.PromoRow => row !== null && stateOf(row, today, row.module === 'welcome') === 'running',
  )

/** The promos of active modules. */
export const runningPromos = async (db: CabinetDb, today: string): Promise<sql.PromoRow[]> =>
  runningOf(await sql.activePromos(db), today)

/** All that may be asked for, at once: an inviter is looked for before it is known that the code is no other. */
export async function readOffers(db: CabinetDb, text: string, now: Date): Promise<Offers> {
  const key = foldCode(text)
  const [promos, inviter] = await Promise.all([sql.activePromos(db), key === '' ? undefined : readInviter(db, key)])
  const running = runningOf(promos, moscowDay(now))
  const forAll = running.find((row) => row.module === 'welcome' && row.code_key === '')
  return { forAll, code: key === '' || promos.length === 0 ? { kind: 'none' } : codeOf(running, key, inviter) }
}

/** Without an active module a promo field is an ordinary question. */
export const readCode = async (db: CabinetDb, text: string, now: Date): Promise<Code> =>
  (await readOffers(db, text, now)).code

function codeOf(running: readonly sql.PromoRow[], key: string, inviter: Inviter | undefined): Code {
  const promo = running.find((row) => row.module === 'welcome' && row.code_key === key)
  if (promo) return { kind: 'welcome', promo }
  const offer = running.find((row) => row.module === 'referral')
  return offer && inviter ? { kind: 'referral', promo: offer, inviter } : { kind: 'unknown' }
}

async function readInviter(db: CabinetDb, key: string): Promise<Inviter | undefined> {
  const people = rowsOfInviter(db, key)
  const [client, cards, invited] = await Promise.all([
    clientByInviteCode(db, key),
    readKnownCards(db, people),
    sql.countAccrued(db, people),
  ])
  return client && { client, cards, invited }
}

export const rowOfUse = (promo: sql.PromoRow, clientId: string, at: Date): sql.UseRow => ({
  promo_id: promo.id,
  client_id: clientId,
  at,
  bonus_minor: promo.bonus_minor,
})
