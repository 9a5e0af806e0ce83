/**
 * The four languages. The product says `cz`; Intl, dates and `<html lang>` say `cs`: Intl.PluralRules('cz')
 * silently answers in English, so every plural goes through `tagOf`.
 */
import { LANGUAGES, type Language } from '../contract/limits.ts'
import type { en } from './en/en.ts'

/** Shape of a language: English says which words there are. */
export type Words = typeof en

/** BCP 47 tag of a language of ours. */
export function tagOf(lang: Language): string {
  return lang === 'cz' ? 'cs' : lang
}

/** A language as its own speakers call it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  cz: 'Čeština',
  de: 'Deutsch',
  ru: 'Русский',
}

/** First language of ours among tags such as `cs-CZ`, `de`, `cz`; else undefined. */
export function pickLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const base = tag.trim().toLowerCase().split(/[-_;]/)[0] ?? ''
    const lang = base === 'cs' ? 'cz' : base
    if ((LANGUAGES as readonly string[]).includes(lang)) return lang as Language
  }
  return undefined
}

type Values = Readonly<Record<string, string | number>>

/** Follows a dotted key through a tree of words. */
function find(words: object, key: string): string | undefined {
  let at: unknown = words
  for (const part of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[part]
  return typeof at === 'string' ? at : undefined
}

/**
 * The sentence of a key with its placeholders filled; `count` chooses the plural form (`key_one`, `key_few` …).
 * A missing key comes back as the key itself, so that a page never breaks for a word.
 */
export function sayIn(words: object, lang: Language, key: string, values: Values = {}): string {
  const plural = typeof values.count === 'number' ? `_${new Intl.PluralRules(tagOf(lang)).select(values.count)}` : ''
  const text = (plural && (find(words, key + plural) ?? find(words, `${key}_other`))) || find(words, key) || key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
