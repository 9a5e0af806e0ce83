/** Moments in sentences of emails and notices, in the reader's language and Moscow time. */
import type { Language } from '../../contract/limits.ts'
import { MOSCOW_ZONE } from '../../contract/time.ts'
import { tagOf } from '../../words/words.ts'

const DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: MOSCOW_ZONE } as const
const CLOCK = { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: MOSCOW_ZONE } as const

const tag = (lang: Language) => (lang === 'en' ? 'en-GB' : tagOf(lang))

/**
 * `24 December 2026`. A Russian date ends with an abbreviation, and its full stop would double that of the sentence.
 */
export const dayText = (lang: Language, at: Date): string =>
  new Intl.DateTimeFormat(tag(lang), DAY).format(at).replace(/\sг\.$/, ' года')

/** `24 December 2026, 16:05`. */
export const momentText = (lang: Language, at: Date): string =>
  `${dayText(lang, at)}, ${new Intl.DateTimeFormat(tag(lang), CLOCK).format(at)}`
