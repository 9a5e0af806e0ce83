/** The mailbox's pages as HTML. Pure. */
import { escapeHtml, htmlDocument, refreshing } from '../html.ts'
import type { Mail, MailSummary } from './smtp.ts'

export function listPage(mails: MailSummary[], to: string, prefix: string): string {
  const search = `<form class="search" role="search" action="${prefix}/" method="get">
      <input type="search" name="to" value="${escapeHtml(to)}" placeholder="Find by recipient"
        aria-label="Find by recipient" autocomplete="off">
      <button type="submit">Find</button>
    </form>`
  const nothing = to
    ? `<p>No emails to <b>${escapeHtml(to)}</b>.</p><p><a href="${prefix}/">Show all emails</a></p>`
    : '<p>No emails yet.</p><p>All emails the product sends appear here. None of them leave this machine.</p>'
  const rows = mails.map(
    (mail) => `<li><a href="${prefix}/${mail.id}">
      <span class="to">${escapeHtml(mail.to.join(', '))}</span>${time(mail.receivedAt)}
      <span class="subject">${escapeHtml(mail.subject || '(no subject)')}${
        mail.attachments > 0
          ? ` <span class="files">${mail.attachments} ${mail.attachments === 1 ? 'file' : 'files'}</span>`
          : ''
      }</span>
      <span class="preview">${escapeHtml(mail.preview)}</span></a></li>`,
  )
  return page(
    'Mailbox',
    prefix,
    `
  <header class="bar"><h1>Mailbox</h1>${search}
    ${
      mails.length > 0
        ? `<form action="${prefix}/clear" method="post"
            ><button class="quiet" type="submit">Clear mailbox</button></form>`
        : ''
    }
  </header>
  <main data-newest="${mails[0]?.id ?? ''}" data-count="${mails.length}">
    ${rows.length > 0 ? `<ol class="mails">${rows.join('')}</ol>` : `<div class="nothing">${nothing}</div>`}
  </main>`,
    true,
  )
}

export function mailPage(mail: Mail, prefix: string, sandbox: string): string {
  const files = mail.attachments.map(
    (file, index) =>
      `<li><a href="${prefix}/${mail.id}/attachments/${index}">${escapeHtml(file.filename)}</a> ` +
      `<span>${sizeText(file.sizeBytes)}</span></li>`,
  )
  return page(
    mail.subject || '(no subject)',
    prefix,
    `
  <header class="bar"><a class="back" href="${prefix}/">← Mailbox</a></header>
  <main class="mail">
    <h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
    <dl class="head">
      <dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
      <dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd>
      <dt>Received</dt><dd>${time(mail.receivedAt)}</dd>
    </dl>
    ${files.length > 0 ? `<ul class="attachments">${files.join('')}</ul>` : ''}
    ${
      mail.html
        ? `<section><h2>Formatted</h2><iframe title="Formatted email" src="${prefix}/${mail.id}/html"
            sandbox="${sandbox}"></iframe></section>`
        : ''
    }
    ${mail.text ? `<section><h2>Plain text</h2><pre>${linkText(mail.text)}</pre></section>` : ''}
  </main>`,
  )
}

export function missingPage(prefix: string): string {
  return page(
    'Email not found',
    prefix,
    `
  <header class="bar"><a class="back" href="${prefix}/">← Mailbox</a></header>
  <main><div class="nothing"><p>This email no longer exists.</p></div></main>`,
  )
}

/** The email's own HTML, with links that open beside the mailbox. */
export function frameDocument(html: string): string {
  const base = '<base target="_blank">'
  if (/<head[^>]*>/i.test(html)) return html.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
  return `<!doctype html><meta charset="utf-8">${base}${html}`
}

/** Plain text as HTML in which web addresses are links; a full stop or bracket after an address stays text. */
export function linkText(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      if (index % 2 === 0) return escapeHtml(part)
      const address = part.replace(/[.,;:!?)\]'»]+$/, '')
      const link = `<a href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(address)}</a>`
      return link + escapeHtml(part.slice(address.length))
    })
    .join('')
}

function time(iso: string): string {
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`
}

function sizeText(bytes: number): string {
  return bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} kB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function page(title: string, prefix: string, body: string, refreshes = false): string {
  return htmlDocument({
    title,
    body,
    head:
      `<link rel="stylesheet" href="${prefix}/mailbox.css">` +
      (refreshes ? `\n${refreshing(`${prefix}/mailbox.js`)}` : ''),
  })
}
