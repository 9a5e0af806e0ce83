/** The SMS inbox as HTML: numbers with their latest text, and one number's conversation. Pure. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { escapeHtml, htmlDocument, refreshing } from '../html.ts'
import { linkText } from '../smtp/mailbox-html.ts'
import type { Sms } from './message.ts'
import type { Vendor } from './vendors/vendor.ts'
import { VENDORS } from './vendors/vendors.ts'

/** @param messages newest first */
export function numbersPage(messages: readonly Sms[], prefix: string): string {
  const latest = [...new Map(messages.toReversed().map((one) => [one.to, one])).values()].sort((a, b) =>
    b.at.localeCompare(a.at),
  )
  const counts = new Map<string, number>()
  for (const { to } of messages) counts.set(to, (counts.get(to) ?? 0) + 1)
  const rows = latest.map(
    (one) => `<li><a href="${prefix}/?number=${encodeURIComponent(one.to)}">
      <span class="subject">${escapeHtml(numberText(one.to))}${
        counts.get(one.to) === 1 ? '' : ` <span class="files">${counts.get(one.to)} messages</span>`
      }</span>
      <span class="preview">${escapeHtml(one.text)}</span>${time(one.at)}</a></li>`,
  )
  return page(
    'SMS',
    prefix,
    `
  <header class="bar"><h1>SMS</h1>
    ${
      messages.length > 0
        ? `<form class="end" action="${prefix}/clear" method="post"
            ><button class="quiet" type="submit">Clear inbox</button></form>`
        : ''
    }
  </header>
  <main data-newest="${messages[0]?.id ?? ''}" data-count="${messages.length}">
    ${
      rows.length > 0
        ? `<ol class="mails">${rows.join('')}</ol>`
        : `<div class="nothing"><p>No SMS yet.</p>
          <p>All SMS the product sends appear here. None of them leave this machine.</p></div>`
    }
    ${accounts()}
  </main>`,
  )
}

/** @param messages of the number, newest first */
export function numberPage(number: string, messages: readonly Sms[], prefix: string): string {
  const bubbles = messages
    .toReversed()
    .map(
      (one) =>
        `<li><p class="from">${escapeHtml(one.from)}${one.by === undefined ? '' : ` · ${escapeHtml(one.by)}`}</p>` +
        `<p class="bubble">${linkText(one.text)}</p>${time(one.at)}</li>`,
    )
  return page(
    numberText(number),
    prefix,
    `
  <header class="bar"><a class="back" href="${prefix}/">← SMS</a></header>
  <main class="thread" data-newest="${messages[0]?.id ?? ''}" data-count="${messages.length}">
    <h1>${escapeHtml(numberText(number))}</h1>
    ${
      bubbles.length > 0
        ? `<ol class="bubbles">${bubbles.join('')}</ol>`
        : '<div class="nothing"><p>Nothing has been sent to this number.</p></div>'
    }
  </main>`,
  )
}

/** Shown here because people who try the product have no real keys. */
function accounts(): string {
  const cell = (text = '') => `<td>${text === '' ? '–' : `<code>${escapeHtml(text)}</code>`}</td>`
  const rows = Object.values(VENDORS).map(
    ({ name, account }: Vendor) =>
      `<tr><th scope="row">${escapeHtml(name)}</th>${cell(account.login)}${cell(account.password)}` +
      `${cell(account.apiKey)}${cell(account.sender)}</tr>`,
  )
  const heads = ['Provider', 'Login', 'Password', 'API key', 'Sender'].map((name) => `<th scope="col">${name}</th>`)
  return `<details class="accounts"><summary>Keys for the test providers</summary>
    <div class="wide" tabindex="0" role="region" aria-label="Keys for the test providers"><table>
    <thead><tr>${heads.join('')}</tr></thead>
    <tbody>${rows.join('')}</tbody></table></div></details>`
}

/** `+420 601 234 567`, grouped as in its country. */
export function numberText(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

function time(iso: string): string {
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

function page(title: string, prefix: string, body: string): string {
  return htmlDocument({
    title,
    body,
    head: `<link rel="stylesheet" href="${prefix}/inbox.css">\n${refreshing(`${prefix}/inbox.js`)}`,
  })
}
