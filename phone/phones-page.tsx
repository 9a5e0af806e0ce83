import { useEffect, useState } from 'react'
import { LANGUAGES, type Language } from '../contract/limits.ts'
import { LANGUAGE_NAMES, tagOf } from '../words/words.ts'
import type { ApplePhone } from './apple/apple-phone.ts'
import { Iphone } from './apple/iphone.tsx'
import { Android } from './google/android.tsx'
import type { GooglePhone } from './google/google-phone.ts'
import { LogPanel } from './log-panel.tsx'
import { keepLanguage, SpeechProvider, useSpeech } from './speech.tsx'
import { createStore, type Store, useStore } from './store.ts'

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const asked = new URLSearchParams(location.search)
/** Beside the cabinet: without a head of its own, in the colours of the cabinet. */
const isEmbedded = asked.has('embed')
const askedTheme = THEMES.find((one) => one === asked.get('theme'))
const theme = createStore<Theme>(askedTheme ?? 'auto', isEmbedded ? undefined : 'theme')
const side = createStore<'iphone' | 'android'>('iphone', 'side')

/** Neither phone: the server does not let this browser use them. */
type PhonesPageProps = {
  lang: Store<Language>
  apple?: ApplePhone | undefined
  google?: GooglePhone | undefined
  publicUrl?: string | undefined
}

/** Two phones on one desk, each with its log; on a narrow screen one at a time. */
export function PhonesPage({ lang, ...phones }: PhonesPageProps) {
  const current = useStore(lang)
  useEffect(() => {
    document.documentElement.lang = tagOf(current)
    keepLanguage(current)
  }, [current])
  return (
    <SpeechProvider lang={current}>
      <PhonesPageFrame {...phones} onLanguage={(next) => lang.set(() => next)} />
    </SpeechProvider>
  )
}

function PhonesPageFrame({
  apple,
  google,
  publicUrl,
  onLanguage,
}: Omit<PhonesPageProps, 'lang'> & { onLanguage: (lang: Language) => void }) {
  const { say, lang } = useSpeech()
  const chosenTheme = useStore(theme)
  const chosenSide = useStore(side)
  const isDark = useIsDark(chosenTheme)
  const shownSide = apple && google ? chosenSide : google ? 'android' : 'iphone'
  useEffect(() => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    document.title = `${say('title')} · Kartoteka`
  }, [isDark, say])
  const [open] = useState(() => asked.get('open'))
  useEffect(forgetAsked, [])
  return (
    <>
      <header className="desk-head" hidden={isEmbedded}>
        <p className="desk-brand">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 8h16v11H4zM6 8V5h12v3M9 12h6" />
          </svg>
          <span>Kartoteka</span>
        </p>
        <h1>{say('title')}</h1>
        <div className="desk-tools">
          <Choice
            label={say('theme.name')}
            value={chosenTheme}
            options={THEMES.map((one) => [one, say(`theme.${one}`)])}
            onChange={(next) => theme.set(() => next)}
          />
          <Choice
            label={say('language')}
            value={lang}
            options={LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one]])}
            onChange={onLanguage}
          />
        </div>
      </header>
      <main className="desk" data-side={shownSide} data-embedded={isEmbedded || undefined}>
        {apple || google ? <p className="desk-intro">{say('intro')}</p> : <Closed />}
        {apple && google && (
          <div className="desk-switch" role="group" aria-label={say('phones')}>
            {(['iphone', 'android'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={chosenSide === one} onClick={() => side.set(() => one)}>
                {say(one)}
              </button>
            ))}
          </div>
        )}
        {apple && (
          <section className="desk-place desk-iphone" aria-label={say('iphone')}>
            <Iphone phone={apple} dark={isDark} open={open} publicUrl={publicUrl} />
            <LogPanel log={apple.log} />
          </section>
        )}
        {google && (
          <section className="desk-place desk-android" aria-label={say('android')}>
            <Android phone={google} dark={isDark} open={open} publicUrl={publicUrl} />
            <LogPanel log={google.log} />
          </section>
        )}
      </main>
    </>
  )
}

function Closed() {
  const { say } = useSpeech()
  return (
    <div className="desk-intro" role="status">
      <h2>{say('closed.title')}</h2>
      <p>{say('closed.text')}</p>
    </div>
  )
}

/** A link given in the address opens once: a reload shows the phones as they were left. */
function forgetAsked(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('open')) return
  url.searchParams.delete('open')
  history.replaceState(null, '', url)
}

type ChoiceProps<T extends string> = { label: string; value: T; options: [T, string][]; onChange: (value: T) => void }

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label className="desk-choice">
      <span className="unseen">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function useIsDark(chosen: Theme): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [isSystemDark, setSystemDark] = useState(query.matches)
  useEffect(() => {
    const follow = () => setSystemDark(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [query])
  return chosen === 'auto' ? isSystemDark : chosen === 'dark'
}
