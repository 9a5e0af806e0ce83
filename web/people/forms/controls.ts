/**
 * Names of the editor's controls: `title`, `agreement.text`, `fields.tel.label` (by the field's key, which stays when
 * fields move). One name gives a control's section, the id of its element and the place of its error. Pure.
 */
import type { FormField } from '../../../contract/people/forms.ts'

export const SECTIONS = ['general', 'params', 'fields', 'agreement', 'install', 'theme', 'language'] as const
export type Section = (typeof SECTIONS)[number]

export type Errors = Readonly<Record<string, string>>

const SECTION_OF: Readonly<Record<string, Section>> = {
  name: 'general',
  template: 'general',
  isOpen: 'general',
  title: 'params',
  description: 'params',
  showDescriptionPage: 'params',
  smsCheck: 'params',
  fields: 'fields',
  agreement: 'agreement',
  installText: 'install',
  theme: 'theme',
  lang: 'language',
}

export const controlId = (control: string) => `form-${control.replaceAll('.', '-')}`
export const sectionId = (section: Section) => `form-section-${section}`

export function sectionOf(control: string): Section {
  return SECTION_OF[control.split('.')[0] ?? ''] ?? 'general'
}

/** The field a control belongs to, or null. */
export function fieldKeyOf(control: string): string | null {
  const [head, key] = control.split('.')
  return head === 'fields' && key !== undefined ? key : null
}

/** `settings.fields.2.label`, as the contract names it → `fields.tel.label`. */
export function controlOf(path: string, fields: readonly FormField[]): string {
  const [head, ...rest] = path.replace(/^settings\./, '').split('.')
  if (head !== 'fields' || rest[0] === undefined) return [head, ...rest].join('.')
  const field = fields[Number(rest[0])]
  // An error of one answer of a list is shown under the list.
  return field ? `fields.${field.key}${rest[1] === undefined ? '' : `.${rest[1]}`}` : 'fields'
}

export function errorsByControl(faults: Readonly<Record<string, string>>, fields: readonly FormField[]): Errors {
  const errors: Record<string, string> = {}
  for (const [path, message] of Object.entries(faults)) errors[controlOf(path, fields)] ??= message
  return errors
}
