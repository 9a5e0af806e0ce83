import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { type Refused, refusedOf } from '../../base/refused.ts'
import { toastDone, toastRefused } from '../../base/toast.ts'
import { readNewest, useSaveTrigger, useSwitchTrigger } from './data.ts'
import {
  type Draft,
  draftOf,
  type Field,
  faultsOf,
  inputOf,
  isPassed,
  isSameDraft,
  startsAtOnce,
} from './trigger-draft.ts'

export const inputId = (field: Field) => `trigger-${field}`

type Errors = Partial<Record<Field, string>>

function whatKeepsItOff(trigger: Trigger, t: TFunction): Errors {
  const missing = trigger.missing.map(
    (name) => [name === 'message' ? 'push' : name, t(`refusals.fields.trigger_${name}`)] as const,
  )
  return { ...(isPassed(trigger) && { date: t('refusals.fields.moment_passed') }), ...Object.fromEntries(missing) }
}

/**
 * The settings being chosen beside what is saved, and their ways out: save, switch, settle a conflict.
 * @param start what a recipe fills in
 */
export function useTriggerForm(trigger: Trigger, start: Partial<Draft> | null, isChecked: boolean) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [base, setBase] = useState(trigger)
  const [draft, setDraft] = useState<Draft>(() => ({ ...draftOf(trigger), ...start }))
  const [errors, setErrors] = useState<Errors>(() => (isChecked ? whatKeepsItOff(trigger, t) : {}))
  const [limit, setLimit] = useState<Refused | null>(null)
  const [hasConflict, setHasConflict] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const isDirty = !isSameDraft(draft, draftOf(base))

  // Runs, other tabs and the list switch it; what is typed here stays.
  if (trigger !== base && (trigger.version === base.version || !isDirty)) {
    setBase(trigger)
    if (!isDirty) setDraft(draftOf(trigger))
  }

  const show = (faults: Errors) => {
    setErrors(faults)
    const [first] = Object.keys(faults) as Field[]
    if (first) requestAnimationFrame(() => document.getElementById(inputId(first))?.focus())
  }
  const onRefused = (refused: Refused): boolean => {
    const faults: Errors = Object.fromEntries(
      Object.entries(refused.fields).map(([field, { message }]) => [field, message]),
    )
    if (refused.code === 'version_conflict') setHasConflict(true)
    else if (refused.code === 'trigger_limit') setLimit(refused)
    else if (refused.code === 'segment_not_found') show({ segment: refused.message })
    else if (refused.code === 'push_not_found') show({ push: refused.message })
    else if (refused.code === 'template_not_found') show({ template: refused.message })
    else if (Object.keys(faults).length > 0) show(faults)
    else return false
    return true
  }
  const saving = useSaveTrigger(c, onRefused)
  const switching = useSwitchTrigger(c, onRefused)

  const take = (saved: Trigger) => {
    setBase(saved)
    setDraft(draftOf(saved))
    setErrors({})
    setLimit(null)
    setHasConflict(false)
  }
  /** @returns what is saved now, or undefined; a refusal is shown */
  const store = async (version = base.version): Promise<Trigger | undefined> => {
    const faults = faultsOf(draft)
    if (faults.length > 0) {
      show(Object.fromEntries(faults.map((field) => [field, t('refusals.fields.required')])))
      return undefined
    }
    const saved = await saving.ask({ params: { c, triggerUuid: base.id }, body: { ...inputOf(draft), version } })
    if (saved) take(saved)
    return saved
  }
  const save = async (): Promise<boolean> => {
    if ((await store()) === undefined) return false
    toastDone(t('triggers.editor.saved'))
    return true
  }
  const load = async (): Promise<Trigger | null> => {
    try {
      return await readNewest(c, base.id)
    } catch (error) {
      toastRefused(refusedOf(error, t('refusals.codes.server_error')))
      return null
    }
  }
  return {
    base,
    draft,
    errors,
    limit,
    isDirty,
    hasConflict,
    isAsking,
    isSaving: saving.isBusy,
    isSwitching: switching.isBusy,
    change: (change: Partial<Draft>, ...fields: Field[]) => {
      setDraft((before) => ({ ...before, ...change }))
      setErrors((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([field]) => !(field in change) && !fields.includes(field as Field)),
        ),
      )
    },
    save,
    /** Saves, but asks before something that begins at once and for good. */
    saveOrAsk: () => {
      if (faultsOf(draft).length === 0 && startsAtOnce(draft, base.isActive)) setIsAsking(true)
      else void save()
    },
    confirmStart: async () => {
      await save()
      setIsAsking(false)
    },
    stopAsking: () => setIsAsking(false),
    /** What is on the page is saved first: it is what would run. */
    turn: async (isActive: boolean) => {
      const current = isDirty || base.isDraft ? await store() : base
      if (!current || current.isActive === isActive) return
      const done = await switching.ask({ params: { c, triggerUuid: base.id }, body: { isActive } })
      if (!done) return
      take(done)
      toastDone(t(isActive ? 'triggers.switchedOn' : 'triggers.switchedOff'))
    },
    discard: () => take(base),
    loadNewest: async () => {
      const newest = await load()
      if (newest) take(newest)
    },
    saveOverNewest: async () => {
      const newest = await load()
      setHasConflict(false)
      if (newest && (await store(newest.version))) toastDone(t('triggers.editor.saved'))
    },
    closeConflict: () => setHasConflict(false),
  }
}
export type TriggerForm = ReturnType<typeof useTriggerForm>
