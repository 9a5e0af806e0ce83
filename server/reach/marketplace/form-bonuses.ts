/**
 * The bonuses of filled forms: exactly once, however many visitors submit the form at the same time. What they may be
 * given was read before anything is written, so nothing waits in between; who is one too many by now fails, and the
 * form is answered once more.
 */
import { type CabinetDb, conditionOf, constraintOf } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { lockClient, phoneOf, type RowsOfPeople, type StoredClient } from '../../people/clients/clients.ts'
import { addBonusTo } from '../holders/holders.ts'
import type { KnownCard } from '../passes/passes.ts'
import { type Code, type Offers, rowOfUse } from './offers.ts'
import * as sql from './sql.ts'

class OneTooMany extends Error {}

/** Others have used a code, or invited a friend, for the last time at the same moment (0616). */
export const hasNoMoreUses = (error: unknown): boolean =>
  error instanceof OneTooMany || conditionOf(error) === 'promos_uses_left' || constraintOf(error) === 'promo_uses_pkey'

type Referral = Extract<Code, { kind: 'referral' }>

/**
 * The bonuses that a form makes a new client with. Without a phone number nobody can know who has had a bonus, so there
 * is none.
 * @returns `record` is asked once the client is there
 */
export function welcomeOfNew(
  app: App,
  db: CabinetDb,
  { phone, code, forAll }: Offers & { phone: string },
  now: Date,
): { bonuses: number[]; record(clientId: string): Promise<unknown> } {
  if (phone === '') return { bonuses: [], record: () => Promise.resolve() }
  const promos = [forAll, code.kind === 'welcome' ? code.promo : undefined].filter((promo) => promo !== undefined)
  const friend = code.kind === 'referral' ? code : undefined
  const isAccrued = friend !== undefined && hasRoom(friend)
  return {
    bonuses: [...promos.map((promo) => promo.bonus_minor), ...(isAccrued ? [friend.promo.invited_minor] : [])],
    record: (clientId) =>
      Promise.all([
        sql.insertUses(
          db,
          promos.map((promo) => rowOfUse(promo, clientId, now)),
        ),
        friend && recordFriend(app, db, friend, { id: clientId, isAccrued }, now),
      ]),
  }
}

const hasRoom = ({ promo, inviter }: Referral) => promo.max === null || (inviter.invited.get(promo.id) ?? 0) < promo.max

async function recordFriend(
  app: App,
  db: CabinetDb,
  { promo, inviter }: Referral,
  { id, isAccrued }: { id: string; isAccrued: boolean },
  now: Date,
): Promise<void> {
  const [, isCounted] = await Promise.all([
    // Two friends of one inviter at the same time have one limit for both; nobody else waits.
    isAccrued && lockClient(db, inviter.client.id),
    sql.insertInvitation(db, { promo, inviterId: inviter.client.id, invitedId: id, at: now }, isAccrued),
    isAccrued && addBonusTo(app, db, inviter, promo.inviter_minor, now),
  ])
  if (isCounted !== isAccrued) throw new OneTooMany('others have come by the same friend meanwhile')
}

/** Codes that these people have used. */
export const readUses = (db: CabinetDb, people: RowsOfPeople): Promise<sql.UseOfCode[]> => sql.usesOf(db, people)

/** The bonus of a code for a client who was there before: once. @param uses of the client, among others */
export async function giveToKnown(
  app: App,
  db: CabinetDb,
  { client, cards, uses }: { client: StoredClient; cards: readonly KnownCard[]; uses: readonly sql.UseOfCode[] },
  code: Code,
  now: Date,
): Promise<void> {
  if (code.kind !== 'welcome' || phoneOf(client) === '') return
  const { promo } = code
  if (uses.some((use) => use.promo_id === promo.id && use.client_id === client.id)) return
  await Promise.all([
    sql.insertUses(db, [rowOfUse(promo, client.id, now)]),
    addBonusTo(app, db, { client, cards }, promo.bonus_minor, now),
  ])
}
