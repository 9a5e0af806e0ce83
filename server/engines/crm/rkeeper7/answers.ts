/**
 * What the cash server is answered. The card, a packet that was taken and one that was not are as in the vendor's own
 * example of a server; where the words of a refusal stand is not certain (see `readme.md`), so all of it is here.
 */
import type { CardHolder, TillAnswer } from '../serve.ts'

/** Of the vendor's structure, with the end that it adds. */
const HOLDER_MAX = 39
const TEXT_MAX = 255
/** An account there has 32 bits. */
const ACCOUNT_MAX = 2 ** 32 - 1
/** No limit of the discount: what other servers answer too. */
const DISCOUNT_LIMIT = 9_000_000_000

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Signs that XML cannot have are left out. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

type Values = Readonly<Record<string, string | number>>
const element = (name: string, values: Values, inside = '') => {
  const attributes = Object.entries(values).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return inside === '' ? `<${name}${attributes.join('')}/>` : `<${name}${attributes.join('')}>${inside}</${name}>`
}

const answer = (status: number, inside: string): TillAnswer => ({
  status,
  type: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?><Root>${inside}</Root>`,
})

/** By characters, so that none is cut in two. */
const cut = (text: string, max: number) => [...text].slice(0, max).join('')

type Shown = { pays: 'bonus' | 'balance'; bonusCode: number; discountCode: number }

export function cardAnswer({ cardNumber, name, amounts }: CardHolder, { pays, bonusCode, discountCode }: Shown) {
  const [payable, other] =
    pays === 'bonus' ? [amounts.bonusMinor, amounts.balanceMinor] : [amounts.balanceMinor, amounts.bonusMinor]
  return answer(
    200,
    element('GetCardInfoEx', {
      Deleted: 0,
      Locked: 0,
      Seize: 0,
      StopDate: 0,
      Holy: 0,
      Manager: 0,
      Holder: cut(name, HOLDER_MAX),
      PersonID: cardNumber,
      Account: cardNumber > ACCOUNT_MAX ? 0 : cardNumber,
      Unpay: 0,
      Bonus: bonusCode,
      Discount: discountCode,
      DiscLimit: discountCode === 0 ? 0 : DISCOUNT_LIMIT,
      Summa: payable,
      Sum2: other,
      Result: 0,
    }),
  )
}

export const noCardAnswer = (status = 200) => answer(status, element('GetCardInfoEx', { Result: 1 }))

export const takenAnswer = () => answer(200, element('TransactionsEx', { Result: 0 }))

export function refusedAnswer(text: string, status = 200) {
  const words = element('TRRESPONSE', { error_code: 1, err_text: cut(text, TEXT_MAX) })
  return answer(status, element('TransactionsEx', { Result: 1 }) + element('OutBuf', { OutKind: 1 }, words))
}
