/** The draft of a form. Pure. */
import type { Lists } from '../../base/draft/merge.ts'
import { FormField, FormSettings, type Form } from '../../../contract/people/forms.ts'

export type Draft = { name: string; template: string; settings: FormSettings }

export const draftOf = (form: Form): Draft => ({ name: form.name, template: form.template.id, settings: form.settings })

/**
 * When two people change a form, its fields merge by their keys; of two new fields with the same key, one is renamed.
 */
export const LISTS: Lists = {
  'settings.fields': {
    nameOf: (field: FormField) => field.key,
    rename: (field: FormField, key) => ({ ...field, key }),
  },
}

/** Can the editor show it? It may have been kept by another release. */
export function isWhole(draft: Draft): boolean {
  return draft.settings.fields.length === 0 || showable(draft.settings, '…') !== null
}

/** A list with one row moved; an index outside leaves it unchanged. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const row = rows[from]
  if (row === undefined || from === to || to < 0 || to >= rows.length) return [...rows]
  const others = rows.toSpliced(from, 1)
  return others.toSpliced(to, 0, row)
}

/**
 * The settings as the page can already show them: an incomplete field is completed instead of hiding the whole
 * preview. `standIn` replaces an empty label or an empty list.
 */
export function showable(settings: FormSettings, standIn: string): FormSettings | null {
  const written = new Set<string>()
  const fields = settings.fields
    .filter((field) => field.active)
    .flatMap((field, index) => {
      const variableName =
        field.variableName === '' || written.has(field.variableName) ? `preview${index}` : field.variableName
      written.add(variableName)
      const whole = {
        ...field,
        variableName,
        label: field.label.trim() || standIn,
        values:
          field.type === 'list' && field.values.every((value) => value.trim() === '')
            ? [standIn]
            : field.values.filter((value) => value.trim() !== ''),
        regularExpression: field.type === 'regex' ? field.regularExpression || '.*' : field.regularExpression,
      }
      return FormField.safeParse(whole).success ? [whole] : []
    })
  const shown = FormSettings.safeParse({ ...settings, fields })
  return shown.success ? shown.data : null
}
