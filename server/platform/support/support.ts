/**
 * Questions to support: conversations of one person with the operator of the installation. The wall is around a
 * person's rows, so nobody reads another's, not even a colleague of the same cabinet.
 */
import {
  support as contract,
  type AskInput,
  type Conversation,
  type Message,
  type OpenedConversation,
} from '../../../contract/platform/support.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { SignedIn } from '../../base/answer.ts'
import { asUser, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { queueEmail } from '../../base/mail.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import { hasAccess } from '../cabinets/cabinets.ts'
import { fullName, readUser, userOfEmail } from '../users/users.ts'
import { usualAnswerHours } from './answer-time.ts'
import { cleanScreenshot } from './screenshot.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const ASKED: Limit = { max: 10, windowMs: HOUR_MS }
const WRITTEN: Limit = { max: 30, windowMs: HOUR_MS }
const UPLOADED: Limit = { max: 20, windowMs: HOUR_MS }
/** Longer conversations are refused: a new one has to be started. */
const MESSAGES_MAX = 200
/** So many characters of a message are put into an email. */
const MAILED_LENGTH = 1200

async function mustWait(app: App, what: string, user: SignedIn, limit: Limit): Promise<void> {
  const waitMs = await countTry(app.database.counters, `support|${what}|${user.userId}`, limit, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
}

export const conversationReply = (row: sql.ListedRow): Conversation => ({
  id: row.id,
  topic: row.topic,
  state: row.state,
  preview: row.preview,
  isUnread: row.updated_at > row.seen_at,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const messageReply = (row: sql.MessageRow): Message => ({
  id: row.id,
  isAnswer: row.is_answer,
  text: row.text,
  screenshot: row.screenshot_id,
  at: row.created_at.toISOString(),
})

async function open(tx: Tx, userId: string, id: string): Promise<OpenedConversation> {
  const row = await sql.conversation(tx, userId, id)
  if (!row) throw refuse('conversation_not_found')
  return { ...conversationReply(row), messages: (await sql.messagesOf(tx, userId, id)).map(messageReply) }
}

type Written = { text: string; screenshot?: string | null | undefined }

async function addMessage(
  tx: Tx,
  userId: string,
  conversationId: string,
  { text, screenshot }: Written,
  now: Date,
): Promise<void> {
  if (screenshot && !(await sql.hasScreenshot(tx, userId, screenshot))) throw refuse('unknown_image')
  await sql.insertMessage(tx, {
    user_id: userId,
    id: crypto.randomUUID(),
    conversation_id: conversationId,
    operator_id: null,
    is_answer: false,
    text,
    screenshot_id: screenshot ?? null,
    created_at: now,
  })
}

/** The part of a text that is put into an email. */
export const mailed = (text: string) =>
  text.length > MAILED_LENGTH ? `${text.slice(0, MAILED_LENGTH).toWellFormed()}…` : text

/**
 * An email to the operator's address, in the language of its owner. The sender is read before a transaction is open.
 * @returns what puts the email into a transaction
 */
async function emailToOperator(app: App, user: SignedIn, text: string): Promise<(tx: Tx, id: string) => Promise<void>> {
  const { operatorEmail } = app.env
  if (operatorEmail === undefined || operatorEmail.toLowerCase() === user.email.toLowerCase()) return async () => {}
  const sender = await readUser(app, user.userId)
  const lang = (await userOfEmail(app, operatorEmail))?.lang ?? 'en'
  const values = { name: fullName(sender), email: user.email, text: mailed(text) }
  return (tx, id) =>
    queueEmail(app, tx, {
      to: operatorEmail,
      lang,
      kind: 'support_question',
      values,
      link: `${app.publicUrl}/#/operator/support/${id}`,
    })
}

export async function readAbout(app: App, user: SignedIn): Promise<{ answerHours: number; unread: number }> {
  return {
    answerHours: await usualAnswerHours(app),
    unread: await asUser(app.database, user.userId, (tx) => sql.unreadOf(tx, user.userId)),
  }
}

/**
 * Begins a conversation. A cabinet that the person has no access to is not stored.
 * @throws Refusal too_many_tries, unknown_image
 */
export async function ask(app: App, user: SignedIn, input: AskInput): Promise<OpenedConversation> {
  await mustWait(app, 'ask', user, ASKED)
  const notifyOperator = await emailToOperator(app, user, input.text)
  return asUser(app.database, user.userId, async (tx) => {
    const now = app.clock.now()
    const id = crypto.randomUUID()
    const isOwn = input.cabinet !== undefined && (await hasAccess(tx, user.userId, input.cabinet))
    await sql.insertConversation(tx, {
      user_id: user.userId,
      id,
      topic: input.topic,
      state: 'open',
      about_cabinet: isOwn ? (input.cabinet ?? null) : null,
      route: input.route ?? '',
      request_id: input.requestId ?? '',
      created_at: now,
      updated_at: now,
      first_answered_at: null,
      seen_at: now,
    })
    await addMessage(tx, user.userId, id, input, now)
    await notifyOperator(tx, id)
    return open(tx, user.userId, id)
  })
}

export async function listConversations(app: App, user: SignedIn, { page, limit }: { page: number; limit: number }) {
  const { rows, total } = await asUser(app.database, user.userId, (tx) =>
    sql.conversationsOf(tx, user.userId, sliceOf({ page, limit })),
  )
  return { data: rows.map(conversationReply), meta: metaOf(total, { page, limit }) }
}

export function readConversation(app: App, user: SignedIn, id: string): Promise<OpenedConversation> {
  return asUser(app.database, user.userId, (tx) => open(tx, user.userId, id))
}

export async function markRead(app: App, user: SignedIn, id: string): Promise<void> {
  const isThere = await asUser(app.database, user.userId, (tx) =>
    sql.updateConversation(tx, user.userId, id, { seen_at: app.clock.now() }),
  )
  if (!isThere) throw refuse('conversation_not_found')
}

/**
 * Goes on with a conversation, a closed one too.
 * @throws Refusal conversation_not_found, too_many_tries, unknown_image
 */
export async function writeMore(app: App, user: SignedIn, id: string, input: Written): Promise<OpenedConversation> {
  await mustWait(app, 'write', user, WRITTEN)
  const notifyOperator = await emailToOperator(app, user, input.text)
  return asUser(app.database, user.userId, async (tx) => {
    const now = app.clock.now()
    if (!(await sql.updateConversation(tx, user.userId, id, { state: 'open', updated_at: now, seen_at: now })))
      throw refuse('conversation_not_found')
    if ((await sql.countMessages(tx, user.userId, id)) >= MESSAGES_MAX) throw refuse('too_many_tries', { minutes: 60 })
    await addMessage(tx, user.userId, id, input, now)
    await notifyOperator(tx, id)
    return open(tx, user.userId, id)
  })
}

/** @throws Refusal screenshot_broken, too_many_tries */
export async function uploadScreenshot(app: App, user: SignedIn, bytes: Uint8Array): Promise<{ id: string }> {
  await mustWait(app, 'upload', user, UPLOADED)
  const clean = await cleanScreenshot(bytes)
  if (!clean) throw refuse('screenshot_broken')
  const now = app.clock.now()
  const id = crypto.randomUUID()
  await asUser(app.database, user.userId, async (tx) => {
    await sql.deleteUnsent(tx, user.userId, new Date(now.getTime() - DAY_MS))
    await sql.insertScreenshot(tx, { user_id: user.userId, id, bytes: clean, created_at: now })
  })
  return { id }
}

export async function readScreenshot(app: App, user: SignedIn, id: string) {
  const row = await asUser(app.database, user.userId, (tx) => sql.screenshot(tx, user.userId, id))
  if (!row) throw refuse('screenshot_not_found')
  return { bytes: row.bytes, type: 'image/jpeg', name: 'screenshot.jpg' }
}
