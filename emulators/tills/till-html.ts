/** The tills as HTML: the list of them, and one with its guests. Pure. */
import { escapeHtml, htmlDocument, refreshing } from '../html.ts'
import { EARNED_PERCENT, type Receipt, type Switch, SWITCHES, type TillGuest } from './till.ts'
import type { Till } from './tills.ts'

const GUESTS_SHOWN = 50
const RECEIPTS_SHOWN = 5

const SWITCH_WORDS: Readonly<Record<Switch, string>> = {
  none: 'Works',
  away: 'Is away (503)',
  slow: 'Is slow (4 s)',
  limit: 'Limits calls (429)',
  garbage: 'Answers with garbage',
}
const pointsText = (points: number): string => points.toFixed(2)

export function tillsPage(tills: readonly Till[], prefix: string): string {
  const rows = tills.map(
    ({ counter, state }) => `<li><a href="${prefix}/tills/${counter.name}">
      <span class="subject">${escapeHtml(counter.title)}</span>
      <span class="preview">${counter.guests().length} guests · ${SWITCH_WORDS[state.trouble]}</span></a></li>`,
  )
  return page(
    'Tills',
    prefix,
    `
  <header class="bar"><h1>Tills</h1></header>
  <main data-digest="">
    <p class="hint">Each emulated CRM has a till. Connect one on a business’s integration page, sell something here, and
      the points on the card follow.</p>
    <ol class="mails">${rows.join('')}</ol>
  </main>`,
  )
}

export type View = { q: string; guest: string | undefined; fault: string | undefined }

export function tillPage(till: Till, digest: string, view: View, prefix: string): string {
  const { counter } = till
  const at = `${prefix}/tills/${counter.name}`
  const guest = counter.guests().find(({ id }) => id === view.guest)
  const title = guest ? guest.name || guest.phone : counter.title
  const back = guest ? { href: at, text: counter.title } : { href: `${prefix}/`, text: 'Tills' }
  const search = `<form class="search" action="${at}" role="search">
    <input name="q" type="search" aria-label="Search guests" placeholder="Name or phone" value="${escapeHtml(view.q)}">
    <button class="quiet" type="submit">Search</button></form>`
  return page(
    title,
    prefix,
    `
  <header class="bar"><a class="back" href="${back.href}">← ${escapeHtml(back.text)}</a>${guest ? '' : search}</header>
  <main data-digest="${digest}">
    <h1>${escapeHtml(title)}</h1>
    ${view.fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(view.fault)}</p>`}
    ${guest ? guestPart(till, guest, at) : wholePart(till, view.q, at)}
  </main>`,
  )
}

function wholePart(till: Till, q: string, at: string): string {
  const { counter, state } = till
  const wanted = q.trim().toLowerCase()
  const found = counter
    .guests()
    .filter(({ name, phone }) => wanted === '' || `${name} ${phone}`.toLowerCase().includes(wanted))
  const rows = found.slice(0, GUESTS_SHOWN).map(
    ({ id, name, phone, points }) => `<li><a href="${at}?guest=${encodeURIComponent(id)}">
      <span class="subject">${escapeHtml(name || phone)}</span><span class="points">${pointsText(points)}</span>
      <span class="preview">${escapeHtml(phone)}${counter.refused.has(phone) ? ' · refused' : ''}</span></a></li>`,
  )
  const choices = SWITCHES.map(
    (one) => `<label><input type="radio" name="trouble" value="${one}"${one === state.trouble ? ' checked' : ''}>
      ${SWITCH_WORDS[one]}</label>`,
  )
  const isMore = found.length > GUESTS_SHOWN
  const more = isMore ? `<p class="hint">${GUESTS_SHOWN} of ${found.length}. Search for the others.</p>` : ''
  const access = counter.access.map(([label, value]) => `<dt>${label}</dt><dd><code>${escapeHtml(value)}</code></dd>`)
  return `
    <section aria-labelledby="guests"><h2 id="guests">Guests</h2>
      ${rows.length > 0 ? `<ol class="mails">${rows.join('')}</ol>` : '<p class="hint">Nobody here.</p>'}
      ${more}
    </section>
    <section aria-labelledby="add"><h2 id="add">Add a guest</h2>
      <form class="row" action="${at}/guests" method="post">${guestFields()}
        <button type="submit">Add guest</button></form>
    </section>
    <section aria-labelledby="state"><h2 id="state">This system</h2>
      <form class="row" action="${at}/trouble" method="post"><fieldset><legend class="unseen">This system</legend>
        ${choices.join('')}</fieldset><button class="quiet" type="submit">Switch</button></form>
      <form class="row" action="${at}/refusals" method="post">
        <label>Phone that it refuses to save <input name="phone" type="tel" required></label>
        <button class="quiet" type="submit">Refuse</button></form>
      ${refusals(counter.refused, at)}
    </section>
    <section aria-labelledby="access"><h2 id="access">To connect it</h2>
      <dl class="head">${access.join('')}</dl></section>`
}

function refusals(refused: ReadonlySet<string>, at: string): string {
  const rows = [...refused].map(
    (phone) => `<li><form action="${at}/refusals" method="post">
      <input type="hidden" name="phone" value="${escapeHtml(phone)}"><input type="hidden" name="accept" value="1">
      <button class="quiet" type="submit">Accept ${escapeHtml(phone)} again</button></form></li>`,
  )
  return rows.length > 0 ? `<ul class="plain">${rows.join('')}</ul>` : ''
}

const guestFields = (guest?: TillGuest) => `
  <label>Name <input name="name" required maxlength="100" value="${escapeHtml(guest?.name ?? '')}"></label>
  <label>Phone <input name="phone" type="tel" required placeholder="+420601234567"
    value="${escapeHtml(guest?.phone ?? '')}"></label>`

function guestPart(till: Till, guest: TillGuest, at: string): string {
  const here = `${at}/guests/${encodeURIComponent(guest.id)}`
  const receipts = till.state.receipts.filter((one) => one.guest === guest.id).slice(0, RECEIPTS_SHOWN)
  const isWhole = till.counter.step === 1
  return `
    <p class="amount"><strong>${pointsText(guest.points)}</strong> points</p>
    <section aria-labelledby="sale"><h2 id="sale">Sale</h2>
      <form class="row" action="${here}/sales" method="post">
        <label>Price <input name="sum" inputmode="decimal" required></label>
        <label>Of it paid with points <input name="paid" inputmode="decimal" value="0"></label>
        <button type="submit">Sell</button></form>
      <p class="hint">Earns ${EARNED_PERCENT} % of what is paid with money${isWhole ? ', whole points only' : ''}.</p>
      ${receipts.length > 0 ? `<ol class="plain">${receipts.map((one) => receiptRow(one, here)).join('')}</ol>` : ''}
    </section>
    <section aria-labelledby="points"><h2 id="points">Points by hand</h2>
      <form class="row" action="${here}/points" method="post">
        <label>Points <input name="points" inputmode="decimal" required value="${pointsText(guest.points)}"></label>
        <button class="quiet" type="submit">Set</button></form></section>
    <section aria-labelledby="person"><h2 id="person">Guest</h2>
      <form class="row" action="${here}" method="post">${guestFields(guest)}
        <button class="quiet" type="submit">Save</button></form></section>`
}

function receiptRow({ id, sum, paid, earned, at, isRefunded }: Receipt, here: string): string {
  const text = `${pointsText(sum)} · −${pointsText(paid)} / +${pointsText(earned)} points`
  const time = `<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`
  const end = isRefunded
    ? '<span class="hint">refunded</span>'
    : `<form action="${here}/refunds" method="post"><input type="hidden" name="receipt" value="${id}">
        <button class="quiet" type="submit" aria-label="Refund ${pointsText(sum)}">Refund</button></form>`
  return `<li><span>${text}</span>${time}${end}</li>`
}

function page(title: string, prefix: string, body: string): string {
  return htmlDocument({
    title,
    body,
    head: `<link rel="stylesheet" href="${prefix}/till.css">\n${refreshing(`${prefix}/till.js`)}`,
  })
}
