import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useShow } from '../../base/show.ts'
import { moscowMoment } from '../../../contract/time.ts'

/** The subject of a sentence; names are null while nothing is chosen. */
export type Subject = Pick<
  Trigger,
  'activation' | 'action' | 'daysToBirthday' | 'daysAfterCreate' | 'removeTemplateAfterDays' | 'date' | 'time'
> & {
  segment: string | null
  push: string | null
  template: string | null
}

export const subjectOf = (trigger: Trigger): Subject => ({
  ...trigger,
  segment: trigger.segment?.name ?? null,
  push: trigger.push?.name ?? null,
  template: trigger.template?.name ?? null,
})

/** A trigger as text: when, whom, what, and all of it in one sentence. */
export function useSentences() {
  const { t } = useTranslation()
  const show = useShow()
  const when = ({ activation, daysToBirthday, daysAfterCreate, date, time, segment }: Subject): string => {
    switch (activation) {
      case 'birthday':
        return daysToBirthday === 0
          ? t('triggers.when.onBirthday')
          : t('triggers.when.birthday', { count: daysToBirthday })
      case 'create':
        return t('triggers.when.create', { count: daysAfterCreate })
      case 'date':
        return date === null || time === null
          ? t('triggers.when.dateOpen')
          : t('triggers.when.date', { date: show.dateTime(moscowMoment(date, time).toISOString()) })
      case 'input':
        return segment === null ? t('triggers.when.inputOpen') : t('triggers.when.input', { segment })
      case 'purchase':
        return t('triggers.when.purchase')
      case 'now':
        return t('triggers.when.now')
    }
  }
  const who = ({ segment }: Subject) =>
    segment === null ? t('triggers.who.all') : t('triggers.who.segment', { segment })
  const what = ({ action, push, template, removeTemplateAfterDays: days }: Subject): string => {
    if (action === 'push') return push === null ? t('triggers.what.pushOpen') : t('triggers.what.push', { push })
    if (template === null) return t('triggers.what.templateOpen')
    return days === null
      ? t('triggers.what.template', { template })
      : t('triggers.what.templateBack', { template, count: days })
  }
  /** For the list, without the rest of the sentence. */
  const does = ({ action, push, template, removeTemplateAfterDays: days }: Subject): string => {
    if (action === 'push') return push === null ? '–' : t('triggers.does.push', { push })
    if (template === null) return '–'
    return days === null
      ? t('triggers.does.template', { template })
      : t('triggers.does.templateBack', { template, count: days })
  }
  const summary = (subject: Subject): string => {
    if (subject.activation === 'input')
      return t('triggers.summary.input', { segment: subject.segment ?? '…', what: what(subject) })
    if (subject.activation === 'now') return t('triggers.summary.now', { who: who(subject), what: what(subject) })
    return t('triggers.summary.sentence', { when: when(subject), who: who(subject), what: what(subject) })
  }
  return { when, what, does, summary }
}
