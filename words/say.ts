/** All four languages at once, for the server: refusals, e-mails, public pages. A browser loads them room by room. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInstance, type ResourceLanguage } from 'i18next'
import { type Language, LANGUAGES } from '../contract/limits.ts'
import { type OwnPoints, type PointsForms, pointsForms } from './points.ts'
import type { Words } from './rooms.ts'
import { FILLING, tagOf } from './words.ts'

/** A CRM brings its own words. */
const VENDORS = join(import.meta.dirname, '../server/engines/crm')

function readWords(lang: Language): Words {
  const folder = join(import.meta.dirname, lang)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object
  const vendors = globSync(`*/words/${lang}.json`, { cwd: VENDORS }).map(
    (file) => [file.split(/[/\\]/)[0] ?? '', read(join(VENDORS, file))] as const,
  )
  return {
    ...Object.fromEntries(files.map((file) => [basename(file, '.json'), read(join(folder, file))])),
    vendors: Object.fromEntries(vendors),
  } as unknown as Words
}

const ALL = Object.fromEntries(LANGUAGES.map((lang) => [lang, readWords(lang)])) as Readonly<Record<Language, Words>>

const speech = createInstance()
void speech.init({
  ...FILLING,
  initAsync: false,
  resources: Object.fromEntries(LANGUAGES.map((lang) => [tagOf(lang), ALL[lang] as ResourceLanguage])),
  ns: Object.keys(ALL.en),
})

/** The words of a language as a tree. */
export function wordsOf(lang: Language): Words {
  return ALL[lang]
}

const USUAL_POINTS = Object.fromEntries(
  LANGUAGES.map((lang) => {
    const { name, some, of } = ALL[lang].common.points
    return [lang, { Points: name, somePoints: some, ofPoints: of }]
  }),
) as Readonly<Record<Language, PointsForms>>

/** Values for a text about points, in the word of the business; without them it is the usual word. */
export const pointsIn = (lang: Language, own: OwnPoints): PointsForms => pointsForms(lang, USUAL_POINTS[lang], own)

/**
 * The sentence of a key with its placeholders filled; `count` chooses the plural form (`key_one`, `key_few` …).
 * A missing key comes back as the key itself, so that a page never breaks for a word.
 */
export function say(lang: Language, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const { count } = values
  // Values have a place of their own: one that is called like an option of i18next stays a value.
  const options = { lng: tagOf(lang), defaultValue: key, replace: { ...USUAL_POINTS[lang], ...values } }
  return (speech.t as (key: string, options: object) => string)(
    key,
    typeof count === 'number' ? { ...options, count } : options,
  )
}
