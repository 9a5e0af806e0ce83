/** What `npm run check` finds, topic by topic; docs/operating.md lists the same topics. */
import type pg from 'pg'
import type { Keys } from '../../server/base/crypto.ts'
import type { Env } from '../../server/base/env.ts'

export const TOPICS = [
  'Secrets',
  'Address',
  'Proxy',
  'Demo',
  'Operator',
  'Agreement',
  'Email',
  'SMS',
  'Telegram',
  'Apple',
  'Google',
  'Badges',
  'Backups',
  'Metrics',
  'Replicas',
  'Clock',
] as const
export type Topic = (typeof TOPICS)[number]

/** `by hand`: nothing that a program can see. */
export type Finding = { topic: Topic; state: 'good' | 'missing' | 'by hand'; text: string }

export type Place = {
  env: Env
  keys: Keys
  /** As the owner of the tables. */
  database: pg.Client
  now(): number
}

export type Check = (place: Place) => Promise<Finding[]>

const say =
  (state: Finding['state']) =>
  (topic: Topic, text: string): Finding => ({ topic, state, text })
export const good = say('good')
export const missing = say('missing')
export const byHand = say('by hand')

/** Why a request failed, in the words of Node or the library. */
export function reasonOf(error: unknown): string {
  const { cause, code, message } = error as {
    cause?: { code?: string; message?: string }
    code?: string
    message?: string
  }
  return (
    [cause?.code, code, cause?.message, message].find((one) => typeof one === 'string' && one !== '') ?? String(error)
  )
}
