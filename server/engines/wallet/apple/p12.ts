/** Reads a business's pass certificate from the uploaded .p12 or .cer, in a thread with limits on time and memory. */
import { Worker } from 'node:worker_threads'
import { P12_MAX_BYTES } from '../../../../contract/limits.ts'
import { type CertificateRefusal, CertificateRefused, type PassCertificate } from './certificate-refused.ts'
import type { P12Answer, P12Question } from './p12-worker.ts'

export { CertificateRefused, CERTIFICATE_REFUSALS, type PassCertificate } from './certificate-refused.ts'

const TIME_LIMIT_MS = 2_000
const START_LIMIT_MS = 10_000
const MEMORY_LIMIT = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const READERS_MAX = 2
let readers = 0
const waiting: (() => void)[] = []

/** `knownIntermediates`: PEMs of issuers, for a file with the leaf only; a chain inside is read too. */
type Reading = { knownIntermediates?: string[]; now?: Date; timeLimitMs?: number }

/** @throws CertificateRefused with the reason; a file that is too slow or too big to open is `not_a_p12` */
export function readP12(bytes: Uint8Array, password: string, options: Reading = {}): Promise<PassCertificate> {
  return read(bytes, { password }, options)
}

/** What the reader says of a .p12 is false advice to people who have the certificate from Apple alone. */
const CER_REFUSALS: Partial<Record<CertificateRefusal, CertificateRefusal>> = {
  not_a_p12: 'not_a_cer',
  no_private_key: 'no_request_for_it',
  key_mismatch: 'no_request_for_it',
  unknown_issuer: 'issuer_not_apple',
}

/**
 * @param keyPems private keys of the requests that were made here
 * @throws CertificateRefused with the reason
 */
export async function readCer(bytes: Uint8Array, keyPems: string[], options: Reading = {}): Promise<PassCertificate> {
  try {
    return await read(bytes, { keyPems }, options)
  } catch (error) {
    if (!(error instanceof CertificateRefused)) throw error
    throw new CertificateRefused(CER_REFUSALS[error.code] ?? error.code, error.detail)
  }
}

async function read(bytes: Uint8Array, secret: P12Question['secret'], options: Reading): Promise<PassCertificate> {
  if (bytes.length > P12_MAX_BYTES) throw new CertificateRefused('certificate_too_large', `${bytes.length} bytes`)
  const { knownIntermediates = [], now = new Date(), timeLimitMs = TIME_LIMIT_MS } = options
  if (readers >= READERS_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  readers += 1
  try {
    const answer = await askThread({ bytes: Uint8Array.from(bytes), secret, knownIntermediates, now }, timeLimitMs)
    if ('refused' in answer) throw new CertificateRefused(answer.refused, answer.detail)
    return answer.certificate
  } finally {
    readers -= 1
    waiting.shift()?.()
  }
}

function askThread(question: P12Question, timeLimitMs: number): Promise<P12Answer> {
  const worker = new Worker(new URL('./p12-worker.ts', import.meta.url), {
    resourceLimits: MEMORY_LIMIT,
    env: {},
    execArgv: [],
  })
  return new Promise<P12Answer>((resolve, reject) => {
    const giveUp = (detail: string) => () => resolve({ refused: 'not_a_p12', detail })
    let timer = setTimeout(() => reject(new Error('The certificate reader did not start')), START_LIMIT_MS)
    worker.on('message', (message: 'ready' | P12Answer) => {
      clearTimeout(timer)
      if (message !== 'ready') return resolve(message)
      timer = setTimeout(giveUp('takes too long to open'), timeLimitMs)
      worker.postMessage(question)
    })
    worker.on('error', giveUp('takes too much to open'))
    worker.on('exit', () => {
      clearTimeout(timer)
      giveUp('ended early')()
    })
  }).finally(() => worker.terminate())
}
