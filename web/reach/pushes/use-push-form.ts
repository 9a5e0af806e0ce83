import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pushes, type Push } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { refresh } from '../../base/query.ts'
import { type Refused, refusedOf } from '../../base/refused.ts'
import { toastDone, toastRefused } from '../../base/toast.ts'
import { type PointSettings, readNewest, useCreatePush, useSavePush, useStartSend, useSwitchPush } from './data.ts'
import { beaconFault, beaconTagsOf, geoPointsOf, hasFault, placeFault } from './point-draft.ts'
import { overLimit } from './point-limit.ts'
import { checksOf, type Draft, draftOf, faultsOf, isSameDraft, unknownVariables } from './push-draft.ts'

export const NAME_ID = 'push-name'
export const TEXT_ID = 'push-text'
export const POINTS_ID = 'push-points'

type Given = {
  push: Push | null
  start: () => Draft
  /** Names of the cabinet's variables; null while they are loading. */
  known: readonly string[] | null
  areCardsActive: boolean
  /** Limits of points; null for a text and while they are loading. */
  settings: PointSettings | null
  /** Somebody was sent here because something is missing. */
  isChecked: boolean
}

type Errors = { name?: string; message?: string; segment?: string }

/** The draft beside what is saved, and its ways out: save, send, or settle a conflict with somebody else's save. */
export function usePushForm({ push, start, known, areCardsActive, settings, isChecked }: Given) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const [base, setBase] = useState(push)
  const [initial] = useState(start)
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const [hasConflict, setHasConflict] = useState(false)
  const [isUrgent, setIsUrgent] = useState(isChecked)
  const [areFaultsShown, setAreFaultsShown] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isDirty = !isSameDraft(draft, base ? draftOf(base) : initial)

  // Sending and other tabs change the push; what is typed here stays.
  if (push !== null && push !== base && (push.version === base?.version || !isDirty)) {
    setBase(push)
    if (!isDirty) setDraft(draftOf(push))
  }

  /** The push as saved by now; nothing of the draft is lost. */
  const load = async (): Promise<Push | null> => {
    try {
      return push && (await readNewest(c, push.id))
    } catch (error) {
      toastRefused(refusedOf(error, t('refusals.codes.server_error')))
      return null
    }
  }
  const onRefused = (refused: Refused): boolean => {
    if (refused.code === 'version_conflict') setHasConflict(true)
    else if (refused.code === 'push_incomplete' || refused.code === 'point_limit') {
      // Another push may have come between: what is counted here is read anew.
      if (refused.code === 'point_limit') void refresh(pushes.pointSettings)
      setIsUrgent(true)
      return refused.code === 'push_incomplete'
    } else if (refused.code === 'unknown_variable') setErrors({ message: refused.message })
    else if (refused.code === 'segment_needs_plan' || refused.code === 'segment_not_found')
      setErrors({ segment: refused.message })
    else if (refused.fields.name || refused.fields.message) {
      setErrors({
        ...(refused.fields.name && { name: refused.fields.name.message }),
        ...(refused.fields.message && { message: refused.fields.message.message }),
      })
    } else {
      if (refused.code === 'push_once_a_day' || refused.code === 'push_in_queue') void load()
      return false
    }
    return true
  }
  const creating = useCreatePush(c, onRefused)
  const saving = useSavePush(c, onRefused)
  const sending = useStartSend(c, onRefused, t('pushes.sendDialog.started'))

  const flipping = useSwitchPush(c, onRefused, t(push?.isActive ? 'pushes.switch.offDone' : 'pushes.switch.onDone'))

  const take = (saved: Push) => {
    setBase(saved)
    setDraft(draftOf(saved))
    setErrors({})
    setHasConflict(false)
  }
  const isSound = (): boolean => {
    const faults = faultsOf(draft, known)
    const unknown = unknownVariables(draft.message, known)[0]
    setErrors({
      ...(faults.name && { name: t('refusals.fields.required') }),
      ...(faults.message && { message: t('pushes.editor.unknown', { name: `{${unknown ?? ''}}` }) }),
    })
    const isFilled = (text: string) => unknownVariables(text, known).length > 0
    const arePointsSound = ![
      ...draft.places.map((one) => placeFault(one, isFilled)),
      ...draft.beacons.map((one) => beaconFault(one, isFilled)),
    ].some(hasFault)
    setAreFaultsShown(!arePointsSound)
    const wrong = faults.name ? NAME_ID : faults.message ? TEXT_ID : arePointsSound ? null : POINTS_ID
    if (wrong) document.getElementById(wrong)?.focus()
    return wrong === null
  }
  const input = () => ({
    name: draft.name.trim(),
    message: draft.message.trim(),
    templates: [...draft.templates],
    segment: draft.segment,
    geoPoints: geoPointsOf(draft.places),
    beacons: beaconTagsOf(draft.beacons),
  })
  /** Saves what is on the page. @returns the saved push, or null when it was refused (and shown) */
  const store = async (version = base?.version): Promise<Push | null> => {
    if (!isSound()) return null
    const saved = push
      ? await saving.ask({ params: { c, pushUuid: push.id }, body: { ...input(), version: version ?? push.version } })
      : await creating.ask({ params: { c, pushType: draft.type }, body: input() })
    if (!saved) return null
    take(saved)
    return saved
  }
  const open = (saved: Push) => {
    if (!push)
      void navigate({
        to: '/$cabinetDomain/pushes/$pushId',
        params: { cabinetDomain: domain, pushId: saved.id },
        search: {},
        replace: true,
        ignoreBlocker: true,
      })
  }
  const save = async (): Promise<boolean> => {
    const saved = await store()
    if (!saved) return false
    toastDone(t('pushes.editor.saved'))
    return true
  }
  const limit = draft.type === 'text' || !settings ? null : settings.limits[draft.type]
  const over =
    limit === null || !settings
      ? null
      : overLimit(
          { type: draft.type, templates: draft.templates, points: draft.places.length + draft.beacons.length },
          { used: settings.used, limit, pushId: push?.id ?? null },
        )
  const checks = [...checksOf(draft, areCardsActive), ...(over ? [{ name: 'limit' as const, isDone: false }] : [])]
  const isComplete = checks.every((check) => check.isDone)
  return {
    draft,
    errors,
    isDirty,
    hasConflict,
    isUrgent,
    isAsking,
    areFaultsShown,
    checks,
    isComplete,
    limit,
    over,
    isSaving: creating.isBusy || saving.isBusy,
    isSending: sending.isBusy || (isAsking && (creating.isBusy || saving.isBusy)),
    change: (change: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...change }))
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))))
    },
    /** Saves without leaving the page: for the question before leaving. */
    save,
    /** Saves; a new push then gets its own address. */
    saveAndStay: async () => {
      const saved = await store()
      if (!saved) return
      toastDone(t('pushes.editor.saved'))
      open(saved)
    },
    /** Changes what stands now, whatever has changed since the page was drawn. */
    changeFrom: (next: (before: Draft) => Partial<Draft>) => setDraft((before) => ({ ...before, ...next(before) })),
    isFlipping: flipping.isBusy || (isAsking && (creating.isBusy || saving.isBusy)),
    askToSwitch: () => {
      const mayAsk = push?.isActive === true || isComplete
      setIsUrgent(!mayAsk)
      if (mayAsk && (push?.isActive === true || isSound())) setIsAsking(true)
    },
    flip: async () => {
      const isOn = push?.isActive ?? false
      // What is off needs no saving first: the changes stay on the page.
      const saved = push && (isOn || !isDirty) ? push : await store()
      if (saved) {
        await flipping.ask({ params: { c, pushUuid: saved.id }, body: { isActive: !isOn } })
        open(saved)
      }
      setIsAsking(false)
    },
    askToSend: () => {
      setIsUrgent(!isComplete)
      if (isSound() && isComplete) setIsAsking(true)
    },
    stopAsking: () => setIsAsking(false),
    send: async () => {
      const saved = push && !isDirty ? push : await store()
      if (saved) {
        await sending.ask({ params: { c, pushUuid: saved.id } })
        open(saved)
      }
      setIsAsking(false)
    },
    loadNewest: async () => {
      const newest = await load()
      if (newest) take(newest)
    },
    saveOverNewest: async () => {
      const newest = await load()
      if (newest) await store(newest.version)
    },
  }
}
