/** The draft of a form and its errors, as all sections read and change them. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forms, type Form, type FormField, type FormSettings } from '../../../contract/people/forms.ts'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { faultsIn } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { type Errors, errorsByControl } from './controls.ts'
import { readNewest, useSaveForm } from './data.ts'
import { type Draft, draftOf, isWhole, LISTS } from './draft.ts'

export type Editor = ReturnType<typeof useEditor>

/** Refusal codes without field errors, and the control at which each is shown. */
function placeOf(refused: Refused, draft: Draft): string | null {
  switch (refused.code) {
    case 'template_not_found':
      return 'template'
    case 'theme_needs_plan':
      return 'theme'
    case 'unknown_variable': {
      const field = draft.settings.fields.find((one) => one.variableName === refused.detail.name)
      return field ? `fields.${field.key}.variableName` : 'fields'
    }
    default:
      return null
  }
}

/** The errors of a refusal by their controls; none if it belongs to no control. */
function errorsOf(refused: Refused, sent: Draft): Errors {
  const faults = Object.entries(refused.fields).map(([path, fault]) => [path, fault.message] as const)
  const byField = errorsByControl(Object.fromEntries(faults), sent.settings.fields)
  const place = placeOf(refused, sent)
  return Object.keys(byField).length > 0 || place === null ? byField : { [place]: refused.message }
}

/** @param onErrors shows the first of them */
export function useEditor(loaded: Form, onErrors: (errors: Errors, settings: FormSettings) => void) {
  const { i18n } = useTranslation()
  const { id: c } = useCabinet()
  const [wasTried, setWasTried] = useState(false)
  const [refusals, setRefusals] = useState<Errors>({})
  const stale = useStale()
  const sent = useRef<Draft | null>(null)

  const errorsIn = (one: Draft): Errors =>
    errorsByControl(faultsIn(forms.saveForm.body, { ...one, version: loaded.version }), one.settings.fields)
  const write = useSaveForm(c, (refused) => {
    if (stale.isConflict(refused)) return true
    const errors = sent.current ? errorsOf(refused, sent.current) : {}
    setRefusals(errors)
    if (sent.current) onErrors(errors, sent.current.settings)
    return Object.keys(errors).length > 0
  })
  const draft = useDraft<Form, Draft>({
    kind: 'form',
    id: loaded.formKey,
    saved: loaded,
    draftOf,
    lists: LISTS,
    isWhole,
    stale,
    readNewest: () => readNewest(c, loaded.formKey),
    check: (one) => {
      setWasTried(true)
      setRefusals({})
      const errors = errorsIn(one)
      onErrors(errors, one.settings)
      return Object.keys(errors).length === 0
    },
    send: (one, over) => {
      sent.current = one
      const { version } = over ?? loaded
      return write.ask({ params: { c, formKey: loaded.formKey }, body: { ...one, version } })
    },
    onReplaced: () => {
      setWasTried(false)
      setRefusals({})
    },
  })
  // Before the first try to save, incomplete input is not an error.
  const errors: Errors = wasTried && i18n.language ? { ...refusals, ...errorsIn(draft.value) } : refusals

  const edit = (control: string, change: (draft: Draft) => Draft) => {
    setRefusals((all) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== control)))
    draft.edit(control, change)
  }
  const set = (control: string, patch: Partial<FormSettings>) =>
    edit(control, (one) => ({ ...one, settings: { ...one.settings, ...patch } }))
  const setFields = (control: string, change: (fields: readonly FormField[]) => FormField[]) =>
    edit(control, (one) => ({ ...one, settings: { ...one.settings, fields: change(one.settings.fields) } }))
  return {
    state: draft,
    draft: draft.value,
    settings: draft.value.settings,
    saved: draft.saved ?? loaded,
    errors,
    edit,
    set,
    setFields,
    setField: (key: string, patch: Partial<FormField>) =>
      setFields(`fields.${key}.${Object.keys(patch)[0] ?? ''}`, (fields) =>
        fields.map((field) => (field.key === key ? { ...field, ...patch } : field)),
      ),
  }
}
