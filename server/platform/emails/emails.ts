/**
 * The sender of a cabinet's emails: a name before the product's own address, and an address for answers. The latter is
 * used once its owner has opened the link that was sent to it; until then the one before stays in use.
 */
import {
  emails as contract,
  type Sender,
  type SenderInput,
  type SHOWN_EMAILS,
} from '../../../contract/platform/emails.ts'
import type { Language } from '../../../contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { newToken, sha256 } from '../../base/crypto.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { type EmailSender, queueEmail, composeEmail } from '../../base/mail.ts'
import { senderLine } from '../../base/mailer.ts'
import { refuseNamesOfOthers } from '../../base/protected-names.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import { describeCabinet, openForWork } from '../cabinets/cabinets.ts'
import { findContact } from '../users/users.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const LINK_TTL_MS = 24 * HOUR_MS
/** After so many seconds another email may be requested. */
const RESEND_SECONDS = 60
const EMAILS_PER_CABINET: Limit = { max: 10, windowMs: HOUR_MS }
/** Over all cabinets: nobody's mailbox is flooded with our links. */
const EMAILS_PER_ADDRESS: Limit = { max: 5, windowMs: HOUR_MS }
const TESTS_PER_USER: Limit = { max: 5, windowMs: HOUR_MS }
const CONFIRMATIONS_PER_ADDRESS: Limit = { max: 30, windowMs: 15 * MINUTE_MS }

type EmailsCtx = Pick<CabinetCtx, 'app' | 'db' | 'user' | 'cabinet'>

async function mustWait(app: App, db: Db | Tx, key: string, limit: Limit): Promise<void> {
  const waitMs = await countTry(db, key, limit, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
}

const isSame = (one: string | null, other: string | null) =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase()

function senderReply(app: App, row: sql.SettingsRow): Sender {
  const now = app.clock.now()
  return {
    senderName: row.sender_name,
    product: senderLine(app.env.mailFrom, ''),
    replyTo: row.reply_to ?? '',
    waiting:
      row.waiting_reply_to !== null && row.token_until !== null
        ? { email: row.waiting_reply_to, until: row.token_until.toISOString(), isOver: row.token_until <= now }
        : null,
  }
}

export async function readSender(app: App, db: CabinetDb): Promise<Sender> {
  return senderReply(app, await sql.settingsOf(db))
}

/** For rooms that send emails in the name of a cabinet. */
export async function senderOf(db: CabinetDb): Promise<EmailSender> {
  const { sender_name: name, reply_to: replyTo } = await sql.settingsOf(db)
  return { name, replyTo: replyTo ?? '' }
}

/** Makes a token for an address and emails it there; the caller saves the row. */
async function askToConfirm(
  { app, db, user, cabinet }: EmailsCtx,
  email: string,
  lang: Language,
): Promise<Pick<sql.SettingsRow, 'waiting_reply_to' | 'token_hash' | 'token_until'>> {
  await mustWait(app, db.tx, `reply-to|cabinet|${db.cabinetId}`, EMAILS_PER_CABINET)
  await mustWait(app, db.tx, `reply-to|address|${email.toLowerCase()}`, EMAILS_PER_ADDRESS)
  const token = newToken()
  await queueEmail(app, db.tx, {
    to: email,
    lang,
    kind: 'reply_to',
    values: { cabinet: cabinet.name, email, asker: user.email },
    link: `${app.publicUrl}/#/email/reply-to/${db.cabinetId}/${token}`,
  })
  return {
    waiting_reply_to: email,
    token_hash: sha256(token),
    token_until: new Date(app.clock.now().getTime() + LINK_TTL_MS),
  }
}

/** @throws Refusal too_many_tries, invalid_input for a name of others */
export async function saveSender(ctx: EmailsCtx, input: SenderInput, lang: Language): Promise<Sender> {
  refuseNamesOfOthers(ctx.app, { senderName: input.senderName }, ctx.user)
  const before = await sql.settingsOf(ctx.db, { isLocked: true })
  const row = { ...before, sender_name: input.senderName, reply_to: input.replyTo === '' ? null : before.reply_to }
  const isWaiting =
    isSame(before.waiting_reply_to, input.replyTo) &&
    before.token_until !== null &&
    before.token_until > ctx.app.clock.now()
  if (input.replyTo === '' || isSame(before.reply_to, input.replyTo))
    Object.assign(row, { waiting_reply_to: null, token_hash: null, token_until: null })
  else if (!isWaiting) Object.assign(row, await askToConfirm(ctx, input.replyTo, lang))
  await sql.saveSettings(ctx.db, row)
  return senderReply(ctx.app, row)
}

/** @throws Refusal nothing_to_confirm, too_many_tries */
export async function resendConfirmation(ctx: EmailsCtx, lang: Language): Promise<number> {
  const row = await sql.settingsOf(ctx.db, { isLocked: true })
  if (row.waiting_reply_to === null) throw refuse('nothing_to_confirm')
  await sql.saveSettings(ctx.db, { ...row, ...(await askToConfirm(ctx, row.waiting_reply_to, lang)) })
  return RESEND_SECONDS
}

/**
 * Unknown, used, replaced and old tokens, and cabinets that never existed, get the same answer.
 * @throws Refusal invalid_reply_link, too_many_tries
 */
export async function confirmReplyTo(
  app: App,
  cabinetId: number,
  token: string,
  ip: string,
): Promise<{ email: string; cabinet: string }> {
  await mustWait(app, app.database.counters, `confirm-reply-to|ip|${ip}`, CONFIRMATIONS_PER_ADDRESS)
  return openForWork(app, cabinetId, async (db) => {
    const email = await sql.takeToken(db, sha256(token), app.clock.now())
    if (email === undefined) throw refuse('invalid_reply_link')
    return { email, cabinet: (await describeCabinet(db)).name }
  })
}

export type Shown = { senderName: string; lang: Language; email: (typeof SHOWN_EMAILS)[number] }

/** The very email that would be sent, with the user as the person in it. */
export async function previewEmail(
  { app, db, user, cabinet }: EmailsCtx,
  { senderName, lang, email }: Shown,
): Promise<{ from: string; replyTo: string; subject: string; text: string; html: string }> {
  const { replyTo } = await senderOf(db)
  const { name, address } = senderLine(app.env.mailFrom, senderName)
  const inviter = (await findContact(db.tx, user.userId))?.name ?? ''
  const written = composeEmail(
    {
      id: '',
      to: user.email,
      lang,
      kind: email,
      values: { inviter, cabinet: cabinet.name, email: user.email },
      ...(email === 'invite' && { link: `${app.publicUrl}/#/invite` }),
    },
    app.env.brand,
  )
  return { from: `${name} <${address}>`, replyTo, ...written }
}

/** @throws Refusal email_not_confirmed, too_many_tries */
export async function sendTest({ app, db, user, cabinet }: EmailsCtx): Promise<string> {
  if (!user.isEmailVerified) throw refuse('email_not_confirmed')
  await mustWait(app, db.tx, `test-email|user|${user.userId}`, TESTS_PER_USER)
  await queueEmail(app, db.tx, {
    to: user.email,
    lang: user.lang,
    kind: 'test_email',
    values: { cabinet: cabinet.name },
    sender: await senderOf(db),
  })
  return user.email
}
