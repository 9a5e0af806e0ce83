/** The way out for letters: one SMTP server, two connections at most. */
import { createTransport } from 'nodemailer'

export type Post = {
  send(message: { id: string; to: string; subject: string; text: string; html: string }): Promise<void>
  close(): void
}

/** @param smtpUrl `smtp://host:port` or `smtps://user:password@host:port` */
export function openPost(smtpUrl: string, from: string): Post {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 2, connectionTimeout: 10_000, socketTimeout: 20_000, tls: { rejectUnauthorized: !/\/\/(127\.|localhost)/.test(smtpUrl) } })
  return {
    async send(message) {
      await transport.sendMail({
        from, to: { name: '', address: message.to }, subject: message.subject, text: message.text, html: message.html,
        messageId: `<${message.id}@kartoteka>`,
      })
    },
    close: () => transport.close(),
  }
}
