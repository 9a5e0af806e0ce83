/**
 * The fields of Google's resources, from the types that Google publishes in `@googleapis/walletobjects`; a test
 * compares them. Like every API of Google's, the emulator refuses an unknown field and a value of another type.
 */
import { readFileSync } from 'node:fs'
import { GoogleError } from './answers.ts'

type Fields = Readonly<Record<string, string>>
export const PUBLISHED_FIELDS = JSON.parse(
  readFileSync(new URL('./published-fields.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Fields>>

/** 64-bit numbers travel as texts, so that JavaScript keeps all their digits; Google takes both. */
const LONG_NUMBERS: ReadonlySet<string> = new Set(['version', 'micros', 'periodMillis'])
const SCALARS: Readonly<Record<string, { proto: string; isOne(value: unknown): boolean }>> = {
  string: { proto: 'TYPE_STRING', isOne: (value) => typeof value === 'string' },
  boolean: { proto: 'TYPE_BOOL', isOne: (value) => typeof value === 'boolean' },
  number: {
    proto: 'TYPE_DOUBLE',
    isOne: (value) => value !== '' && ['string', 'number'].includes(typeof value) && Number.isFinite(Number(value)),
  },
}

const bad = (message: string) => new GoogleError(400, 'badRequest', message)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** @throws GoogleError for the first field that Google does not know, or whose value is of another type */
export function refuseUnknownFields(schema: string, body: Record<string, unknown>, at = ''): void {
  const fields = PUBLISHED_FIELDS[schema] ?? {}
  for (const [name, value] of Object.entries(body)) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (type === undefined) {
      const place = at === '' ? '' : ` at '${at}'`
      throw bad(`Invalid JSON payload received. Unknown name "${name.slice(0, 100)}"${place}: Cannot find field.`)
    }
    // In an update null clears a field, elsewhere it counts as absent.
    if (value !== null) checkValue(type, value, at === '' ? snake(name) : `${at}.${snake(name)}`, name)
  }
}

function checkValue(type: string, value: unknown, at: string, name: string): void {
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) throw bad(`Invalid value at '${at}', a list is expected`)
    for (const [i, one] of value.entries()) checkValue(type.slice(0, -2), one, `${at}[${i}]`, name)
    return
  }
  const scalar = SCALARS[type]
  if (!scalar) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw bad(`Invalid value at '${at}', an object is expected`)
    return refuseUnknownFields(type, value as Record<string, unknown>, at)
  }
  if (scalar.isOne(value) || (LONG_NUMBERS.has(name) && Number.isInteger(value))) return
  throw bad(`Invalid value at '${at}' (${scalar.proto}), ${JSON.stringify(value).slice(0, 100)}`)
}

/** Whether a field path of a template, `object.loyaltyPoints.balance`, names a field that cards have. */
export function isFieldPath(path: string): boolean {
  const [root = '', ...rest] = path.split('.')
  let schema = root === 'object' ? 'LoyaltyObject' : root === 'class' ? 'LoyaltyClass' : ''
  if (rest.length === 0) return false
  for (const part of rest) {
    const [, name = '', item] = /^(\w+)(\['[\w.-]+'\])?$/.exec(part) ?? []
    const fields = PUBLISHED_FIELDS[schema]
    const type = fields && Object.hasOwn(fields, name) ? fields[name] : undefined
    if (type === undefined || type.endsWith('[]') !== (item !== undefined)) return false
    schema = type.replace('[]', '')
  }
  return true
}
