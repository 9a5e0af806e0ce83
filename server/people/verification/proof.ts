/**
 * Proof of work that a browser does before a code is sent: nothing for one person, expensive for thousands of codes. A
 * challenge is signed for one form and valid for ten minutes, and its solution sends one code.
 */
import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { PROOF } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { fit } from '../../base/shape.ts'
import type { Work } from './windows.ts'

const ALGORITHM = 'PBKDF2/SHA-256'

const Hex = z.string().regex(/^[0-9a-f]{1,128}$/)
/** Everything that is signed, so that a proof is checked without repeating its work. */
const Solved = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      cost: z.int(),
      expiresAt: z.int(),
      keyLength: z.int(),
      keyPrefix: Hex,
      keySignature: Hex,
      nonce: Hex,
      salt: Hex,
    }),
    signature: Hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: Hex }),
})

/** A key per form, so that a proof for another form is invalid. */
function secretsOf({ keys }: App, { cabinetId }: CabinetDb, formId: string) {
  const place = `${cabinetId}|${formId}`
  return { hmacSignatureSecret: keys.mac('sms-proof', place), hmacKeySignatureSecret: keys.mac('sms-proof-key', place) }
}

/** @param counter where the search ends; random */
export function newChallenge(
  app: App,
  db: CabinetDb,
  formId: string,
  counter: number = randomInt(PROOF.counterMin, PROOF.counterMax + 1),
) {
  const expiresAt = new Date(app.clock.now().getTime() + PROOF.ttlMs)
  return createChallenge({
    algorithm: ALGORITHM,
    cost: PROOF.cost,
    counter,
    expiresAt,
    deriveKey,
    ...secretsOf(app, db, formId),
  })
}

function parse(text: string): z.infer<typeof Solved> | null {
  if (text.length > PROOF.textMax) return null
  try {
    return fit(Solved, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * @param text the proof that the page sent; empty where no script has run
 * @returns null when it is invalid, expired or for another form
 */
export async function checkProof(app: App, db: CabinetDb, formId: string, text: string): Promise<Work | null> {
  if (text === '') return { solved: null }
  const proof = parse(text)
  if (!proof || proof.challenge.parameters.expiresAt * 1000 <= app.clock.now().getTime()) return null
  const { verified } = await verifySolution({ ...proof, deriveKey, ...secretsOf(app, db, formId) })
  return verified ? { solved: app.keys.mac('sms-proof-used', proof.challenge.signature) } : null
}
