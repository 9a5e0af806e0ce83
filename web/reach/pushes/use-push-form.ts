import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSentType, pushes, type Push } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { refresh } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { toastDone } from '../../base/toast.ts'
import { type PointSettings, readNewest, useCreatePush, useSavePush } from './data.ts'
import { beaconFault, hasFault, placeFault } from './point-draft.ts'
import { overLimit } from './point-limit.ts'
import {
  checksOf,
  type Draft,
  draftOf,
  essenceOf,
  faultsOf,
  inputOf,
  isAhead,
  LISTS,
  unknownVariables,
} from './push-draft.ts'

export const NAME_ID = 'push-name'
export const TEXT_ID = 'push-text'
export const POINTS_ID = 'push-points'
export const WHEN_ID = 'push-when'

export type Given = {
  push: Push | null
  start: () => Draft
  /** Names of the cabinet's variables; null while they are loading. */
  known: readonly string[] | null
  areCardsActive: boolean
  /** Limits of points, and the bot; null for a text and while they are loading. */
  settings: PointSettings | null
  /** The user was sent here because something is missing. */
  isChecked: boolean
}

type Errors = { name?: string; message?: string; segment?: string; schedule?: string }

/** The draft of a push, its errors, and what it lacks before it can be sent. */
export function usePushForm({ push, start, known, areCardsActive, settings, isChecked }: Given) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const stale = useStale()
  const [errors, setErrors] = useState<Errors>({})
  const [isMissingHighlighted, setIsMissingHighlighted] = useState(isChecked)
  const [areFaultsShown, setAreFaultsShown] = useState(false)
  const onRefused = (refused: Refused): boolean => {
    if (stale.isConflict(refused)) return true
    const found = errorsOf(refused)
    if (found) setErrors(found)
    else if (refused.code === 'push_incomplete' || refused.code === 'point_limit') {
      // Another push may have been saved meanwhile: the count is read again.
      if (refused.code === 'point_limit') void refresh(pushes.pointSettings)
      setIsMissingHighlighted(true)
    }
    return found !== null || refused.code === 'push_incomplete'
  }
  const creating = useCreatePush(c, onRefused)
  const saving = useSavePush(c, onRefused)
  const draft = useDraft<Push, Draft>({
    kind: 'push',
    id: push?.id ?? `new-${start().type}`,
    saved: push,
    draftOf,
    start: push ? undefined : start,
    lists: LISTS,
    essence: essenceOf,
    stale,
    readNewest: () => readNewest(c, push?.id ?? ''),
    check: (one) => {
      const found = faultsIn(one, known)
      const isLate = one.schedule !== null && !isSameMoment(one, push) && !isAhead(one.schedule)
      setErrors({
        ...(isLate && { schedule: t('refusals.fields.moment_passed') }),
        ...(found.name && { name: t('refusals.fields.required') }),
        ...(found.message && { message: t('pushes.editor.unknown', { name: `{${found.unknown ?? ''}}` }) }),
      })
      setAreFaultsShown(!found.arePointsSound)
      const wrong = found.name
        ? NAME_ID
        : found.message
          ? TEXT_ID
          : isLate
            ? WHEN_ID
            : found.arePointsSound
              ? null
              : POINTS_ID
      if (wrong) document.getElementById(wrong)?.focus()
      return wrong === null
    },
    send: (one, over) =>
      over
        ? saving.ask({ params: { c, pushUuid: over.id }, body: { ...inputOf(one), version: over.version } })
        : creating.ask({ params: { c, pushType: one.type }, body: inputOf(one) }),
    onSaved: () => toastDone(t('pushes.editor.saved')),
    onReplaced: () => setErrors({}),
  })
  const limits = limitsOf(draft.value, settings, push?.id ?? null)
  const checks = [
    ...checksOf(draft.value, { areCardsActive, isBotConnected: settings?.telegramBot !== null }),
    ...(limits.over ? [{ name: 'limit' as const, isDone: false }] : []),
  ]
  return {
    draft,
    errors,
    isMissingHighlighted,
    setIsMissingHighlighted,
    areFaultsShown,
    checks,
    isComplete: checks.every((check) => check.isDone),
    ...limits,
    onRefused,
    change: (change: Partial<Draft>) => {
      draft.edit(Object.keys(change).join(), (before) => ({ ...before, ...change }))
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))))
    },
    /** Applies the change to the current draft, not to that of the last render. */
    changeFrom: (next: (before: Draft) => Partial<Draft>) =>
      draft.edit('points', (before) => ({ ...before, ...next(before) })),
  }
}
export type PushForm = ReturnType<typeof usePushForm>

/** A moment that is saved already may be passing. */
const isSameMoment = (draft: Draft, push: Push | null) =>
  push !== null && JSON.stringify(draft.schedule) === JSON.stringify(draftOf(push).schedule)

/** The errors of a refusal by fields of the form; null if there are none. */
function errorsOf(refused: Refused): Errors | null {
  if (refused.code === 'unknown_variable') return { message: refused.message }
  if (refused.code === 'segment_needs_plan' || refused.code === 'segment_not_found') return { segment: refused.message }
  const { name, message, 'schedule.at': at } = refused.fields
  if (!name && !message && !at) return null
  return {
    ...(at && { schedule: at.message }),
    ...(name && { name: name.message }),
    ...(message && { message: message.message }),
  }
}

function faultsIn(draft: Draft, known: readonly string[] | null) {
  const isUnknown = (text: string) => unknownVariables(text, known).length > 0
  return {
    ...faultsOf(draft, known),
    unknown: unknownVariables(draft.message, known)[0],
    arePointsSound: ![
      ...draft.places.map((one) => placeFault(one, isUnknown)),
      ...draft.beacons.map((one) => beaconFault(one, isUnknown)),
    ].some(hasFault),
  }
}

/** How many points a card may have, and the card that would get too many. */
function limitsOf(draft: Draft, settings: PointSettings | null, pushId: string | null) {
  if (isSentType(draft.type) || !settings) return { limit: null, over: null }
  const limit = settings.limits[draft.type]
  const points = draft.places.length + draft.beacons.length
  const { type, templates } = draft
  return { limit, over: overLimit({ type, templates, points }, { used: settings.used, limit, pushId }) }
}
