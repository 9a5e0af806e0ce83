import { useTranslation } from 'react-i18next'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import type { Choices } from './data.ts'
import type { Draft } from './trigger-draft.ts'

/** Names of a trigger's fields and their values. */
export function useTriggerFields(choices: Choices): DraftFields {
  const { t } = useTranslation()
  const names: Readonly<Record<keyof Draft, string>> = {
    name: t('triggers.editor.name'),
    activation: t('triggers.editor.activation'),
    segment: t('triggers.editor.segment'),
    action: t('triggers.editor.action'),
    push: t('triggers.editor.push'),
    template: t('triggers.editor.template'),
    date: t('triggers.editor.date'),
    time: t('triggers.editor.time'),
    daysToBirthday: t('triggers.editor.daysToBirthday'),
    daysAfterCreate: t('triggers.editor.daysAfterCreate'),
    isBack: t('triggers.editor.isBack'),
    backDays: t('triggers.editor.backDays'),
  }
  const chosen = (list: readonly { id: string; name: string }[], id: unknown) =>
    id === null ? undefined : (list.find((one) => one.id === id)?.name ?? '…')
  return {
    nameOf: ([field]) => names[field as keyof Draft],
    textOf: ([field], value) => {
      switch (field as keyof Draft) {
        case 'activation':
          return t(`triggers.editor.activations.${value as Draft['activation']}`)
        case 'action':
          return t(`triggers.editor.actions.${value as Draft['action']}`)
        case 'segment':
          return value === null ? t('triggers.editor.segmentAll') : chosen(choices.segments, value)
        case 'push':
          return chosen(choices.pushes, value)
        case 'template':
          return chosen(choices.templates, value)
        default:
          return undefined
      }
    },
  }
}
