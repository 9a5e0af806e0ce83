/**
 * How phone numbers of a country are grouped while they are typed. The server decides what a number is; this only helps
 * typing.
 */
import type { PhoneMask } from '../contract/limits.ts'

type Mask = {
  /** Country code without `+`. */
  code: string
  /** `#` is a digit of the national number; what follows the last one is optional. */
  groups: string
  /** Fewest digits of a national number; the most is the number of `#`. */
  least: number
  /** Trunk digit dialled before a national number inside the country, which has no place after the code. */
  trunk?: '0' | '8'
  /** How a national number begins. */
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

/**
 * A parsed number: `mask` is null when it is of another country, or of any, or while its code is being typed.
 * `isHomeless`: of any country, and it does not say which.
 */
type Parts = { mask: Mask | null; digits: string; isCodeOpen?: boolean; isHomeless?: boolean }

const maskOf = (name: PhoneMask): Mask | null => (name === 'world' ? null : MASKS[name])
const mostOf = (mask: Mask) => mask.groups.replaceAll(/[^#]/g, '').length

/**
 * The content of an empty field while it has the focus: `+420 `. Of any country it stays empty: behind a `+` a number
 * as it is dialled at home would become one of another country.
 */
export function phonePrefix(name: PhoneMask): string {
  const mask = maskOf(name)
  return mask ? `+${mask.code} ` : ''
}

/**
 * A number as the field shows it. Accepts typed and pasted numbers: with the code or without, `00` for `+`, with the
 * trunk digit, pasted whole behind an existing code. A number of another country keeps its digits.
 */
export function formatPhone(name: PhoneMask, text: string): string {
  if (!/\d/.test(text)) return text.includes('+') ? '+' : ''
  const { mask, digits, isCodeOpen, isHomeless } = takeApart(maskOf(name), text)
  if (isHomeless) return groupFreely(digits)
  if (!mask) return `+${isCodeOpen ? digits : groupFreely(digits)}`
  return digits === '' ? `+${mask.code} ` : `+${mask.code} ${fill(mask.groups, digits)}`
}

/** `empty` also for the code alone. A number of another country is judged by its length only. */
export function judgePhone(name: PhoneMask, text: string): 'empty' | 'ok' | 'bad' {
  if (!/\d/.test(text)) return 'empty'
  const { mask, digits, isCodeOpen, isHomeless } = takeApart(maskOf(name), text)
  if (isHomeless) return 'bad'
  if (isCodeOpen) return 'empty'
  if (!mask) return digits.length >= E164_DIGITS_MIN && digits.length <= E164_DIGITS_MAX ? 'ok' : 'bad'
  if (digits === '') return 'empty'
  const fits = digits.length >= mask.least && digits.length <= mostOf(mask) && (mask.starts?.test(digits) ?? true)
  return fits ? 'ok' : 'bad'
}

/** Whether the number has no room for one more digit. */
export function isPhoneTooLong(name: PhoneMask, text: string): boolean {
  const { mask, digits } = takeApart(maskOf(name), text)
  if (!mask) return digits.length > E164_DIGITS_MAX
  // The visitor may be typing the whole number behind the existing code.
  return digits.length > mostOf(mask) + (digits.startsWith(mask.code) ? mask.code.length : 0)
}

function takeApart(mask: Mask | null, text: string): Parts {
  const plus = text.lastIndexOf('+')
  const digits = text.slice(plus + 1).replaceAll(/\D/g, '')
  if (plus < 0) {
    if (digits.startsWith('00')) return international(mask, digits.slice(2))
    return mask ? { mask, digits: national(mask, digits) } : { mask, digits, isHomeless: true }
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

/** Without the trunk digit, and without a code that was pasted with the number. */
function national(mask: Mask, digits: string): string {
  const most = mostOf(mask)
  if (mask.trunk === '0' && digits.startsWith('0')) return digits.replace(/^0/, '')
  if (digits.length === most + 1 && mask.trunk === '8' && /^[78]/.test(digits)) return digits.slice(1)
  const rest = digits.slice(mask.code.length)
  return digits.length > most && digits.startsWith(mask.code) && rest.length >= mask.least ? rest : digits
}

/** Digits in the places of `#`; separators only where a digit follows; surplus digits stay at the end. */
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
