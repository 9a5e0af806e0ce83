/**
 * In whose name the letters of a cabinet go out: a name before the product's own address, and an address for answers.
 * The latter is used once its owner has opened the link that was mailed to it; until then the one before holds.
 */
import { letters as contract, type Sender, type SenderInput, type SHOWN_LETTERS } from '../../../contract/platform/emails.ts'
import type { Language } from '../../../contract/limits.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import { newToken, sha256 } from '../../base/crypto.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import type { Floor } from '../../base/floor.ts'
import { type LetterSender, postLetter, writeLetter } from '../../base/mail.ts'
import { senderLine } from '../../base/post.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry, type Limit } from '../../base/tries.ts'
import { openForWork } from '../cabinets/cabinets.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LINK_TTL_MS = 24 * HOUR_MS
/** Seconds after which the mail may be asked for again. */
const RESEND_SECONDS = 60
const MAILS_PER_CABINET: Limit = { max: 10, windowMs: HOUR_MS }
/** Whoever asks: nobody's mailbox is filled with our links. */
const MAILS_PER_ADDRESS: Limit = { max: 5, windowMs: HOUR_MS }
const TESTS_PER_USER: Limit = { max: 5, windowMs: HOUR_MS }
const CONFIRMATIONS_PER_ADDRESS: Limit = { max: 30, windowMs: 15 * MINUTE_MS }

type LettersCtx = Pick<CabinetCtx, 'floor' | 'db' | 'user' | 'cabinet'>

async function mustWait(floor: Floor, db: Db | Tx, key: string, limit: Limit): Promise<void> {
  const waitMs = await countTry(db, key, limit, floor.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
}

const isSame = (one: string | null, other: string | null) => one !== null && other !== null && one.toLowerCase() === other.toLowerCase()

function senderReply(floor: Floor, row: sql.SettingsRow): Sender {
  const now = floor.clock.now()
  return {
    senderName: row.sender_name, product: senderLine(floor.env.mailFrom, ''), replyTo: row.reply_to ?? '',
    waiting: row.waiting_reply_to !== null && row.token_until !== null
      ? { email: row.waiting_reply_to, until: row.token_until.toISOString(), isOver: row.token_until <= now } : null,
  }
}

export async function readSender(floor: Floor, db: CabinetDb): Promise<Sender> {
  return senderReply(floor, await sql.settingsOf(db))
}

/** For rooms that write letters in the name of a cabinet. */
export async function senderOf(db: CabinetDb): Promise<LetterSender> {
  const { sender_name: name, reply_to: replyTo } = await sql.settingsOf(db)
  return { name, replyTo: replyTo ?? '' }
}

/** Makes a token for an address and mails it there; the row is the caller's to save. */
async function askToConfirm({ floor, db, user, cabinet }: LettersCtx, email: string, lang: Language): Promise<Pick<sql.SettingsRow, 'waiting_reply_to' | 'token_hash' | 'token_until'>> {
  await mustWait(floor, db.tx, `reply-to|cabinet|${db.cabinetId}`, MAILS_PER_CABINET)
  await mustWait(floor, db.tx, `reply-to|address|${email.toLowerCase()}`, MAILS_PER_ADDRESS)
  const token = newToken()
  await postLetter(floor, db.tx, {
    to: email, lang, kind: 'reply_to', values: { cabinet: cabinet.name, email, asker: user.email },
    link: `${floor.publicUrl}/#/email/reply-to/${db.cabinetId}/${token}`,
  })
  return { waiting_reply_to: email, token_hash: sha256(token), token_until: new Date(floor.clock.now().getTime() + LINK_TTL_MS) }
}

/** @throws Refusal too_many_tries */
export async function saveSender(ctx: LettersCtx, input: SenderInput, lang: Language): Promise<Sender> {
  const before = await sql.settingsOf(ctx.db, { isLocked: true })
  const row = { ...before, sender_name: input.senderName, reply_to: input.replyTo === '' ? null : before.reply_to }
  const isWaiting = isSame(before.waiting_reply_to, input.replyTo) && before.token_until !== null && before.token_until > ctx.floor.clock.now()
  if (input.replyTo === '' || isSame(before.reply_to, input.replyTo)) Object.assign(row, { waiting_reply_to: null, token_hash: null, token_until: null })
  else if (!isWaiting) Object.assign(row, await askToConfirm(ctx, input.replyTo, lang))
  await sql.saveSettings(ctx.db, row)
  return senderReply(ctx.floor, row)
}

/** @throws Refusal nothing_to_confirm, too_many_tries */
export async function resendConfirmation(ctx: LettersCtx, lang: Language): Promise<number> {
  const row = await sql.settingsOf(ctx.db, { isLocked: true })
  if (row.waiting_reply_to === null) throw refuse('nothing_to_confirm')
  await sql.saveSettings(ctx.db, { ...row, ...await askToConfirm(ctx, row.waiting_reply_to, lang) })
  return RESEND_SECONDS
}

/** Unknown, used, replaced and old tokens, and cabinets that never were, are the same to the caller. @throws Refusal invalid_reply_link, too_many_tries */
export async function confirmReplyTo(floor: Floor, cabinetId: number, token: string, ip: string): Promise<{ email: string; cabinet: string }> {
  await mustWait(floor, floor.database.db, `confirm-reply-to|ip|${ip}`, CONFIRMATIONS_PER_ADDRESS)
  return openForWork(floor, cabinetId, async (db) => {
    const email = await sql.takeToken(db, sha256(token), floor.clock.now())
    if (email === undefined) throw refuse('invalid_reply_link')
    return { email, cabinet: await sql.nameOf(db) }
  })
}

export type Shown = { senderName: string; lang: Language; letter: (typeof SHOWN_LETTERS)[number] }

/** The very letter that would be sent, with the user himself as the one it speaks of. */
export async function previewLetter({ floor, db, user, cabinet }: LettersCtx, { senderName, lang, letter }: Shown): Promise<{ from: string; replyTo: string; subject: string; text: string; html: string }> {
  const { replyTo } = await senderOf(db)
  const { name, address } = senderLine(floor.env.mailFrom, senderName)
  const inviter = await sql.personName(db, user.userId)
  const written = writeLetter({
    id: '', to: user.email, lang, kind: letter, values: { inviter, cabinet: cabinet.name, email: user.email },
    ...(letter === 'invite' && { link: `${floor.publicUrl}/#/invite` }),
  }, floor.env.brand)
  return { from: `${name} <${address}>`, replyTo, ...written }
}

/** @throws Refusal email_not_confirmed, too_many_tries */
export async function sendTest({ floor, db, user, cabinet }: LettersCtx): Promise<string> {
  if (!user.isEmailVerified) throw refuse('email_not_confirmed')
  await mustWait(floor, db.tx, `test-letter|user|${user.userId}`, TESTS_PER_USER)
  await postLetter(floor, db.tx, { to: user.email, lang: user.lang, kind: 'test_letter', values: { cabinet: cabinet.name }, sender: await senderOf(db) })
  return user.email
}
