/** What every control of the form shares: its properties, its ids, its links to the error. */
import type { FormField } from '../contract/people/forms.ts'
import type { Language } from '../contract/limits.ts'
import type { FieldFault, FormPageProps } from './props.ts'

/** Everything a control needs to be labelled, filled and tied to its error. */
export type ControlProps = {
  field: FormField
  lang: Language
  /** BCP 47 language of the shop's texts, when it is not the page's. */
  shopLang: string | undefined
  values: FormPageProps['values']
  fault: FieldFault | undefined
  /** The first refused field of the page gets the focus. */
  takesFocus: boolean
  isFirstTime: boolean
  thisYear: number
  /** The form has a separate field for the surname. */
  hasSurname: boolean
}

export const idOf = (key: string) => `f-${key}`
export const errorIdOf = (key: string) => `e-${key}`

/** Attributes that tie a control to its error. */
export function tiesOf({ field, fault }: Pick<ControlProps, 'field' | 'fault'>) {
  return {
    'aria-invalid': fault ? ('true' as const) : undefined,
    'aria-describedby': fault ? errorIdOf(field.key) : undefined,
  }
}

/** Up to five values are radio buttons, more are a list to open. */
export const isShort = (field: FormField) => field.values.length <= 5
