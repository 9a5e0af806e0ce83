/**
 * Google's callback that a card was saved or removed: a message signed by a chain of two ECDSA keys (ECv2SigningOnly).
 * Layout: developers.google.com/pay/api/web/guides/resources/payment-data-cryptography#verify-signature;
 * sender and keys: developers.google.com/wallet/retail/loyalty-cards/use-cases/use-callbacks-for-saves-and-deletions.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { fit } from '../../../base/shape.ts'

const PROTOCOL = 'ECv2SigningOnly'
/** Google's guides show both; every captured callback we could check had the first. */
const SENDERS = ['GooglePayPasses', 'GoogleWalletPasses'] as const
const BODY_MAX = 16 * 1024

export type CallbackRefusal =
  | 'malformed'
  | 'wrong_protocol'
  | 'unknown_root'
  | 'key_expired'
  | 'wrong_signature'
  | 'message_expired'
  | 'other_issuer'

/** The callback must not be trusted; `code` says why. */
export class CallbackRefused extends Error {
  readonly code: CallbackRefusal
  constructor(code: CallbackRefusal) {
    super(`Google callback refused: ${code}`)
    this.name = 'CallbackRefused'
    this.code = code
  }
}

const Millis = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number),
])
const Envelope = z.object({
  signature: z.base64().max(200),
  intermediateSigningKey: z.object({
    signedKey: z.string().max(2000),
    signatures: z.array(z.base64().max(200)).min(1).max(10),
  }),
  protocolVersion: z.string(),
  signedMessage: z.string().max(8000),
})
const SignedKey = z.object({ keyValue: z.base64().max(400), keyExpiration: Millis })
const Message = z.object({
  classId: z.string().min(1),
  objectId: z.string().min(1),
  eventType: z.enum(['save', 'del']),
  expTimeMillis: Millis,
  nonce: z.string().min(1).max(200),
})
export type WalletCallback = z.infer<typeof Message>

const RootKey = z.object({
  keyValue: z.base64().max(400),
  protocolVersion: z.string(),
  keyExpiration: Millis.optional(),
})
export const RootKeys = z.object({ keys: z.array(RootKey).max(50) })
export type RootKeys = z.infer<typeof RootKeys>

export type VerifyOptions = {
  rootKeys: RootKeys
  /** Our issuer id: the part of every id before the dot. */
  recipientId: string
  now: Date
}

/**
 * Verifies that Google sent this callback to this issuer and that it is recent. Google repeats callbacks: the caller
 * stores `nonce` until `expTimeMillis` and drops one it has seen.
 * @param body the request's body, as text or already parsed
 * @throws CallbackRefused
 */
export function verifyCallback(body: string | object, { rootKeys, recipientId, now }: VerifyOptions): WalletCallback {
  const envelope = parse(Envelope, typeof body === 'string' ? json(body, BODY_MAX) : body)
  if (envelope.protocolVersion !== PROTOCOL) throw new CallbackRefused('wrong_protocol')
  const nowMs = now.getTime()

  const { signedKey, signatures } = envelope.intermediateSigningKey
  const roots = rootKeys.keys
    .filter((key) => key.protocolVersion === PROTOCOL && (key.keyExpiration === undefined || key.keyExpiration > nowMs))
    .flatMap((key) => publicKey(key.keyValue) ?? [])
  const sender = SENDERS.find((name) => {
    const signed = lengthPrefixed(name, PROTOCOL, signedKey)
    return roots.some((root) => signatures.some((signature) => isSignedBy(root, signed, signature)))
  })
  if (!sender) throw new CallbackRefused('unknown_root')

  const intermediate = parse(SignedKey, json(signedKey, 2000))
  if (intermediate.keyExpiration <= nowMs) throw new CallbackRefused('key_expired')
  const key = publicKey(intermediate.keyValue)
  const signed = lengthPrefixed(sender, recipientId, PROTOCOL, envelope.signedMessage)
  if (!key || !isSignedBy(key, signed, envelope.signature)) throw new CallbackRefused('wrong_signature')

  const message = parse(Message, json(envelope.signedMessage, 8000))
  if (message.expTimeMillis <= nowMs) throw new CallbackRefused('message_expired')
  const isOurs = [message.classId, message.objectId].every((id) => id.startsWith(`${recipientId}.`))
  if (!isOurs) throw new CallbackRefused('other_issuer')
  return message
}

/** The object that a callback names, not yet verified; null when there is none. */
export function claimedObjectId(body: unknown): string | null {
  const envelope = fit(Envelope, body)
  if (!envelope.success) return null
  try {
    const message = fit(Message, JSON.parse(envelope.data.signedMessage))
    return message.success ? message.data.objectId : null
  } catch {
    return null
  }
}

/** Each part as UTF-8 after its length in four little-endian bytes. */
export function lengthPrefixed(...parts: string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
}

function isSignedBy(key: KeyObject, data: Buffer, signature: string): boolean {
  return verify('sha256', data, { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64'))
}

/** Null for keys that are not P-256. */
function publicKey(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

function json(text: string, max: number): unknown {
  if (text.length > max) throw new CallbackRefused('malformed')
  try {
    return JSON.parse(text)
  } catch {
    throw new CallbackRefused('malformed')
  }
}

function parse<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const result = fit(shape, value)
  if (!result.success) throw new CallbackRefused('malformed')
  return result.data
}
