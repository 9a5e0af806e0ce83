/**
 * What is wrong with the words: a key that one language lacks, a plural form, a placeholder, a key that nothing shows.
 */
import { parseSync } from 'oxc-parser'
import { LANGUAGES, type Language } from '../contract/limits.ts'
import { tagOf } from '../words/words.ts'
import type { Tree } from './imports.ts'

export type Words = { readonly [key: string]: string | Words }
export type AllWords = Readonly<Record<Language, Words>>

const PLURAL = /_(zero|one|two|few|many|other)$/
/** Forms that may say the number as a word or not at all. */
const FREE_OF_NUMBER = new Set(['zero', 'one', 'two'])

/** Texts by their dotted key. */
export function flatten(words: Words, start = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[start + key, value] as const] : [...flatten(value, `${start}${key}.`)],
    ),
  )
}

/** `key_few` is a form of `key` where the language also has `key_other`. */
function baseOf(key: string, texts: ReadonlyMap<string, string>): { base: string; form: string | undefined } {
  const form = PLURAL.exec(key)?.[1]
  const base = key.replace(PLURAL, '')
  return form !== undefined && texts.has(`${base}_other`) ? { base, form } : { base: key, form: undefined }
}

function basesOf(texts: ReadonlyMap<string, string>): Map<string, Map<string, string>> {
  const bases = new Map<string, Map<string, string>>()
  for (const [key, text] of texts) {
    const { base, form } = baseOf(key, texts)
    bases.set(base, (bases.get(base) ?? new Map<string, string>()).set(form ?? '', text))
  }
  return bases
}

const marksOf = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)].map(([, name = '']) => name).filter((name) => !ANYWHERE.has(name))
const isNumber = (name: string) => name === 'count' || name === 'n'
/** Filled into every text, in the form that its language needs: `words/points.ts`. */
const ANYWHERE: ReadonlySet<string> = new Set(['Points', 'somePoints', 'ofPoints'])

/** Compares the other languages with English, key by key and form by form. */
export function wordFaults(all: AllWords): string[] {
  const faults: string[] = []
  const english = basesOf(flatten(all.en))
  for (const lang of LANGUAGES) {
    const bases = basesOf(flatten(all[lang]))
    const forms = new Intl.PluralRules(tagOf(lang)).resolvedOptions().pluralCategories
    for (const base of english.keys()) if (!bases.has(base)) faults.push(`${lang}: ${base} is missing`)
    for (const [base, texts] of bases) {
      const model = english.get(base)
      if (!model) {
        faults.push(`${lang}: ${base} is not there in English`)
        continue
      }
      if (texts.has('') !== model.has('')) faults.push(`${lang}: ${base} has plural forms in one language only`)
      else if (!texts.has('')) {
        for (const form of forms) if (!texts.has(form)) faults.push(`${lang}: ${base}_${form} is missing`)
        for (const form of texts.keys())
          if (!(forms as string[]).includes(form))
            faults.push(`${lang}: ${base}_${form} is a form this language does not have`)
      }
      const wanted = new Set(marksOf(model.get('') ?? model.get('other') ?? ''))
      for (const [form, text] of texts) {
        const key = form === '' ? base : `${base}_${form}`
        const marks = new Set(marksOf(text))
        if (text.trim() === '') faults.push(`${lang}: ${key} is empty`)
        for (const mark of wanted)
          if (!marks.has(mark) && !(FREE_OF_NUMBER.has(form) && isNumber(mark)))
            faults.push(`${lang}: ${key} lacks {{${mark}}}`)
        for (const mark of marks)
          if (!wanted.has(mark)) faults.push(`${lang}: ${key} has {{${mark}}}, which English does not fill`)
        if (/\{\{[^{}]*$|(?<!\{)\{\w+\}\}|\{\{\w+\}(?!\})/.test(text))
          faults.push(`${lang}: ${key} has a torn placeholder`)
      }
    }
  }
  return faults
}

/** Texts in a source: whole ones, and patterns for those with values in them. */
type Mentions = { whole: Set<string>; patterns: RegExp[]; keys: string[] }

type Node = {
  type?: string
  value?: unknown
  quasis?: { value: { cooked: string } }[]
  callee?: { type: string; name?: string; property?: { name?: string } }
  arguments?: Node[]
}
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')
const SPEAKERS = new Set(['t', 'say', 'words', 'word'])

function readTexts(node: unknown, mentions: Mentions): void {
  if (Array.isArray(node)) for (const one of node) readTexts(one, mentions)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type, value, quasis, callee } = node as Node
  if (type === 'Literal' && typeof value === 'string') mentions.whole.add(value)
  if (type === 'TemplateLiteral' && quasis) {
    const parts = quasis.map((part) => part.value.cooked)
    if (parts.length === 1) mentions.whole.add(parts[0] ?? '')
    else if (/^[a-z]\w*\./.test(parts[0] ?? ''))
      mentions.patterns.push(new RegExp(`^${parts.map((part) => escapePattern(part)).join('[\\w.-]+')}$`))
  }
  if (type === 'CallExpression' && SPEAKERS.has(callee?.name ?? callee?.property?.name ?? '')) {
    const literal = (node as Node).arguments?.find(
      (one) => one.type === 'Literal' && typeof one.value === 'string' && /^[a-z][\w]*(\.\w+)*$/i.test(one.value),
    )
    if (literal && callee?.type === 'Identifier') mentions.keys.push(String(literal.value))
  }
  for (const child of Object.values(node)) if (typeof child === 'object') readTexts(child, mentions)
}

/** Files that speak from inside a branch of the words. */
export const BRANCHES: readonly { files: RegExp; branch: string }[] = [
  { files: /^phone\//, branch: 'phone.' },
  { files: /^pages\/install-page\.tsx$/, branch: 'pages.install.' },
  { files: /^pages\/form-page\.tsx$/, branch: 'pages.form.' },
  { files: /^pages\/date-inputs\.tsx$/, branch: 'pages.form.' },
  { files: /^pages\/wallet-button\.tsx$/, branch: 'pages.install.' },
  { files: /^web\/cards\/templates\/starters\.ts$/, branch: 'starters.' },
  { files: /^server\/people\/forms\/forms\.ts$/, branch: 'issuing.usual.' },
]

/** Keys that are put together from parts no pattern shows; each with the place that does it. */
export const SPOKEN_WHOLE: readonly { keys: RegExp; by: string }[] = []

/** @param english texts of one language  @param sources files that speak */
export function speechFaults(english: Words, sources: Tree, refusalCodes: ReadonlySet<string>): string[] {
  const bases = basesOf(flatten(english))
  const used = new Set<string>()
  const patterns: RegExp[] = []
  const faults: string[] = []
  for (const [file, text] of sources) {
    const mentions: Mentions = { whole: new Set(), patterns: [], keys: [] }
    readTexts(parseSync(file, text).program, mentions)
    const branches = ['', ...BRANCHES.filter(({ files }) => files.test(file)).map(({ branch }) => branch)]
    for (const one of mentions.whole) for (const branch of branches) used.add(branch + one)
    for (const pattern of mentions.patterns)
      for (const branch of branches)
        patterns.push(branch === '' ? pattern : new RegExp(pattern.source.replace('^', `^${escapePattern(branch)}`)))
    for (const key of mentions.keys) {
      if (!branches.some((branch) => bases.has(branch + key)) && (key.includes('.') || branches.length > 1))
        faults.push(`${file} shows ${key}, which has no words`)
    }
  }
  for (const base of bases.keys()) {
    const last = base.split('.').at(-1) ?? ''
    if (base.startsWith('refusals.codes.')) {
      if (!refusalCodes.has(last) && !used.has(base)) faults.push(`${base} is no refusal of any call`)
    } else if (base.startsWith('refusals.fields.')) {
      if (!used.has(last) && !used.has(base)) faults.push(`${base} is no fault of any field`)
    } else if (
      !used.has(base) &&
      !patterns.some((pattern) => pattern.test(base)) &&
      !SPOKEN_WHOLE.some(({ keys }) => keys.test(base))
    )
      faults.push(`${base} is never shown`)
  }
  return faults
}
