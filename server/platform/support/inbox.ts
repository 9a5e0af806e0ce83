/** The operator's side of support: reads every conversation, writes into the one that is answered. */
import { operator as contract } from '../../../contract/business/operator.ts'
import type { InboxConversation, OpenedInboxConversation } from '../../../contract/business/operated.ts'
import { asUser } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { queueEmail } from '../../base/mail.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { fullName, readUser } from '../users/users.ts'
import * as inbox from './inbox-sql.ts'
import * as sql from './sql.ts'
import { mailed, messageReply } from './support.ts'

const refuse = refusals(contract)

const rowReply = (row: inbox.InboxRow): InboxConversation => ({
  id: row.id,
  topic: row.topic,
  state: row.state,
  preview: row.preview,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  person: { id: row.user_id, name: fullName(row), email: row.email },
  cabinet: row.about_cabinet === null ? null : { id: row.about_cabinet, name: row.cabinet_name ?? '' },
})

export type InboxQuery = { page: number; limit: number; q: string; state?: sql.State | undefined }

export async function listInbox(app: App, { page, limit, q, state }: InboxQuery) {
  const { rows, total } = await app.database.asOperator((tx) =>
    inbox.inboxPage(tx, { q, state, ...sliceOf({ page, limit }) }),
  )
  return { data: rows.map(rowReply), meta: metaOf(total, { page, limit }) }
}

export function countOpen(app: App): Promise<number> {
  return app.database.asOperator(inbox.openCount)
}

/** @throws Refusal conversation_not_found */
export async function readInbox(app: App, id: string): Promise<OpenedInboxConversation> {
  return app.database.asOperator(async (tx) => {
    const row = await inbox.inboxRow(tx, id)
    if (!row) throw refuse('conversation_not_found')
    const messages = await inbox.inboxMessages(tx, row.user_id, id)
    return {
      ...rowReply(row),
      route: row.route,
      requestId: row.request_id,
      lang: row.lang,
      messages: messages.map((message) => ({
        ...messageReply(message),
        operator: message.is_answer ? fullName(message) : '',
      })),
    }
  })
}

/**
 * Writes into the person's conversation, with the email in the same transaction.
 * @throws Refusal conversation_not_found
 */
export async function answerInbox(
  app: App,
  operatorId: string,
  id: string,
  text: string,
): Promise<OpenedInboxConversation> {
  const { person, lang } = await readInbox(app, id)
  const { name } = await readUser(app, person.id)
  await asUser(app.database, person.id, async (tx) => {
    const now = app.clock.now()
    await sql.updateConversation(tx, person.id, id, { state: 'answered', updated_at: now })
    await sql.setFirstAnswered(tx, person.id, id, now)
    await sql.insertMessage(tx, {
      user_id: person.id,
      id: crypto.randomUUID(),
      conversation_id: id,
      operator_id: operatorId,
      is_answer: true,
      text,
      screenshot_id: null,
      created_at: now,
    })
    await queueEmail(app, tx, {
      to: person.email,
      lang,
      kind: 'support_answer',
      values: { name, text: mailed(text) },
      link: `${app.publicUrl}/#/select_application?support=${id}`,
    })
  })
  return readInbox(app, id)
}

/** @throws Refusal conversation_not_found */
export async function closeInbox(app: App, id: string): Promise<OpenedInboxConversation> {
  const { person } = await readInbox(app, id)
  await asUser(app.database, person.id, (tx) => sql.updateConversation(tx, person.id, id, { state: 'closed' }))
  return readInbox(app, id)
}

/** @throws Refusal screenshot_not_found */
export async function readInboxScreenshot(app: App, id: string) {
  const row = await app.database.asOperator((tx) => inbox.inboxScreenshot(tx, id))
  if (!row) throw refuse('screenshot_not_found')
  return { bytes: row.bytes, type: 'image/jpeg', name: 'screenshot.jpg' }
}
