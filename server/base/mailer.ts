/** Sends emails: one SMTP server, two connections at most. */
import { createTransport } from 'nodemailer'
import { watchCall } from './watch/outbound-call.ts'

export type Mailer = {
  /**
   * @param message.stopUrl one POST of the reader's mail program unsubscribes (RFC 8058)
   * @param message.sender name and address it is sent for; left out or empty: the product's own
   */
  send(message: {
    id: string
    to: string
    subject: string
    text: string
    html: string
    stopUrl?: string | undefined
    sender?: { name: string; replyTo: string } | undefined
  }): Promise<void>
  close(): void
}

const SENT = { outcome: 'accepted', isFault: false }

/** The From field: the sender's name, but always the product's address, or mail servers treat it as forged. */
export function senderLine(from: string, name: string): { name: string; address: string } {
  const [, own = '', address = from] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return { name: name || own.replace(/^"(.*)"$/, '$1'), address: address.trim() }
}

/** @param smtpUrl `smtp://host:port` or `smtps://user:password@host:port` */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
    tls: { rejectUnauthorized: !/\/\/(127\.|localhost)/.test(smtpUrl) },
  })
  return {
    async send(message) {
      const sending = {
        from: senderLine(from, message.sender?.name ?? ''),
        ...(message.sender?.replyTo && { replyTo: { name: '', address: message.sender.replyTo } }),
        to: { name: '', address: message.to },
        subject: message.subject,
        text: message.text,
        html: message.html,
        ...(message.stopUrl && {
          headers: {
            'List-Unsubscribe': `<${message.stopUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
        messageId: `<${message.id}@kartoteka>`,
      }
      await watchCall(
        { vendor: 'smtp', verb: 'SEND' },
        () => transport.sendMail(sending),
        () => SENT,
      )
    },
    close: () => transport.close(),
  }
}
