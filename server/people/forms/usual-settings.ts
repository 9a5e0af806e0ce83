import type { FormField, FormSettings } from '../../../contract/people/forms.ts'
import type { Language, PhoneMask } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'

const plainField = (
  field: Partial<FormField> & Pick<FormField, 'key' | 'type' | 'label' | 'variableName'>,
): FormField => ({
  required: false,
  active: true,
  errorMessage: '',
  regularExpression: '',
  values: [],
  checked: false,
  mask: 'world',
  ...field,
})

/** The default form: name, phone, birthday, email, consent. */
export function usualSettings(lang: Language, organisation: string, mask: PhoneMask = 'world'): FormSettings {
  const word = (key: string) => say(lang, `issuing.usual.${key}`, { organisation })
  return {
    title: word('title'),
    description: word('description'),
    showDescriptionPage: false,
    fields: [
      plainField({ key: 'name', type: 'string', label: word('name'), variableName: 'name', required: true }),
      plainField({ key: 'surname', type: 'string', label: word('surname'), variableName: 'surname' }),
      plainField({ key: 'tel', type: 'tel', label: word('tel'), variableName: 'tel', required: true, mask }),
      plainField({ key: 'birthday', type: 'date', label: word('birthday'), variableName: 'birthday' }),
      plainField({ key: 'email', type: 'email', label: word('email'), variableName: 'email' }),
    ],
    agreement: { enabled: true, text: word('agreement') },
    theme: 'day',
    lang,
    installText: '',
    isOpen: true,
    smsCheck: false,
  }
}
