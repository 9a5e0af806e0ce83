/** Callbacks to the issuer when a card is saved or removed, signed as Google signs them (ECv2SigningOnly). */
import { randomUUID, sign } from 'node:crypto'
import { privateKey, publicKeyBase64, type GoogleWalletState } from './state.ts'
import { issuerIdOf } from './validation.ts'

const PROTOCOL = 'ECv2SigningOnly'
const SENDER = 'GooglePayPasses'
const KEY_LIFE_MS = 7 * 24 * 60 * 60_000
const MESSAGE_LIFE_MS = 60 * 60_000
const RETRY_AFTER_MS = [0, 500, 2_000, 8_000]
const TIMEOUT_MS = 10_000

export type CallbackEvent = { classId: string; objectId: string; eventType: 'save' | 'del' }

/** Google's response under /gp/m/issuer/keys. */
export function rootKeys(state: GoogleWalletState): { keys: object[] } {
  return {
    keys: [{ keyValue: publicKeyBase64(state.rootKeyPem), protocolVersion: PROTOCOL, keyExpiration: '2154841200000' }],
  }
}

export function signCallback(event: CallbackEvent, state: GoogleWalletState, nowMs: number): object {
  const signedKey = JSON.stringify({
    keyValue: publicKeyBase64(state.intermediateKeyPem),
    keyExpiration: String(nowMs + KEY_LIFE_MS),
  })
  const signedMessage = JSON.stringify({
    ...event,
    expTimeMillis: nowMs + MESSAGE_LIFE_MS,
    count: 1,
    nonce: randomUUID(),
  })
  return {
    signature: signParts(state.intermediateKeyPem, SENDER, issuerIdOf(event.classId), PROTOCOL, signedMessage),
    intermediateSigningKey: { signedKey, signatures: [signParts(state.rootKeyPem, SENDER, PROTOCOL, signedKey)] },
    protocolVersion: PROTOCOL,
    signedMessage,
  }
}

/** Posts the same envelope until it is accepted, as Google repeats. @returns whether it was accepted */
export async function deliverCallback(
  url: string,
  envelope: object,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<boolean> {
  for (const waitMs of retryAfterMs) {
    await new Promise((done) => setTimeout(done, waitMs).unref())
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Googlebot' },
        body: JSON.stringify(envelope),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.ok) return true
    } catch {
      // The next attempt follows; after the last one Google gives up as well.
    }
  }
  return false
}

function signParts(pem: string, ...parts: string[]): string {
  const bytes = parts.flatMap((part) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(Buffer.byteLength(part))
    return [length, Buffer.from(part)]
  })
  return sign('sha256', Buffer.concat(bytes), { key: privateKey(pem), dsaEncoding: 'der' }).toString('base64')
}
