/** Conditions as texts, with the names of this cabinet's forms, cards and tags. */
import { useTranslation } from 'react-i18next'
import type { CriterionKind } from '../../../contract/people/segments.ts'
import { tagOf } from '../../../words/words.ts'
import { useMaybeCabinet } from '../../base/cabinet.tsx'
import { usePoints } from '../../base/points.ts'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import { usePlaces, useTags } from './data.ts'
import type { Sentences } from './sentences.ts'

export function useSentences(c: number): Sentences {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useMaybeCabinet()
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
    money: show.price,
    points: show.points,
    pointsWord: cabinet?.points.counted || cabinet?.points.name || undefined,
    percent: show.percent,
    number: show.number,
    join: (texts, by) => new Intl.ListFormat(tag, { type: by === 'all' ? 'conjunction' : 'disjunction' }).format(texts),
  }
}

/** The name of a condition, with what the business calls its points. */
export function useKindName(): (kind: CriterionKind) => string {
  const { t } = useTranslation()
  const { name } = usePoints()
  return (kind) => (kind === 'bonus' ? name : t(`segments.kinds.${kind}`))
}
