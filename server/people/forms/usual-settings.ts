import type { FormField, FormSettings } from '../../../contract/people/forms.ts'
import type { Language, PhoneMask } from '../../../contract/limits.ts'
import type { OwnPoints } from '../../../words/points.ts'
import { pointsIn, say } from '../../../words/say.ts'

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
export function usualSettings(
  lang: Language,
  organisation: string,
  points: OwnPoints,
  mask: PhoneMask = 'world',
): FormSettings {
  const values = { organisation, ...pointsIn(lang, points) }
  const word = (key: string) => say(lang, `issuing.usual.${key}`, values)
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
