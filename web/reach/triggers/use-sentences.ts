import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useShow } from '../../base/show.ts'
import { moscowMoment } from '../../../contract/time.ts'

/** The subject of a sentence; names are null while nothing is chosen. */
export type Told = Pick<
  Trigger,
  'activation' | 'action' | 'daysToBirthday' | 'daysAfterCreate' | 'removeTemplateAfterDays' | 'date' | 'time'
> & {
  segment: string | null
  push: string | null
  template: string | null
}

export const toldOf = (trigger: Trigger): Told => ({
  ...trigger,
  segment: trigger.segment?.name ?? null,
  push: trigger.push?.name ?? null,
  template: trigger.template?.name ?? null,
})

/** A trigger as text: when, whom, what, and all of it in one sentence. */
export function useSentences() {
  const { t } = useTranslation()
  const show = useShow()
  const when = ({ activation, daysToBirthday, daysAfterCreate, date, time, segment }: Told): string => {
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
      case 'now':
        return t('triggers.when.now')
    }
  }
  const who = ({ segment }: Told) => (segment === null ? t('triggers.who.all') : t('triggers.who.segment', { segment }))
  const what = ({ action, push, template, removeTemplateAfterDays: days }: Told): string => {
    if (action === 'push') return push === null ? t('triggers.what.pushOpen') : t('triggers.what.push', { push })
    if (template === null) return t('triggers.what.templateOpen')
    return days === null
      ? t('triggers.what.template', { template })
      : t('triggers.what.templateBack', { template, count: days })
  }
  /** For the list, without the rest of the sentence. */
  const does = ({ action, push, template, removeTemplateAfterDays: days }: Told): string => {
    if (action === 'push') return push === null ? '—' : t('triggers.does.push', { push })
    if (template === null) return '—'
    return days === null
      ? t('triggers.does.template', { template })
      : t('triggers.does.templateBack', { template, count: days })
  }
  const summary = (told: Told): string => {
    if (told.activation === 'input')
      return t('triggers.summary.input', { segment: told.segment ?? '…', what: what(told) })
    if (told.activation === 'now') return t('triggers.summary.now', { who: who(told), what: what(told) })
    return t('triggers.summary.sentence', { when: when(told), who: who(told), what: what(told) })
  }
  return { when, what, does, summary }
}
