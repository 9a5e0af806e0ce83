/**
 * Fields of a client that a business has added to its CRM. A value is a text in one spelling for all systems: a day is
 * `2026-11-21`, a number `12.5`, a yes `1` and a no `0`, a choice the text of its value; '' is no value.
 */
import type { CrmValueKind } from '../../../contract/business/crm-fields.ts'
import { dayOf } from './amounts.ts'

/** A field as the system has it. */
export type VendorField = {
  id: string
  name: string
  kind: CrmValueKind
  /** Otherwise it is only read. */
  isWritable: boolean
}
export type WantedField = Pick<VendorField, 'name' | 'kind'>

/** Values by the id of the field. Without a value: '' or absent. */
export type FieldValues = Readonly<Record<string, string>>

/** Verbs of a connector that has `customFields`. */
export type FieldVerbs = {
  /** The fields that a client may have beside names, contacts and amounts. */
  listFields?(): Promise<VendorField[]>
  /**
   * Makes those that are missing; one of the same name is left as it is, so a repeat makes nothing twice.
   * @returns all fields afterwards
   */
  setUp?(wanted: readonly WantedField[]): Promise<VendorField[]>
}

const YES = new Set(['1', 'true', 'yes', 'да'])
const NO = new Set(['0', 'false', 'no', 'нет'])

/** A text as a value of a kind; null when it is none. */
export function valueAs(kind: CrmValueKind, text: string): string | null {
  const trimmed = text.trim()
  if (kind === 'text' || kind === 'choice' || trimmed === '') return trimmed
  if (kind === 'date') return dayOf(trimmed.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1'))
  if (kind === 'flag') {
    const word = trimmed.toLowerCase()
    return YES.has(word) ? '1' : NO.has(word) ? '0' : null
  }
  const number = trimmed.replaceAll(/[\s\u00a0]/g, '').replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(number) ? String(Number(number)) : null
}

/** What a system answered, of any type of JSON, as a text. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A value as JSON has it. */
export function jsonOfValue(kind: CrmValueKind, text: string): string | number | boolean {
  if (kind === 'flag') return text === '1'
  return kind === 'number' ? Number(text) : text
}
