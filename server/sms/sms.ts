/**
 * Sends the product's own texts by SMS over Twilio's Messages API. Plain values in, an outcome out: what a vendor may
 * answer is no exception here, and whether a text may have left is always said.
 */
import { z } from 'zod'
import { reasonOf } from './refused.ts'

export type SmsAccount = {
  /** Without a slash at the end. */
  url: string
  /** Account SID. */
  login: string
  /** Auth token. */
  password: string
  /** A number, an alphanumeric sender, or the SID of a messaging service. */
  from: string
  /** How long the vendor may think about it; people wait. */
  timeoutMs?: number
}

/**
 * `phone`: this number gets none. `account`: wrong keys, or no money. `sender`: our own sender is refused. `busy`: later.
 * `down`: nothing left. `unanswered`: nobody knows whether it left.
 */
export type SmsTrouble = 'phone' | 'account' | 'sender' | 'busy' | 'down' | 'unanswered'
export type SmsOutcome = { isSent: true; id: string } | { isSent: false; trouble: SmsTrouble; told: string }

const ANSWER_MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 8_000

const Taken = z.object({ sid: z.string() })
const Refused = z.object({ code: z.number().nullish(), message: z.string().nullish() })

function parse<T>(shape: z.ZodType<T>, text: string): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** @param phone E.164 */
export async function sendSms(account: SmsAccount, phone: string, text: string): Promise<SmsOutcome> {
  const signal = AbortSignal.timeout(account.timeoutMs ?? TIMEOUT_MS)
  const sender = /^MG[0-9a-f]{32}$/i.test(account.from) ? { MessagingServiceSid: account.from } : { From: account.from }
  let answer: { status: number; text: string }
  try {
    const response = await fetch(`${account.url}/2010-04-01/Accounts/${encodeURIComponent(account.login)}/Messages.json`, {
      method: 'POST', signal, redirect: 'manual', body: new URLSearchParams({ To: phone, ...sender, Body: text }),
      headers: { authorization: `Basic ${Buffer.from(`${account.login}:${account.password}`).toString('base64')}`, accept: 'application/json' },
    })
    answer = { status: response.status, text: await readText(response) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    // Before a connection stands nothing can have left; after that nobody knows.
    const isBefore = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
    return { isSent: false, trouble: isBefore ? 'down' : 'unanswered', told: code || (signal.aborted ? 'no answer in time' : 'connection lost') }
  }
  if (answer.status >= 200 && answer.status < 300) {
    const taken = parse(Taken, answer.text)
    return taken ? { isSent: true, id: taken.sid } : { isSent: false, trouble: 'unanswered', told: `${answer.status} with an unreadable answer` }
  }
  const { code, message } = parse(Refused, answer.text) ?? {}
  // The message goes into the log, and a person's number does not.
  const words = (message ?? '').replace(/\+?\d{5,}/g, '…')
  return { isSent: false, trouble: reasonOf(answer.status, code ?? undefined), told: `${answer.status} ${code ?? ''} ${words}`.trim().slice(0, 200) }
}
