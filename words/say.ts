/** All four languages at once, for the server: refusals, mails, public pages. The browser loads one. */
import type { Language } from '../contract/limits.ts'
import { cz } from './cz/cz.ts'
import { de } from './de/de.ts'
import { en } from './en/en.ts'
import { ru } from './ru/ru.ts'
import { sayIn } from './words.ts'

const ALL: Readonly<Record<Language, object>> = { en, cz, de, ru }

/** The words of a language as a tree. */
export function wordsOf(lang: Language): object {
  return ALL[lang]
}

/** @see sayIn */
export function say(lang: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  return sayIn(ALL[lang], lang, key, values)
}
