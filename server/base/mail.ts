/** Emails: composed from words/, queued as a job in the caller's transaction, sent over SMTP by a worker. */
import { z } from 'zod'
import { LANGUAGES } from '../../contract/limits.ts'
import { say } from '../../words/say.ts'
import { tagOf } from '../../words/words.ts'
import type { Tx } from './db.ts'
import type { App } from './app.ts'
import { defineJob } from './jobs.ts'

/** An email in the queue. */
const Email = z.object({
  /** Also the Message-ID: an email that is sent twice after a crash is shown once by the reader's program. */
  id: z.uuid(),
  to: z.string(),
  lang: z.enum(LANGUAGES),
  /** Key in words `mails`: subject, heading, text, button, note. */
  kind: z.enum([
    'verify',
    'known_address',
    'reset',
    'password_changed',
    'guessed',
    'email_asked',
    'email_new',
    'email_taken',
    'email_changed',
    'email_undone',
    'keys_revoked',
    'email_held',
    'invite',
    'reply_to',
    'test_email',
    'support_answer',
    'support_question',
    'notice',
    'export_ready',
    'card_link',
    'card_ready',
    'gmail_code',
    'own_card',
    'reminder',
    'sample_card',
    'payment_receipt',
    'bill_receipt',
  ]),
  values: z.record(z.string(), z.string()),
  /**
   * Where the button leads. It contains a token, and rows of finished jobs stay for a day: it must not be readable in
   * the database.
   */
  sealedLink: z.base64().optional(),
  /** The `StopLinks` as JSON, encrypted for the same reason. */
  sealedStop: z.base64().optional(),
  /** The sender of an email sent for a cabinet; an empty name or address: the product's own. */
  sender: z.object({ name: z.string(), replyTo: z.string() }).optional(),
})
export type EmailSender = NonNullable<z.infer<typeof Email>['sender']>
/**
 * For emails that one can unsubscribe from: a page that asks first, and the address of a mail program's one-click
 * unsubscribe (RFC 8058).
 */
type StopLinks = { page: string; oneClick: string }
type Email = Omit<z.infer<typeof Email>, 'sealedLink' | 'sealedStop'> & { link?: string; stop?: StopLinks }

type Sealed = 'link' | 'stop'
// The names of the table and of the job are those of emails already in the queue.
const placeOf = (id: string, column: Sealed) => ({ cabinetId: 0, table: 'letters', column, row: id })
const sealIn = (app: App, text: string, id: string, column: Sealed) =>
  app.keys.seal(text, placeOf(id, column)).toString('base64')
const openFrom = (app: App, sealed: string, id: string, column: Sealed) =>
  app.keys.open(Buffer.from(sealed, 'base64'), placeOf(id, column)).toString()

/** Queues an email in the caller's transaction. */
export async function queueEmail(app: App, tx: Tx, { link, stop, ...email }: Omit<Email, 'id'>): Promise<void> {
  const id = crypto.randomUUID()
  await app.jobs.enqueue(tx, sendEmail, {
    id,
    ...email,
    ...(link !== undefined && { sealedLink: sealIn(app, link, id, 'link') }),
    ...(stop && { sealedStop: sealIn(app, JSON.stringify(stop), id, 'stop') }),
  })
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const oneLine = (text: string) => text.replace(/[\p{Cc}]+/gu, ' ')

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;' +
  'background:#3d56d6;color:#fff;text-decoration:none;font-weight:600'

/** The email as it is sent: subject, plain text and HTML in the reader's language. */
export function composeEmail(email: Email, brand: string): { subject: string; text: string; html: string } {
  const values = { brand, ...email.values }
  const word = (part: string) => say(email.lang, `mails.${email.kind}.${part}`, values)
  // Who has given no name yet is greeted without one.
  const isNameless = email.values['name'] === ''
  const heading = isNameless
    ? say(email.lang, `mails.nameless.${email.kind === 'verify' ? 'verify' : 'hello'}`, values)
    : word('heading')
  const button = email.link ? word('button') : ''
  const text = [
    heading,
    '',
    word('text'),
    ...(email.link ? ['', `${button}: ${email.link}`] : []),
    '',
    word('note'),
    ...(email.stop ? [`${word('stop')}: ${email.stop.page}`] : []),
    '',
    `-- `,
    brand,
  ].join('\n')
  const stop = email.stop
    ? ` <a href="${escapeHtml(email.stop.page)}" style="color:#525a67">${escapeHtml(word('stop'))}</a>`
    : ''
  const html =
    `<!doctype html><html lang="${tagOf(email.lang)}"><head><meta charset="utf-8">` +
    `<meta name="color-scheme" content="light dark"></head>` +
    `<body style="margin:0;background:#f6f7f9;` +
    `font:16px/24px -apple-system,Segoe UI,Roboto,sans-serif;color:#1b1e25">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>` +
    `<td align="center" style="padding:32px 16px">` +
    `<table role="presentation" width="100%" style="max-width:480px;background:#fff;border-radius:12px" ` +
    `cellpadding="0" cellspacing="0"><tr><td style="padding:32px">` +
    `<p style="margin:0 0 24px;font-weight:650;color:#3d56d6">${escapeHtml(brand)}</p>` +
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:30px">${escapeHtml(heading)}</h1>` +
    `<p style="margin:0 0 24px;white-space:pre-line">${escapeHtml(word('text'))}</p>` +
    (email.link
      ? `<p style="margin:0 0 24px">` +
        `<a href="${escapeHtml(email.link)}" style="${BUTTON}">${escapeHtml(button)}</a></p>`
      : '') +
    `<p style="margin:0;color:#525a67;font-size:13px;line-height:18px">${escapeHtml(word('note'))}${stop}</p>` +
    `</td></tr></table></td></tr></table></body></html>`
  return { subject: oneLine(word('subject')), text, html }
}

/** Sends one email; if the mail server does not answer, the job runs again later. */
export const sendEmail = defineJob({
  name: 'send-letter',
  shape: Email,
  retry: { limit: 12, delaySeconds: 5 },
  atOnce: 2,
  async handle(app, { sealedLink, sealedStop, ...email }) {
    const link = sealedLink !== undefined && openFrom(app, sealedLink, email.id, 'link')
    const stop = sealedStop !== undefined && (JSON.parse(openFrom(app, sealedStop, email.id, 'stop')) as StopLinks)
    await app.mailer.send({
      id: email.id,
      to: email.to,
      sender: email.sender,
      ...composeEmail({ ...email, ...(link && { link }), ...(stop && { stop }) }, app.env.brand),
      stopUrl: stop ? stop.oneClick : undefined,
    })
  },
})
