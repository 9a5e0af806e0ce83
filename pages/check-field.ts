import type { PhoneMask } from '../contract/limits.ts'
import { judgePhone } from './phone-masks.ts'

type Control = HTMLInputElement | HTMLSelectElement

export const controlsOf = (field: HTMLElement): Control[] => [...field.querySelectorAll<Control>('input, select')]

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;".]+$/

/** What is wrong with a field, in the form's own texts; null when nothing is. The server checks again. */
export function faultOf(field: HTMLElement): string | null {
  const { invalid = '', missing = '' } = field.dataset
  switch (verdictOf(field)) {
    case 'bad':
      return invalid
    case 'empty':
      return field.dataset.required === undefined ? null : missing
    default:
      return null
  }
}

export function verdictOf(field: HTMLElement): 'empty' | 'ok' | 'bad' {
  const controls = controlsOf(field)
  const type = field.dataset.field
  const texts = controls.map((control) =>
    isTick(control) ? (control.checked ? control.value : '') : control.value.trim(),
  )
  if (type === 'tel') return judgePhone(controls[0]?.dataset.mask as PhoneMask, texts[0] ?? '')
  if (texts.every((text) => text === '')) return 'empty'
  if (type === 'date') return isDate(texts) ? 'ok' : 'bad'
  if (type === 'email') return EMAIL.test(texts[0] ?? '') ? 'ok' : 'bad'
  if (type === 'regex') return regexOf(field.dataset.regex ?? '')?.test(texts[0] ?? '') === false ? 'bad' : 'ok'
  return 'ok'
}

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

function isDate(parts: readonly string[]): boolean {
  const [day, month, year] = parts.map(Number)
  if (!day || !month || !year) return false
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/**
 * The server's expressions are of another dialect: those that this one cannot read, or reads differently, are left to
 * the server.
 */
function regexOf(source: string): RegExp | null {
  if (source.includes('[:')) return null
  try {
    return new RegExp(`^(?:${source})$`, 'u')
  } catch {
    return null
  }
}
