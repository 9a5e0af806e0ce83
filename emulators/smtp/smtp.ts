/**
 * A mail server on loopback that accepts every email and keeps it, readable on the mailbox page. Product code sends to
 * it over SMTP as to any other mail server.
 */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Mail = {
  id: string
  receivedAt: string
  from: string
  /** Envelope recipients: who receives it, blind copies included. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { filename: string; mimeType: string; sizeBytes: number; contentBase64: string }[]
}
export type MailSummary = Pick<Mail, 'id' | 'receivedAt' | 'from' | 'to' | 'subject'> & {
  preview: string
  attachments: number
}

export type SmtpState = { mails: Mail[] }
export type SmtpStateHooks = {
  load(): SmtpState | null | Promise<SmtpState | null>
  save(state: SmtpState): void | Promise<void>
}

export type Mailbox = {
  /** Newest first; `recipient` finds emails whose recipient contains the text. */
  list(recipient?: string): MailSummary[]
  get(id: string): Mail | null
  clear(): void
}

/**
 * `tempFail`: 451, try later. `permFail`: 550 for everyone, or for recipients containing one of the texts.
 * `blackHole`: accepts the email and never answers.
 */
export type SmtpTroubles = { tempFail: boolean; permFail: boolean | readonly string[]; blackHole: boolean }
export type SmtpEmulator = {
  port: number
  mailbox: Mailbox
  setTroubles(troubles: Partial<SmtpTroubles>): void
  close(): Promise<void>
}

const KEPT_MAX = 500
const SIZE_MAX = 10 * 1024 * 1024

export async function startSmtp(
  options: { port?: number; state?: SmtpStateHooks; now?: () => Date } = {},
): Promise<SmtpEmulator> {
  const state: SmtpState = (await options.state?.load()) ?? { mails: [] }
  const now = options.now ?? (() => new Date())
  let troubles: SmtpTroubles = { tempFail: false, permFail: false, blackHole: false }
  let saving = Promise.resolve()
  const changed = () => {
    saving = saving.then(() => options.state?.save(state)).catch(() => undefined)
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: SIZE_MAX,
    closeTimeout: 500,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'anyone' }),
    onRcptTo({ address }, _session, done) {
      if (troubles.tempFail) return done(reply(451, '4.7.1 Try again later'))
      const { permFail } = troubles
      if (typeof permFail === 'boolean' ? permFail : permFail.some((part) => address.includes(part)))
        return done(reply(550, '5.1.1 No such mailbox'))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (troubles.blackHole) return
        if (stream.sizeExceeded) return done(reply(552, '5.3.4 Message too big'))
        const sender = session.envelope.mailFrom
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        readMail(Buffer.concat(chunks), sender ? sender.address : '', recipients, now()).then(
          (mail) => {
            state.mails = [mail, ...state.mails].slice(0, KEPT_MAX)
            changed()
            done(null, `2.0.0 Kept as ${mail.id}`)
          },
          () => done(reply(554, '5.6.0 Message cannot be read')),
        )
      })
    },
  })
  // A client that breaks off in the middle of a command is no fault of the server.
  server.on('error', () => undefined)
  await new Promise<void>((done, fail) => {
    server.server.once('error', fail)
    server.listen(options.port ?? 0, '127.0.0.1', done)
  })

  return {
    port: (server.server.address() as AddressInfo).port,
    mailbox: {
      list: (recipient = '') =>
        state.mails
          .filter(({ to }) => to.some((address) => address.toLowerCase().includes(recipient.trim().toLowerCase())))
          .map(summary),
      get: (id) => state.mails.find((mail) => mail.id === id) ?? null,
      clear() {
        state.mails = []
        changed()
      },
    },
    setTroubles: (wanted) => {
      troubles = { ...troubles, ...wanted }
    },
    async close() {
      await new Promise<void>((done) => server.close(() => done()))
      await saving
    },
  }
}

async function readMail(raw: Buffer, sender: string, recipients: string[], receivedAt: Date): Promise<Mail> {
  const email: Email = await PostalMime.parse(raw, { attachmentEncoding: 'base64' })
  return {
    id: randomUUID(),
    receivedAt: receivedAt.toISOString(),
    from: addressText(email.from) || sender,
    to: recipients,
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    attachments: email.attachments.map(({ filename, mimeType, content }) => {
      const contentBase64 = typeof content === 'string' ? content : ''
      return {
        filename: filename ?? 'attachment',
        mimeType,
        sizeBytes: Buffer.byteLength(contentBase64, 'base64'),
        contentBase64,
      }
    }),
  }
}

function summary({ id, receivedAt, from, to, subject, text, html, attachments }: Mail): MailSummary {
  const words = text || html.replace(/<(style|script|head)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]+>/g, ' ')
  return {
    id,
    receivedAt,
    from,
    to,
    subject,
    preview: words.replace(/\s+/g, ' ').trim().slice(0, 160),
    attachments: attachments.length,
  }
}

function addressText(address: Address | undefined): string {
  if (!address?.address) return address?.name ?? ''
  return address.name ? `${address.name} <${address.address}>` : address.address
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
