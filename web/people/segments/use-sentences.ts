/** Conditions as texts, with the names of this cabinet's forms, cards and tags. */
import { useTranslation } from 'react-i18next'
import { tagOf } from '../../../words/words.ts'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import { usePlaces, useTags } from './data.ts'
import type { Sentences } from './sentences.ts'

export function useSentences(c: number): Sentences {
  const { t } = useTranslation()
  const show = useShow()
  const tag = tagOf(useLanguage())
  const places = usePlaces(c).data
  const tags = useTags(c).data?.tags ?? []
  const names = new Map([
    ...tags.map((one) => [one.id, one.name] as const),
    ...(places?.forms ?? []).map((form) => [form.formKey, form.name] as const),
    ...(places?.templates ?? []).map((card) => [card.id, card.name] as const),
  ])
  return {
    t,
    names,
    money: show.money,
    percent: show.percent,
    number: show.number,
    join: (texts, by) => new Intl.ListFormat(tag, { type: by === 'all' ? 'conjunction' : 'disjunction' }).format(texts),
  }
}
