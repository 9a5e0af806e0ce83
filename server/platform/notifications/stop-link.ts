/** The secret part of a link that stops emails: it names a person and a cabinet and proves that the server made it. */
import { isSameSecret } from '../../base/crypto.ts'
import type { App } from '../../base/app.ts'
import { uuidOfHex } from '../../base/named-uuid.ts'

export type Subscriber = { cabinetId: number; userId: string; email: string }

const CABINET_BYTES = 8
const USER_BYTES = 16

/**
 * 256 bits made from the keys. The address is part of them: after a change of address, old links stop working.
 */
const proofOf = (app: App, { cabinetId, userId, email }: Subscriber) =>
  app.keys.mac('unsubscribe', `${cabinetId}|${userId}|${email}`)

export function stopHash(app: App, subscriber: Subscriber): string {
  const cabinet = Buffer.alloc(CABINET_BYTES)
  cabinet.writeBigUInt64BE(BigInt(subscriber.cabinetId))
  return Buffer.concat([
    cabinet,
    Buffer.from(subscriber.userId.replaceAll('-', ''), 'hex'),
    Buffer.from(proofOf(app, subscriber), 'base64url'),
  ]).toString('base64url')
}

const HASH = /^[\w-]{75}$/

/** The person that a hash names; undefined when its form is wrong. Nothing is proved yet. */
export function namedIn(hash: string): { cabinetId: number; userId: string } | undefined {
  if (!HASH.test(hash)) return undefined
  const bytes = Buffer.from(hash, 'base64url')
  const cabinet = bytes.readBigUInt64BE()
  if (cabinet === 0n || cabinet > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  const hex = bytes.toString('hex', CABINET_BYTES, CABINET_BYTES + USER_BYTES)
  return {
    cabinetId: Number(cabinet),
    userId: uuidOfHex(hex),
  }
}

export function isProved(app: App, hash: string, subscriber: Subscriber): boolean {
  return isSameSecret(hash, stopHash(app, subscriber))
}

/** For people a page that asks first, for email programs the address of one-click unsubscription. */
export function stopLinks(app: App, subscriber: Subscriber): { page: string; oneClick: string } {
  const hash = stopHash(app, subscriber)
  return {
    page: `${app.publicUrl}/#/email/unsubscribe/${hash}`,
    oneClick: `${app.publicUrl}/api/email/unsubscribe/${hash}`,
  }
}
