/** The notices of a changed pass: one for every changed field that has a sentence for it. */
import { applePassViewOfPackage, type ApplePassView } from '../../card/apple-pass.ts'
import type { PassJson } from './open-package.ts'

export type FieldChange = { key: string; label: string; oldValue: string; newValue: string; changeMessage: string }

const fieldsOfView = (view: ApplePassView) => [...view.header, ...view.primary, ...view.secondary, ...view.back]

/** Fields whose value differs; a field that was added or removed is no change of a value. @param locale BCP 47 */
export function changedFields(before: PassJson, after: PassJson, locale: string): FieldChange[] {
  const old = new Map(fieldsOfView(applePassViewOfPackage(before, {}, locale)).map((field) => [field.key, field]))
  return fieldsOfView(applePassViewOfPackage(after, {}, locale)).flatMap((field) => {
    const known = old.get(field.key)
    if (!known || known.value === field.value) return []
    return [
      {
        key: field.key,
        label: field.label,
        oldValue: known.value,
        newValue: field.value,
        changeMessage: field.changeMessage,
      },
    ]
  })
}

/** The sentences for the lock screen. A change without `%@` in its sentence is silent, as on a real phone. */
export function noticesOf(changes: readonly FieldChange[]): string[] {
  return changes
    .filter((change) => change.changeMessage.includes('%@'))
    .map((change) => change.changeMessage.replaceAll('%@', () => change.newValue))
}
