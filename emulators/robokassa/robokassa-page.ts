/** The payment page as HTML: the order with its buttons, and the page of an error. Pure. */
import { readFileSync } from 'node:fs'
import { escapeHtml, htmlDocument } from '../html.ts'
import type { Manner, RobokassaOrder } from './order.ts'

export const STYLE = Buffer.concat(
  ['../smtp/mailbox.css', '../tills/till.css', './robokassa.css'].map((file) =>
    readFileSync(new URL(file, import.meta.url)),
  ),
)

const MANNER_WORDS: Readonly<Record<Manner, string>> = {
  well: 'Confirms at once',
  twice: 'Confirms twice at the same time',
  late: 'Confirms 10 seconds later',
  wrong_amount: 'Confirms another amount',
  wrong_signature: 'Signs with a wrong password',
}

const ERRORS: Readonly<Record<string, string>> = {
  '26': 'There is no such shop.',
  '29': 'The signature of the link is not valid.',
  '40': 'This payment was made or cancelled before.',
}

const page = (title: string, prefix: string, body: string) =>
  htmlDocument({ title, head: `<link rel="stylesheet" href="${prefix}/style.css">`, body })

export function orderPage(order: RobokassaOrder, prefix: string): string {
  const manners = Object.entries(MANNER_WORDS).map(
    ([key, words], at) =>
      `<label><input type="radio" name="manner" value="${key}"${at === 0 ? ' checked' : ''}> ${words}</label>`,
  )
  return page(
    'Payment',
    prefix,
    `
  <header class="bar"><h1>Emulated payment page</h1></header>
  <main>
    <h1>${escapeHtml(order.description)}</h1>
    <p class="amount"><strong>${escapeHtml(order.sum)}</strong> ${escapeHtml(order.currency || 'RUB')}</p>
    <p class="hint">No money moves here. Choose how the payment service behaves.</p>
    <form method="post" action="${prefix}/pay">
      <input type="hidden" name="login" value="${escapeHtml(order.login)}">
      <input type="hidden" name="number" value="${escapeHtml(order.number)}">
      <fieldset><legend>After the payment it</legend>${manners.join('')}</fieldset>
      <p class="row"><button type="submit" name="act" value="pay">Pay</button>
        <button class="quiet" type="submit" name="act" value="cancel">Cancel</button></p>
    </form>
  </main>`,
  )
}

export function errorPage(code: string, prefix: string): string {
  return page(
    'Payment',
    prefix,
    `
  <header class="bar"><h1>Emulated payment page</h1></header>
  <main><h1>Error ${escapeHtml(code)}</h1><p class="fault" role="alert">${ERRORS[code] ?? ''}</p></main>`,
  )
}
