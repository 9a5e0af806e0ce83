import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailboxPages } from './mailbox-page.ts'
import { frameDocument, linkText } from './mailbox-html.ts'
import { startSmtp, type SmtpEmulator, type SmtpState } from './smtp.ts'

const prefix = '/emulators/mail'
let smtp: SmtpEmulator
let saved: SmtpState | null
let web: Server
let url: string

const state = {
  load: () => saved,
  save: (kept: SmtpState) => {
    saved = structuredClone(kept)
  },
}
const send = (change = {}) =>
  createTransport({ host: '127.0.0.1', port: smtp.port, socketTimeout: 500 }).sendMail({
    from: '"Kartoteka" <hello@kartoteka.example>',
    to: 'anna@example.org',
    subject: 'Přihlášení <1>',
    text: 'Confirm: https://example.org/#/verify/abc.',
    html:
      '<p style="color:red">Confirm <a ' +
      'href="https://example.org/#/verify/abc">here</a></p><script>alert(1)</script>',
    ...change,
  })

beforeEach(async () => {
  saved = null
  smtp = await startSmtp({ state })
  web = createServer(createMailboxPages({ mailbox: smtp.mailbox, prefix }))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}${prefix}`
})
afterEach(async () => {
  await smtp.close()
  web.closeAllConnections()
  web.close()
})

describe('the mail server', () => {
  test('keeps an email with its texts, its attachment and its blind recipients', async () => {
    await send({ bcc: 'boss@example.org', attachments: [{ filename: 'účet.pdf', content: Buffer.from('%PDF-1.7') }] })
    const mail = smtp.mailbox.get(smtp.mailbox.list()[0]?.id ?? '')
    expect(mail).toMatchObject({
      subject: 'Přihlášení <1>',
      from: 'Kartoteka <hello@kartoteka.example>',
      to: ['anna@example.org', 'boss@example.org'],
    })
    expect(mail?.text.trim()).toBe('Confirm: https://example.org/#/verify/abc.')
    expect(mail?.attachments).toEqual([
      {
        filename: 'účet.pdf',
        mimeType: 'application/pdf',
        sizeBytes: 8,
        contentBase64: Buffer.from('%PDF-1.7').toString('base64'),
      },
    ])
  })

  test('lists the newest first and finds by recipient', async () => {
    await send({ to: 'a@example.org', subject: 'one' })
    await send({ to: 'b@example.org', subject: 'two' })
    expect(smtp.mailbox.list().map(({ subject }) => subject)).toEqual(['two', 'one'])
    expect(smtp.mailbox.list('A@Example').map(({ subject }) => subject)).toEqual(['one'])
  })

  test('a temporary refusal is 451, a permanent one 550, and neither keeps an email', async () => {
    smtp.setTroubles({ tempFail: true })
    await expect(send()).rejects.toMatchObject({ responseCode: 451 })
    smtp.setTroubles({ tempFail: false, permFail: ['anna@'] })
    await expect(send()).rejects.toMatchObject({ responseCode: 550 })
    expect(smtp.mailbox.list()).toEqual([])
    await send({ to: 'other@example.org' })
  })

  test('a black hole accepts the email and never answers', async () => {
    smtp.setTroubles({ blackHole: true })
    await expect(send()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    expect(smtp.mailbox.list()).toEqual([])
  })

  test('emails stored by the host are there after a restart', async () => {
    await send()
    await smtp.close()
    smtp = await startSmtp({ state })
    expect(smtp.mailbox.list()).toHaveLength(1)
    smtp.mailbox.clear()
    expect(smtp.mailbox.list()).toEqual([])
  })
})

describe('the mailbox page', () => {
  const read = async (path: string) => {
    const answer = await fetch(url + path)
    return {
      status: answer.status,
      html: await answer.text(),
      policy: answer.headers.get('content-security-policy') ?? '',
    }
  }

  test("shows list and mail without inline script or style, and the text's link can be clicked", async () => {
    await send()
    const id = smtp.mailbox.list()[0]?.id as string
    const list = await read('/')
    expect(list.html).toContain(`${prefix}/${id}`)
    expect(list.html).toContain('Přihlášení &#60;1&#62;')
    const mail = await read(`/${id}`)
    expect(mail.html).toContain(
      '<a href="https://example.org/#/verify/abc" target="_blank" rel="noopener">https://example.org/#/verify/abc</a>.',
    )
    for (const { html, policy } of [list, mail]) {
      expect(html).not.toMatch(/<script(?! src)|\sstyle=|\son[a-z]+=/)
      expect(policy).toContain("script-src 'self'")
    }
  })

  test("a mail's own HTML comes in a frame where no script may run", async () => {
    await send()
    const { html, policy } = await read(`/${smtp.mailbox.list()[0]?.id}/html`)
    expect(html).toContain('<base target="_blank">')
    expect(policy).toMatch(/default-src 'none'.*sandbox allow-popups/)
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/)
  })

  test('gives JSON, attachments as downloads only, and a plain page for a missing email', async () => {
    await send({ attachments: [{ filename: 'x.html', content: '<b>' }] })
    const { messages } = (await (await fetch(`${url}/messages?to=anna`)).json()) as { messages: { id: string }[] }
    const id = messages[0]?.id as string
    expect(await (await fetch(`${url}/messages/${id}`)).json()).toMatchObject({ to: ['anna@example.org'] })
    const file = await fetch(`${url}/${id}/attachments/0`)
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      "attachment; filename*=UTF-8''x.html",
    ])
    expect((await read('/nothing')).status).toBe(404)
    expect((await fetch(`${url}/messages/nothing`)).status).toBe(404)
    await fetch(`${url}/clear`, { method: 'POST' })
    expect(smtp.mailbox.list()).toEqual([])
  })

  test('links in plain text end where the address ends and nothing else becomes HTML', () => {
    expect(linkText('(see https://a.example/x?y=1&z=2), <b>')).toBe(
      '(see <a href="https://a.example/x?y=1&#38;z=2" target="_blank" ' +
        'rel="noopener">https://a.example/x?y=1&#38;z=2</a>), &#60;b&#62;',
    )
    expect(frameDocument('<html><head><title>x</title></head></html>')).toBe(
      '<html><head><base target="_blank"><title>x</title></head></html>',
    )
  })
})
