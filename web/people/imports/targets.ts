/** What a column can become, in groups, with the words of each. */
import type { TFunction } from 'i18next'
import { IMPORT_TARGETS, type ImportTarget } from '../../../contract/people/imports.ts'

type Option = { value: ImportTarget; label: string }
export type OptionGroup = { group: string; items: Option[] }

type Named = (typeof IMPORT_TARGETS)[number]
const OWN_WORDS = ['skip', 'fullName', 'cardTrack', 'consent'] as const
const isOwnWord = (target: Named): target is (typeof OWN_WORDS)[number] =>
  (OWN_WORDS as readonly string[]).includes(target)

export function targetText(t: TFunction, target: ImportTarget): string {
  if (target.startsWith('extra:')) return target.slice('extra:'.length)
  const named = target as Named
  if (isOwnWord(named)) return t(`imports.columns.${named}`)
  return t(`exports.columns.${named as Exclude<Named, (typeof OWN_WORDS)[number]>}`)
}

export function targetGroups(t: TFunction, variables: readonly string[]): OptionGroup[] {
  const of = (value: ImportTarget): Option => ({ value, label: targetText(t, value) })
  const own = variables.map((name) => of(`extra:${name}`))
  return [
    { group: t('imports.columns.client'), items: IMPORT_TARGETS.map(of) },
    ...(own.length > 0 ? [{ group: t('imports.columns.own'), items: own }] : []),
  ]
}

/** A target that two columns have. */
export const chosenTwice = (columns: readonly ImportTarget[]): ImportTarget | undefined =>
  columns.find((one, place) => one !== 'skip' && columns.indexOf(one) !== place)

export const hasKey = (columns: readonly ImportTarget[]): boolean =>
  columns.some((one) => one === 'tel' || one === 'cardNumber' || one === 'cardTrack')
