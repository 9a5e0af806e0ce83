/** Encryption, hashing and tokens. An encrypted secret can only be read in the row it was encrypted for. */
import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/** The row and column of a secret; authenticated with it, so a ciphertext moved elsewhere cannot be decrypted. */
export type Place = { cabinetId: number; table: string; column: string; row: string }

export type Keys = {
  /** @returns `1` + nonce + tag + ciphertext */
  seal(secret: string | Uint8Array, place: Place): Buffer
  /** @throws Error when the bytes were changed or belong to another place */
  open(sealed: Uint8Array, place: Place): Buffer
  /** Keyed digest for tokens that are derived again instead of being stored; base64url. */
  mac(purpose: string, text: string): string
}

const VERSION = 1

/** @param masterKey 32 bytes */
export function openKeys(masterKey: Uint8Array): Keys {
  if (masterKey.length !== 32) throw new Error('the master key has 32 bytes')
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', masterKey, 'kartoteka', info, 32))
  const macKey = derive('mac')
  const cabinetKey = (place: Place) => derive(`cabinet|${place.cabinetId}`)
  const aad = (place: Place) => Buffer.from(`${place.cabinetId}|${place.table}|${place.column}|${place.row}`)
  return {
    seal(secret, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', cabinetKey(place), nonce).setAAD(aad(place))
      const body = Buffer.concat([
        cipher.update(typeof secret === 'string' ? Buffer.from(secret) : secret),
        cipher.final(),
      ])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== VERSION || bytes.length < 29) throw new Error('not sealed by this house')
      const decipher = createDecipheriv('aes-256-gcm', cabinetKey(place), bytes.subarray(1, 13))
        .setAAD(aad(place))
        .setAuthTag(bytes.subarray(13, 29))
      return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()])
    },
    mac: (purpose, text) => createHmac('sha256', macKey).update(`${purpose}|${text}`).digest('base64url'),
  }
}

/** 256 random bits as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Compares two texts in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

const hashArgon2 = promisify(argon2)
/** OWASP's minimum for Argon2id (2024): 19 MiB, two passes. */
const COST = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 } as const

let running = 0
const waiting: (() => void)[] = []
const AT_ONCE = availableParallelism() * 2
const QUEUE_MAX = 200

/** Too many passwords are being checked; the caller answers 503. */
export class Busy extends Error {}

async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= QUEUE_MAX) throw new Busy()
  if (running >= AT_ONCE) await new Promise<void>((resume) => waiting.push(resume))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** A stored password: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await oneAtATime(() =>
    hashArgon2('argon2id', { ...COST, message: Buffer.from(password.normalize('NFKC')), nonce }),
  )
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(nonce)}$${text(tag)}`
}

/** Was hashed with other parameters than today's: hashed again at the next login. */
export function isOldHash(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`)
}

/** Takes the same time for a wrong password and, given a dummy hash, for an unknown user. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!parts) return false
  const expected = Buffer.from(parts[5] as string, 'base64')
  const tag = await oneAtATime(() =>
    hashArgon2('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: Buffer.from(parts[4] as string, 'base64'),
      memory: Number(parts[1]),
      passes: Number(parts[2]),
      parallelism: Number(parts[3]),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(tag, expected)
}
