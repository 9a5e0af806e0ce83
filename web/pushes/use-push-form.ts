import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Push } from '../../contract/pushes.ts'
import { useCabinet } from '../base/cabinet.tsx'
import { type Refused, refusedOf } from '../base/refused.ts'
import { toastDone, toastRefused } from '../base/toast.ts'
import { PUSH_TYPE, readNewest, useCreatePush, useSavePush, useStartSend } from './data.ts'
import { checksOf, type Draft, draftOf, faultsOf, isSameDraft, unknownVariables } from './push-draft.ts'

export const NAME_ID = 'push-name'
export const TEXT_ID = 'push-text'

type Given = {
  push: Push | null
  start: () => Draft
  /** Names of the cabinet's variables; null while they are loading. */
  known: readonly string[] | null
  areCardsActive: boolean
}

type Errors = { name?: string; message?: string }

/** The draft beside what is saved, and its ways out: save, send, or settle a conflict with somebody else's save. */
export function usePushForm({ push, start, known, areCardsActive }: Given) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const [base, setBase] = useState(push)
  const [initial] = useState(start)
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const [hasConflict, setHasConflict] = useState(false)
  const [isUrgent, setIsUrgent] = useState(false)
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
    else if (refused.code === 'push_incomplete') setIsUrgent(true)
    else if (refused.code === 'unknown_variable') setErrors({ message: refused.message })
    else if (refused.fields.name || refused.fields.message) {
      setErrors({ ...(refused.fields.name && { name: refused.fields.name.message }), ...(refused.fields.message && { message: refused.fields.message.message }) })
    } else {
      if (refused.code === 'push_once_a_day' || refused.code === 'push_in_queue') void load()
      return false
    }
    return true
  }
  const creating = useCreatePush(c, onRefused)
  const saving = useSavePush(c, onRefused)
  const sending = useStartSend(c, onRefused, t('pushes.sendDialog.started'))

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
    const wrong = faults.name ? NAME_ID : faults.message ? TEXT_ID : null
    if (wrong) document.getElementById(wrong)?.focus()
    return wrong === null
  }
  const input = () => ({ name: draft.name.trim(), message: draft.message.trim(), templates: [...draft.templates] })
  /** Saves what is on the page. @returns the saved push, or null when it was refused (and shown) */
  const store = async (version = base?.version): Promise<Push | null> => {
    if (!isSound()) return null
    const saved = push
      ? await saving.ask({ params: { c, pushUuid: push.id }, body: { ...input(), version: version ?? push.version } })
      : await creating.ask({ params: { c, pushType: PUSH_TYPE }, body: input() })
    if (!saved) return null
    take(saved)
    return saved
  }
  const open = (saved: Push) => {
    if (!push) void navigate({ to: '/$cabinetDomain/pushes/$pushId', params: { cabinetDomain: domain, pushId: saved.id }, search: {}, replace: true, ignoreBlocker: true })
  }
  const save = async (): Promise<boolean> => {
    const saved = await store()
    if (!saved) return false
    toastDone(t('pushes.editor.saved'))
    return true
  }
  return {
    draft, errors, isDirty, hasConflict, isUrgent, isAsking,
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
    askToSend: () => {
      const isComplete = checksOf(draft, areCardsActive).every((check) => check.isDone)
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
