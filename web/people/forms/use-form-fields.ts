import { useTranslation } from 'react-i18next'
import type { FormField, FormSettings } from '../../../contract/people/forms.ts'
import type { Language } from '../../../contract/limits.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { isTree } from '../../base/draft/same.ts'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'

/** Names of a form's settings and their values. */
export function useFormFields(templates: readonly { id: string; name: string }[]): DraftFields {
  const { t } = useTranslation()
  const settings: Readonly<Record<keyof FormSettings, string>> = {
    title: t('forms.params.title'),
    description: t('forms.params.description'),
    showDescriptionPage: t('forms.params.descriptionPage'),
    fields: t('forms.editor.sections.fields'),
    agreement: t('forms.editor.sections.agreement'),
    theme: t('forms.editor.sections.theme'),
    lang: t('forms.language.label'),
    installText: t('forms.install.text'),
    isOpen: t('forms.general.isOpen'),
    smsCheck: t('forms.smsCheck.label'),
  }
  const parts: Partial<Record<keyof FormField, string>> = {
    label: t('forms.fields.label'),
    variableName: t('forms.fields.variable'),
    required: t('forms.fields.required'),
    active: t('forms.fields.active'),
    errorMessage: t('forms.fields.errorMessage'),
    regularExpression: t('forms.fields.expression'),
    values: t('forms.fields.values'),
    checked: t('forms.fields.checked'),
    isHidden: t('forms.fields.promoWay.label'),
    mask: t('forms.fields.mask'),
  }
  const agreement: Readonly<Record<string, string>> = {
    enabled: t('forms.agreement.enabled'),
    text: t('forms.agreement.text'),
  }
  return {
    nameOf: ([head, setting, item, part]) => {
      if (head === 'name') return t('forms.general.name')
      if (head === 'template') return t('forms.general.card')
      const title = settings[setting as keyof FormSettings]
      if (setting === 'agreement' && item !== undefined) return agreement[item] ?? title
      return [title, item, parts[part as keyof FormField]].filter((text) => text).join(' · ')
    },
    textOf: ([head, setting], value) => {
      if (head === 'template') return templates.find((one) => one.id === value)?.name ?? '…'
      if (setting === 'theme') return t(`forms.theme.${value as FormSettings['theme']}`)
      if (setting === 'lang') return LANGUAGE_NAMES[value as Language]
      return isTree(value) && 'label' in value ? String(value.label) : undefined
    },
  }
}
