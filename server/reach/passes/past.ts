/** Cards of clients who bring a past along: the demo. Triggers count what was issued, installed and removed. */
import { randomBytes } from 'node:crypto'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { authenticationToken } from './apple-package.ts'
import { notifyOfCardUse } from './card-use.ts'
import { objectIdOf } from './google-object.ts'
import { takePlace } from './order.ts'
import * as sql from './past-sql.ts'

export type PastCard = {
  id: string
  clientId: string
  templateId: string
  isMain: boolean
  issuedAt: Date
  /** The wallet in which it was, and until when; null: in none. */
  held: { wallet: 'apple' | 'google'; from: Date; until: Date | null } | null
  /** How often it has changed since. */
  changes: number
  changedAt: Date
  /** Of its last message; null: there was none. */
  message: { text: string; at: Date; number: number } | null
}

/** An iPhone that has a card, as the phone itself knows it. */
export type CarriedPhone = {
  device: string
  pushToken: string
  base: string
  passType: string
  serial: string
  token: string
  tag: string | null
  modified: string | null
}

function rowOf({ id, clientId, templateId, isMain, issuedAt, held, changes, changedAt, message }: PastCard) {
  const version = 1 + changes
  const isFetched = held?.wallet === 'apple' && held.until === null
  return {
    id,
    client_id: clientId,
    template_id: templateId,
    is_main: isMain,
    version,
    fetched_version: isFetched ? version : 0,
    message: message?.text ?? '',
    message_number: message?.number ?? 0,
    message_at: message?.at ?? null,
    modified_at: changedAt,
    created_at: issuedAt,
  }
}

/**
 * The clients are there already. Those who have removed a card have had it.
 * @returns the iPhones that have cards now
 * @throws Error without a certificate
 */
export async function addPastCards(app: App, db: CabinetDb, cards: readonly PastCard[]): Promise<CarriedPhone[]> {
  const certificate = await activeCertificate(db)
  if (!certificate) throw new Error('cards of a past need an active certificate')
  const tag = await takePlace(db)
  await sql.insertPastPasses(db, cards.map(rowOf), { certificateId: certificate.id, tag })
  const held = cards.flatMap(({ id, held: one }) => (one ? [{ id, ...one }] : []))
  const [onApple, onGoogle] = (['apple', 'google'] as const).map((wallet) =>
    held.filter((one) => one.wallet === wallet),
  )
  const gone = (some: typeof held) => some.flatMap(({ id, until }) => (until ? [{ id, at: until }] : []))
  const phones = (onApple ?? []).map(({ id, from }) => ({
    id: crypto.randomUUID(),
    device_id: randomBytes(16).toString('hex'),
    pass_id: id,
    push_token: randomBytes(32).toString('hex'),
    created_at: from,
  }))
  await sql.insertPastPhones(db, phones)
  await sql.removePastPhones(db, gone(onApple ?? []))
  const { issuerId } = app.outside.google
  await sql.setPastSaved(
    db,
    (onGoogle ?? []).map(({ id, from }) => ({ id, at: from, objectId: objectIdOf(issuerId, db.cabinetId, id) })),
  )
  await sql.setPastUnsaved(db, gone(onGoogle ?? []))
  await notifyOfCardUse(app, db)
  const left = new Set(gone(onApple ?? []).map(({ id }) => id))
  return phones
    .filter((one) => !left.has(one.pass_id))
    .map(({ device_id: device, push_token: pushToken, pass_id: serial }) => ({
      device,
      pushToken,
      base: `${app.publicUrl}/apple/${db.cabinetId}/v1`,
      passType: certificate.pass_type_identifier,
      serial,
      token: authenticationToken(app, db.cabinetId, serial),
      tag: String(tag),
      modified: null,
    }))
}
