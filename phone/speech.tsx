import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { createInstance } from 'i18next'
import { type Language, LANGUAGES } from '../contract/limits.ts'
import cz from '../words/cz/reach/phone.json' with { type: 'json' }
import de from '../words/de/reach/phone.json' with { type: 'json' }
import en from '../words/en/reach/phone.json' with { type: 'json' }
import ru from '../words/ru/reach/phone.json' with { type: 'json' }
import { FILLING, pickLanguage, tagOf } from '../words/words.ts'

const WORDS = { en, cz, de, ru }

const speech = createInstance()
void speech.init({
  ...FILLING,
  initAsync: false,
  defaultNS: 'phone',
  resources: Object.fromEntries(LANGUAGES.map((lang) => [tagOf(lang), { phone: WORDS[lang] }])),
})

type Speech = { lang: Language; locale: string; say: (key: string, values?: Record<string, string | number>) => string }

const SpeechContext = createContext<Speech>(speechIn('en'))

function speechIn(lang: Language): Speech {
  return { lang, locale: tagOf(lang), say: speech.getFixedT(tagOf(lang)) as unknown as Speech['say'] }
}

export function SpeechProvider({ lang, children }: { lang: Language; children: ReactNode }) {
  const speech = useMemo(() => speechIn(lang), [lang])
  return <SpeechContext value={speech}>{children}</SpeechContext>
}

export const useSpeech = (): Speech => useContext(SpeechContext)

/** `?lang`, then the cookie `lang`, then the browser's languages, then English. */
export function firstLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang')
  const cookie = /(?:^|;\s*)lang=(\w+)/.exec(document.cookie)?.[1]
  return pickLanguage([asked, cookie, ...navigator.languages].filter((tag) => typeof tag === 'string')) ?? 'en'
}

/** Kept for the whole site; a language in the address is replaced, or a reload would bring the old one back. */
export function keepLanguage(lang: Language): void {
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.set('lang', lang)
  history.replaceState(null, '', url)
}
