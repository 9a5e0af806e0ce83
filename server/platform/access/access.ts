/**
 * The people of a cabinet: who has access, who is invited. An invitation belongs to an address: only the user who is
 * signed in with that confirmed address can answer it, for everybody else it does not exist.
 */
import { access as contract, type Invite, type Person } from '../../../contract/platform/access.ts'
import { INVITES_A_DAY, type Language, type MemberRight } from '../../../contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, moscowTimeText } from '../../../contract/time.ts'
import type { CabinetCtx, SignedIn } from '../../base/answer.ts'
import { newToken, sha256 } from '../../base/crypto.ts'
import { asInvited, type CabinetDb, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { queueEmail } from '../../base/mail.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import * as cabinets from '../cabinets/cabinets.ts'
import { senderOf } from '../emails/emails.ts'
import { fullName, languageOfEmail } from '../users/users.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const INVITE_TTL_MS = 14 * 24 * HOUR_MS
const EMAILS_PER_CABINET: Limit = { max: 50, windowMs: HOUR_MS }
const inADay = (max: number): Limit => ({ max, windowMs: DAY_MS })
const EMAILS_PER_ADDRESS: Limit = { max: 10, windowMs: HOUR_MS }
const CHECKS_PER_ADDRESS: Limit = { max: 30, windowMs: 15 * MINUTE_MS }

/** Two addresses are one only when they differ in nothing but the case of Latin letters: look-alikes are different. */
export function inviteKey(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

const personReply = (row: cabinets.PersonRow): Person => ({
  id: row.id,
  name: fullName(row),
  email: row.email,
  phone: row.phone,
  role: row.role,
  rights: cabinets.rightsOf(row),
  status: 'accepted',
  isEmailVerified: row.email_verified_at !== null,
  isNotifications: row.is_notifications && row.email_verified_at !== null,
  since: row.created_at.toISOString(),
  expiresAt: null,
})

const isOver = (row: { expires_at: Date }, now: Date) => row.expires_at <= now

const invitedReply = (
  row: Pick<sql.InvitationRow, 'email' | 'state' | 'created_at' | 'expires_at'>,
  now: Date,
): Person => ({
  id: null,
  name: '',
  email: row.email,
  phone: '',
  role: 'member',
  rights: [],
  isEmailVerified: false,
  isNotifications: false,
  status: row.state === 'rejected' ? 'rejected' : isOver(row, now) ? 'expired' : 'waiting',
  since: row.created_at.toISOString(),
  expiresAt: row.state === 'waiting' ? row.expires_at.toISOString() : null,
})

const inviteReply = (row: sql.WaitingRow): Invite => ({
  cabinetId: row.cabinet_id,
  cabinetName: row.cabinet_name,
  inviter: fullName(row),
  inviterEmail: row.inviter_email,
  invitedAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

async function mustWait(app: App, tx: Tx, key: string, limit: Limit): Promise<void> {
  const waitMs = await countTry(tx, key, limit, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
}

/** Nobody sends emails to strangers through invitations. */
async function countOfDay(
  app: App,
  tx: Tx,
  tariff: string | null,
  who: { cabinet: string; person: string; address: string },
): Promise<void> {
  const ofCabinet = tariff === null || tariff === 'demo' ? INVITES_A_DAY.demo : INVITES_A_DAY.paid
  for (const [what, max] of [
    ['cabinet', ofCabinet],
    ['person', INVITES_A_DAY.paid],
    ['address', INVITES_A_DAY.perAddress],
  ] as const) {
    const now = app.clock.now()
    const waitMs = await countTry(tx, `invite|day|${what}|${who[what]}`, inADay(max), now)
    if (waitMs > 0) throw refuse('invite_limit', { next: moscowTimeText(new Date(now.getTime() + waitMs)) })
  }
}

/** Everybody with access, then the invited; `used` counts what the tariff's limit counts. */
export async function listPeople(app: App, db: CabinetDb): Promise<{ people: Person[]; limit: number; used: number }> {
  const now = app.clock.now()
  const people = [
    ...(await cabinets.peopleOf(db)).map(personReply),
    ...(await sql.openInvitations(db)).map((row) => invitedReply(row, now)),
  ]
  const { users: limit } = await cabinets.readLimits(db)
  return { people, limit, used: people.filter(({ status }) => status === 'accepted' || status === 'waiting').length }
}

/**
 * Invites an address by email for 14 days. A second invitation sends a new link, and the old one stops working.
 * @throws Refusal email_not_confirmed, user_limit, already_has_access, too_many_tries, invite_limit
 */
export async function invitePerson(
  { app, db, user, cabinet }: Pick<CabinetCtx, 'app' | 'db' | 'user' | 'cabinet'>,
  email: string,
  lang: Language,
): Promise<Person> {
  // Emails to strangers are sent for people who can be reached themselves.
  if (!user.isEmailVerified) throw refuse('email_not_confirmed')
  const { users: limit } = await cabinets.lockLimits(db)
  const key = inviteKey(email)
  const { people } = await listPeople(app, db)
  if (people.some((one) => one.status === 'accepted' && inviteKey(one.email) === key))
    throw refuse('already_has_access')
  const others = people.filter(
    (one) => (one.status === 'accepted' || one.status === 'waiting') && inviteKey(one.email) !== key,
  )
  if (others.length >= limit) throw refuse('user_limit', { limit })
  await mustWait(app, db.tx, `invite|cabinet|${db.cabinetId}`, EMAILS_PER_CABINET)
  await countOfDay(app, db.tx, cabinet.tariff, { cabinet: String(db.cabinetId), person: user.userId, address: key })
  await mustWait(app, db.tx, `invite|address|${db.cabinetId}|${key}`, EMAILS_PER_ADDRESS)

  const now = app.clock.now()
  const token = newToken()
  const invitation = {
    email,
    email_key: key,
    inviter_id: user.userId,
    token_hash: sha256(token),
    created_at: now,
    expires_at: new Date(now.getTime() + INVITE_TTL_MS),
  }
  await sql.saveInvitation(db, invitation)
  const inviter = await cabinets.personOf(db, user.userId)
  await queueEmail(app, db.tx, {
    to: email,
    lang: (await languageOfEmail(db.tx, email)) ?? lang,
    kind: 'invite',
    values: { inviter: inviter ? fullName(inviter) : user.email, cabinet: cabinet.name, email },
    sender: await senderOf(db),
    link: `${app.publicUrl}/#/invite?email=${encodeURIComponent(email)}&token=${token}`,
  })
  return invitedReply({ ...invitation, state: 'waiting' }, now)
}

/** Takes the access away; the person's next call is refused. @throws Refusal person_not_found, last_owner */
export async function removePerson(db: CabinetDb, userId: string): Promise<void> {
  // Two owners who remove each other at the same time must not both succeed, so the cabinet's row is locked before
  // they are counted.
  await cabinets.lockLimits(db)
  const people = await cabinets.peopleOf(db)
  const person = people.find((one) => one.id === userId)
  if (!person) throw refuse('person_not_found')
  if (person.role === 'owner' && people.filter((one) => one.role === 'owner').length === 1) throw refuse('last_owner')
  await cabinets.revokeAccess(db, userId)
}

/** @throws Refusal invite_not_found */
export async function revokeInvite(app: App, db: CabinetDb, email: string): Promise<void> {
  if (!(await sql.revokeInvitation(db, inviteKey(email), app.clock.now()))) throw refuse('invite_not_found')
}

/** @throws Refusal person_not_found, person_not_confirmed */
export async function saveNotifications(db: CabinetDb, userId: string, isOn: boolean): Promise<Person> {
  const person = await cabinets.personOf(db, userId)
  if (!person) throw refuse('person_not_found')
  if (person.email_verified_at === null) throw refuse('person_not_confirmed')
  await cabinets.setNotifications(db, userId, isOn)
  return personReply({ ...person, is_notifications: isOn })
}

/** @throws Refusal person_not_found, owner_has_all_rights */
export async function saveRights(db: CabinetDb, userId: string, rights: readonly MemberRight[]): Promise<Person> {
  const person = await cabinets.personOf(db, userId)
  if (!person) throw refuse('person_not_found')
  if (person.role === 'owner') throw refuse('owner_has_all_rights')
  await cabinets.setRights(db, userId, rights)
  return personReply({ ...person, rights: [...rights] })
}

/** Invitations that may still be accepted, as a sub-select. */
export const selectWaitingInvitations = (tx: Tx, now: Date) => sql.selectWaiting(tx, now)

/** Invitations that wait for a user; none for an address that is not confirmed. */
export async function myInvites(app: App, user: SignedIn): Promise<Invite[]> {
  if (!user.isEmailVerified) return []
  const key = inviteKey(user.email)
  const rows = await asInvited(app.database, key, async (tx) => {
    await sql.showInvitations(tx)
    return sql.invitationsFor(tx, key, app.clock.now())
  })
  return rows.map(inviteReply)
}

/**
 * Accepts or rejects. Unknown, revoked, expired, answered and another's invitation are the same to the caller.
 * @returns the domain of the cabinet that is open now; null after a rejection
 * @throws Refusal invite_not_found; email_not_confirmed, whether an invitation waits or not
 */
export async function answerInvite(
  app: App,
  user: SignedIn,
  cabinetId: number,
  answer: 'accept' | 'reject',
): Promise<string | null> {
  if (!user.isEmailVerified) throw refuse('email_not_confirmed')
  return cabinets.openForWork(app, cabinetId, async (db) => {
    const now = app.clock.now()
    if (!(await sql.takeInvitation(db, inviteKey(user.email), answer === 'accept' ? 'accepted' : 'rejected', now)))
      throw refuse('invite_not_found')
    if (answer === 'reject') return null
    await cabinets.grantAccess(db, user.userId, now)
    return (await cabinets.describeCabinet(db)).domain
  })
}

/**
 * Shows the reader of an email who invites; the token is the proof that they have it.
 * @throws Refusal invite_not_found, too_many_tries
 */
export async function checkInvite(app: App, email: string, token: string, ip: string): Promise<Invite> {
  const waitMs = await countTry(app.database.counters, `check-invite|ip|${ip}`, CHECKS_PER_ADDRESS, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
  const key = inviteKey(email)
  const row = await asInvited(app.database, key, async (tx) => {
    await sql.showInvitations(tx)
    return sql.invitationByToken(tx, key, sha256(token), app.clock.now())
  })
  if (!row) throw refuse('invite_not_found')
  return inviteReply(row)
}
