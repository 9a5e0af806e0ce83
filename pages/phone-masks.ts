/**
 * How phone numbers of a country are grouped while they are typed. The server decides what a number is; this only helps
 * the hand.
 */
import type { PhoneMask } from '../contract/limits.ts'

type Mask = {
  /** Country code without `+`. */
  code: string
  /** `#` is a digit of the national number; what follows the last one is free. */
  groups: string
  /** Fewest digits of a national number; the most is the number of `#`. */
  least: number
  /** Digit dialled before a national number inside the country, which has no place after the code. */
  trunk?: '0' | '8'
  /** What a national number begins with. */
  starts?: RegExp
}

const E164_DIGITS_MAX = 15
const E164_DIGITS_MIN = 8

export const MASKS: Readonly<Record<Exclude<PhoneMask, 'world'>, Mask>> = {
  ru: { code: '7', groups: '### ###-##-##', least: 10, trunk: '8' },
  ruMobile: { code: '7', groups: '### ###-##-##', least: 10, trunk: '8', starts: /^9/ },
  uae: { code: '971', groups: '## ### ####', least: 8, trunk: '0' },
  pt: { code: '351', groups: '### ### ###', least: 9 },
  cz: { code: '420', groups: '### ### ###', least: 9 },
  bg: { code: '359', groups: '## ### ####', least: 8, trunk: '0' },
  tr: { code: '90', groups: '### ### ## ##', least: 10, trunk: '0' },
  ua: { code: '380', groups: '## ### ## ##', least: 9, trunk: '0' },
  arm: { code: '374', groups: '## ### ###', least: 8, trunk: '0' },
  az: { code: '994', groups: '## ### ## ##', least: 9, trunk: '0' },
  ge: { code: '995', groups: '### ## ## ##', least: 9, trunk: '0' },
  kz: { code: '7', groups: '### ###-##-##', least: 10, trunk: '8', starts: /^[67]/ },
  kgz: { code: '996', groups: '### ### ###', least: 9, trunk: '0' },
  mx: { code: '52', groups: '## #### ####', least: 10 },
  kw: { code: '965', groups: '#### ####', least: 8 },
  sa: { code: '966', groups: '## ### ####', least: 9, trunk: '0' },
  it: { code: '39', groups: '### ### #####', least: 6 },
  mda: { code: '373', groups: '## ### ###', least: 8, trunk: '0' },
  by: { code: '375', groups: '## ###-##-##', least: 9 },
  esp: { code: '34', groups: '### ## ## ##', least: 9 },
  il: { code: '972', groups: '## ### ####', least: 8, trunk: '0' },
  pl: { code: '48', groups: '### ### ###', least: 9 },
  ecu: { code: '593', groups: '## ### ####', least: 8, trunk: '0' },
}

/** A number taken apart: `mask` is null when it is of another country, or of any, or while its code is being typed. */
type Parts = { mask: Mask | null; digits: string; isCodeOpen?: boolean }

const maskOf = (name: PhoneMask): Mask | null => (name === 'world' ? null : MASKS[name])
const mostOf = (mask: Mask) => mask.groups.replaceAll(/[^#]/g, '').length

/** What stands in an empty field while it has the focus: `+420 `, or `+`. */
export function phonePrefix(name: PhoneMask): string {
  const mask = maskOf(name)
  return mask ? `+${mask.code} ` : '+'
}

/**
 * A number as it should stand in the field. Takes what hands and clipboards bring: with the code or without, `00` for
 * `+`,
 * with the trunk digit, pasted whole behind a code that stood there. A number of another country keeps its digits.
 */
export function formatPhone(name: PhoneMask, text: string): string {
  if (!/\d/.test(text)) return text.includes('+') ? '+' : ''
  const { mask, digits, isCodeOpen } = takeApart(maskOf(name), text)
  if (!mask) return `+${isCodeOpen ? digits : groupFreely(digits)}`
  return digits === '' ? `+${mask.code} ` : `+${mask.code} ${fill(mask.groups, digits)}`
}

/** `empty` also when only the code stands there. A number of another country is judged by its length alone. */
export function judgePhone(name: PhoneMask, text: string): 'empty' | 'ok' | 'bad' {
  if (!/\d/.test(text)) return 'empty'
  const { mask, digits, isCodeOpen } = takeApart(maskOf(name), text)
  if (isCodeOpen) return 'empty'
  if (!mask) return digits.length >= E164_DIGITS_MIN && digits.length <= E164_DIGITS_MAX ? 'ok' : 'bad'
  if (digits === '') return 'empty'
  const fits = digits.length >= mask.least && digits.length <= mostOf(mask) && (mask.starts?.test(digits) ?? true)
  return fits ? 'ok' : 'bad'
}

/** Whether one more digit has no place in the number any more. */
export function isPhoneTooLong(name: PhoneMask, text: string): boolean {
  const { mask, digits } = takeApart(maskOf(name), text)
  if (!mask) return digits.length > E164_DIGITS_MAX
  // Somebody may be typing the whole number behind the code that stands there already.
  return digits.length > mostOf(mask) + (digits.startsWith(mask.code) ? mask.code.length : 0)
}

function takeApart(mask: Mask | null, text: string): Parts {
  const plus = text.lastIndexOf('+')
  const digits = text.slice(plus + 1).replaceAll(/\D/g, '')
  if (plus < 0) {
    if (digits.startsWith('00')) return international(mask, digits.slice(2))
    return mask ? { mask, digits: national(mask, digits) } : { mask, digits }
  }
  return international(mask, digits)
}

function international(mask: Mask | null, digits: string): Parts {
  if (!mask) return { mask, digits: digits.replace(/^00/, '') }
  if (digits.startsWith(mask.code)) {
    const rest = digits.slice(mask.code.length)
    return rest.startsWith('00') && rest.length > 2
      ? international(mask, rest.slice(2))
      : { mask, digits: national(mask, rest) }
  }
  return { mask: null, digits, isCodeOpen: mask.code.startsWith(digits) }
}

/** Without the trunk digit, and without a code that came along with a whole number. */
function national(mask: Mask, digits: string): string {
  const most = mostOf(mask)
  if (mask.trunk === '0' && digits.startsWith('0')) return digits.replace(/^0/, '')
  if (digits.length === most + 1 && mask.trunk === '8' && /^[78]/.test(digits)) return digits.slice(1)
  const rest = digits.slice(mask.code.length)
  return digits.length > most && digits.startsWith(mask.code) && rest.length >= mask.least ? rest : digits
}

/** Digits put in the places of `#`; separators only where a digit follows; what is too much stays at the end. */
function fill(groups: string, digits: string): string {
  let at = 0
  let text = ''
  for (const sign of groups) {
    if (at === digits.length) return text
    text += sign === '#' ? (digits[at++] as string) : sign
  }
  return text + digits.slice(at)
}

function groupFreely(digits: string): string {
  return digits.replaceAll(/(\d{3})(?=\d)/g, '$1 ')
}
