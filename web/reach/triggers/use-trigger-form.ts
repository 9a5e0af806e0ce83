import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import type { Refused } from '../../base/refused.ts'
import { toastDone } from '../../base/toast.ts'
import { readNewest, useSaveTrigger, useSwitchTrigger } from './data.ts'
import {
  type Draft,
  draftOf,
  essenceOf,
  type Field,
  faultsOf,
  inputOf,
  isPassed,
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

/** Refusals that belong to one field. */
const FIELD_OF_REFUSAL: Readonly<Record<string, Field>> = {
  segment_not_found: 'segment',
  push_not_found: 'push',
  template_not_found: 'template',
}

/**
 * The draft of a trigger, with saving and switching.
 * @param start filled in by an example
 */
export function useTriggerForm(trigger: Trigger, start: Partial<Draft> | null, isChecked: boolean) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const stale = useStale()
  const [errors, setErrors] = useState<Errors>(() => (isChecked ? whatKeepsItOff(trigger, t) : {}))
  const [limit, setLimit] = useState<Refused | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const params = { c, triggerUuid: trigger.id }

  const show = (faults: Errors) => {
    setErrors(faults)
    const [first] = Object.keys(faults) as Field[]
    if (first) requestAnimationFrame(() => document.getElementById(inputId(first))?.focus())
    return first !== undefined
  }
  const onRefused = (refused: Refused): boolean => {
    if (stale.isConflict(refused)) return true
    if (refused.code === 'trigger_limit') {
      setLimit(refused)
      return true
    }
    const field = FIELD_OF_REFUSAL[refused.code]
    const faults = Object.entries(refused.fields).map(([name, { message }]) => [name, message] as const)
    return show(field ? { [field]: refused.message } : Object.fromEntries(faults))
  }
  const saving = useSaveTrigger(c, onRefused)
  const switching = useSwitchTrigger(c, onRefused)
  const draft = useDraft<Trigger, Draft>({
    kind: 'trigger',
    id: trigger.id,
    saved: trigger,
    draftOf,
    start: start ? () => ({ ...draftOf(trigger), ...start }) : undefined,
    essence: essenceOf,
    stale,
    readNewest: () => readNewest(c, trigger.id),
    check: (one) => !show(Object.fromEntries(faultsOf(one).map((field) => [field, t('refusals.fields.required')]))),
    send: (one, over) => saving.ask({ params, body: { ...inputOf(one), version: over?.version ?? trigger.version } }),
    onSaved: () => toastDone(t('triggers.editor.saved')),
    onReplaced: () => {
      setErrors({})
      setLimit(null)
    },
  })
  const base = draft.saved ?? trigger
  return {
    base,
    draft,
    errors,
    limit,
    isAsking,
    isSwitching: switching.isBusy,
    change: (change: Partial<Draft>, ...fields: Field[]) => {
      draft.edit(Object.keys(change).join(), (before) => ({ ...before, ...change }))
      setErrors((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([field]) => !(field in change) && !fields.includes(field as Field)),
        ),
      )
    },
    /** Saves, but asks before something that starts immediately and cannot be undone. */
    saveOrAsk: () => {
      if (faultsOf(draft.value).length === 0 && startsAtOnce(draft.value, base.isActive)) setIsAsking(true)
      else void draft.save()
    },
    confirmStart: async () => {
      await draft.save()
      setIsAsking(false)
    },
    stopAsking: () => setIsAsking(false),
    /** Saves the page first: that is what would run. */
    turn: async (isActive: boolean) => {
      const current = draft.isDirty || base.isDraft ? await draft.store() : base
      if (!current || current.isActive === isActive) return
      if (await switching.ask({ params, body: { isActive } }))
        toastDone(t(isActive ? 'triggers.switchedOn' : 'triggers.switchedOff'))
    },
  }
}
export type TriggerForm = ReturnType<typeof useTriggerForm>
