import { useTranslation } from 'react-i18next'
import { isSentType, type Push } from '../../../contract/reach/pushes.ts'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import type { Variable } from '../../../contract/cards/variables.ts'
import { moscowMoment } from '../../../contract/time.ts'
import { useShow } from '../../base/show.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { DraftFields } from '../../parts/draft/conflict-dialog.tsx'
import { readableText } from '../../parts/token-input/tokens.ts'
import { useVariableTokens } from '../../parts/token-input/variable-tokens.ts'
import type { Draft } from './push-draft.ts'
import { hasSegments, useSegmentChoice } from '../../people/segments/data.ts'

const POINT_FIELDS = ['name', 'text', 'latitude', 'longitude', 'uuid', 'major', 'minor'] as const

/** Names of a push's fields and their values. */
export function usePushFields(
  push: Push | null,
  templates: readonly TemplateRow[],
  variables: readonly Variable[],
): DraftFields {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const all =
    useSegmentChoice(cabinet.id, push !== null && isSentType(push.type) && hasSegments(cabinet)).data?.data ?? []
  const segments = [...all, ...(push?.segment ? [push.segment] : [])]
  const show = useShow()
  const tokens = useVariableTokens(variables)
  const cardOf = (id: string) => templates.find((one) => one.id === id)?.name ?? id
  const titles: Readonly<Record<string, string>> = {
    name: t('pushes.editor.name'),
    message: t('pushes.editor.message'),
    templates: t('pushes.columns.templates'),
    segment: t('pushes.segment.label'),
    schedule: t('pushes.editor.step3'),
    places: t('pushes.points.places'),
    beacons: t('pushes.points.beacons'),
  }
  return {
    nameOf: ([head = '', item, part]) => {
      const field = POINT_FIELDS.find((one) => one === part)
      return [titles[head], head === 'templates' ? null : item, field && t(`pushes.points.${field}`)]
        .filter((text) => text)
        .join(' · ')
    },
    textOf: ([head], value) => {
      if (head === 'templates') return Array.isArray(value) ? value.map(cardOf).join(', ') : cardOf(String(value))
      if (head === 'schedule') {
        const moment = value as Draft['schedule']
        if (moment === null) return t('pushes.schedule.byHand')
        const at = show.dateTime(moscowMoment(moment.day, moment.time).toISOString())
        return `${at}, ${t(`pushes.schedule.repeats.${moment.repeat}`)}`
      }
      if (head !== 'segment') return typeof value === 'string' ? readableText(value, tokens) : undefined
      return value === null ? t('pushes.segment.all') : (segments.find((one) => one.id === value)?.name ?? '…')
    },
  }
}
