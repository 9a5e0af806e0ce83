/** Numbers, money and times as people of each language read them. */
import { useMemo } from 'react'
import { percent } from '../../card/values.ts'
import { moneyText, numberText, pointsText } from '../../contract/figures.ts'
import { CURRENCY, type Language } from '../../contract/limits.ts'
import { MOSCOW_ZONE } from '../../contract/time.ts'
import { tagOf } from '../../words/words.ts'
import { useMaybeCabinet } from './cabinet.tsx'
import { useLanguage } from './words.ts'

const MSK_NAME: Readonly<Record<Language, string>> = { en: 'MSK', cz: 'MSK', de: 'MSK', ru: 'МСК' }
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const kept = new Map<string, Intl.DateTimeFormat>()

function dateFormat(lang: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = lang + JSON.stringify(options)
  const format = kept.get(key) ?? new Intl.DateTimeFormat(tagOf(lang) === 'en' ? 'en-GB' : tagOf(lang), options)
  kept.set(key, format)
  return format
}

/** Keeps the Russian `2026 г.` on one line. */
const keepYear = (text: string) => text.replace(' г.', '\u00A0г.')

/**
 * `12 Nov 2026` on one line, the Moscow day. Without the Russian `г.`, which would end a sentence with two full stops.
 * @param at ISO time in UTC, or a bare `2026-11-12`
 */
export function showDate(lang: Language, at: string): string {
  const format = dateFormat(lang, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: at.length === 10 ? 'UTC' : MOSCOW_ZONE,
  })
  return format
    .format(new Date(at))
    .replace(/\sг\.$/, '')
    .replaceAll(' ', '\u00A0')
}

/** `12 Nov 2026, 16:05 MSK` */
export function showDateTime(lang: Language, at: string): string {
  const text = dateFormat(lang, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: MOSCOW_ZONE,
  }).format(new Date(at))
  return `${keepYear(text)} ${MSK_NAME[lang]}`
}

/** The same moment by the clock of this device. */
export function showLocalTime(lang: Language, at: string): string {
  return dateFormat(lang, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))
}

/** `61 %`; @param share 0 to 1 */
export function showShare(lang: Language, share: number): string {
  return new Intl.NumberFormat(tagOf(lang), { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

const JUST_NOW: Readonly<Record<Language, string>> = {
  en: 'just now',
  cz: 'právě teď',
  de: 'gerade eben',
  ru: 'только что',
}

/** `3 hours ago`, `in 2 days`, within a minute `just now`. */
export function showRelative(lang: Language, at: string, now = Date.now()): string {
  const seconds = Math.round((new Date(at).getTime() - now) / 1000)
  const format = new Intl.RelativeTimeFormat(tagOf(lang), { numeric: 'auto' })
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  return JUST_NOW[lang]
}

/** The same functions in the language of the interface; the component is rendered again when they change. */
export function useShow() {
  const lang = useLanguage()
  const hasPointDecimals = useMaybeCabinet()?.points.hasDecimals ?? false
  return useMemo(
    () => ({
      /** Minor units → `1 250.00`, the same in every language. */
      money: (minor: number) => moneyText(minor),
      /** Minor units → `1 250.00 EUR`. */
      price: (minor: number) => `${moneyText(minor)}\u00A0${CURRENCY}`,
      /** Points in hundredths → `320`; with decimals where the business counts parts of a point. */
      points: (minor: number) => pointsText(minor, hasPointDecimals),
      /** Hundredths of a percent → `5.25`. */
      percent,
      date: (at: string) => showDate(lang, at),
      dateTime: (at: string) => showDateTime(lang, at),
      localTime: (at: string) => showLocalTime(lang, at),
      /** `1 284` with at most two decimals, the same in every language. */
      number: numberText,
      share: (share: number) => showShare(lang, share),
      relative: (at: string) => showRelative(lang, at),
    }),
    [lang, hasPointDecimals],
  )
}
