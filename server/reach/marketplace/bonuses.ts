/** What a client is given whom the business itself makes, once, in the transaction that does so. */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { lockClient, phoneOf } from '../../people/clients/clients.ts'
import { addBonus } from '../holders/holders.ts'
import { type Code, rowOfUse, type WelcomeForAll } from './offers.ts'
import * as sql from './sql.ts'

/** To a client who is there, once. */
async function giveWelcome(app: App, db: CabinetDb, promo: sql.PromoRow, clientId: string, now: Date): Promise<void> {
  if (promo.max !== null && !(await sql.holdUse(db, promo.id))) return
  await sql.insertUses(db, [rowOfUse(promo, clientId, now)])
  await addBonus(app, db, clientId, promo.bonus_minor, now)
}

async function giveReferral(
  app: App,
  db: CabinetDb,
  { promo, inviter }: Extract<Code, { kind: 'referral' }>,
  clientId: string,
  now: Date,
): Promise<void> {
  // Whom two friends come from at the same time has one limit for both.
  const inviterId = inviter.client.id
  await lockClient(db, inviterId)
  const isAccrued = await sql.insertInvitation(db, { promo, inviterId, invitedId: clientId, at: now }, true)
  if (!isAccrued) return
  await addBonus(app, db, clientId, promo.invited_minor, now)
  await addBonus(app, db, inviterId, promo.inviter_minor, now)
}

/** To a client who has just been made. */
export async function giveBonuses(
  app: App,
  db: CabinetDb,
  {
    client,
    code,
    forAll,
  }: { client: { id: string; tel: string; typed_tel: string }; code: Code; forAll: WelcomeForAll },
  now: Date,
): Promise<void> {
  if (phoneOf(client) === '') return
  for (const promo of [forAll, code.kind === 'welcome' ? code.promo : undefined])
    if (promo) await giveWelcome(app, db, promo, client.id, now)
  if (code.kind === 'referral') await giveReferral(app, db, code, client.id, now)
}
