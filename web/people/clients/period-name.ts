import type { GrowthStep } from '../../../contract/people/growth.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { tagOf } from '../../../words/words.ts'
import { useLanguage } from '../../base/words.ts'

/** `12 Nov`, `16–22 Nov`, `Nov 2026`. */
export function usePeriodName(): (step: GrowthStep, start: string) => string {
  const lang = useLanguage()
  const locale = lang === 'en' ? 'en-GB' : tagOf(lang)
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  return (step, start) => {
    const date = new Date(`${start}T00:00:00Z`)
    if (step === 'month') return month.format(date)
    return step === 'day' ? day.format(date) : day.formatRange(date, new Date(date.getTime() + 6 * DAY_MS))
  }
}
