/** The editor's memory and its errors, in one hook: what every section reads and changes. */
import { useMemo, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forms, type Form, type FormField, type FormSettings } from '../../../contract/people/forms.ts'
import { faultsIn } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { type Errors, errorsByControl } from './controls.ts'
import { type Draft, draftOf, isSame, startHistory, stepHistory } from './draft.ts'

export type Editor = ReturnType<typeof useEditor>

/** Codes that have no field map of their own, and the control each is shown at. */
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

export function useEditor(loaded: Form) {
  const { i18n } = useTranslation()
  const [saved, setSaved] = useState(loaded)
  const [history, step] = useReducer(stepHistory, loaded, (form) => startHistory(draftOf(form)))
  const [wasTried, setWasTried] = useState(false)
  const [refusals, setRefusals] = useState<Errors>({})
  const { draft } = history
  const savedDraft = useMemo(() => draftOf(saved), [saved])

  const check = (one: Draft): Errors =>
    errorsByControl(faultsIn(forms.saveForm.body, { ...one, version: saved.version }), one.settings.fields)
  // Before the first try to save nobody is blamed for what is still being typed.
  const errors: Errors = wasTried && i18n.language ? { ...refusals, ...check(draft) } : refusals

  const edit = (control: string, change: (draft: Draft) => Draft) => {
    setRefusals((all) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== control)))
    step({ type: 'edit', control, atMs: Date.now(), change })
  }
  const set = (control: string, patch: Partial<FormSettings>) =>
    edit(control, (one) => ({ ...one, settings: { ...one.settings, ...patch } }))
  return {
    draft,
    settings: draft.settings,
    saved,
    savedDraft,
    errors,
    edit,
    set,
    isDirty: !isSame(draft, savedDraft),
    setField: (key: string, patch: Partial<FormField>) =>
      edit(`fields.${key}.${Object.keys(patch)[0] ?? ''}`, (one) => ({
        ...one,
        settings: {
          ...one.settings,
          fields: one.settings.fields.map((field) => (field.key === key ? { ...field, ...patch } : field)),
        },
      })),
    setFields: (control: string, change: (fields: readonly FormField[]) => FormField[]) =>
      edit(control, (one) => ({
        ...one,
        settings: { ...one.settings, fields: change(one.settings.fields) },
      })),
    undo: () => step({ type: 'undo' }),
    redo: () => step({ type: 'redo' }),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** The draft that shall be on the screen instead, as a step that can be undone. */
    take: (other: Draft) => step({ type: 'load', draft: other, asStep: true }),
    /** After a conflict: the newer save is the base, the draft lies on top of it and can be undone. */
    takeNewer: (newer: Form, next: Draft) => {
      setSaved(newer)
      setRefusals({})
      step({ type: 'load', draft: next, asStep: true })
    },
    discard: () => {
      setWasTried(false)
      setRefusals({})
      step({ type: 'load', draft: savedDraft })
    },
    /** @returns the errors that keep the draft from being saved */
    trySave: (): Errors => {
      setWasTried(true)
      setRefusals({})
      return check(draft)
    },
    /** The server has it: what is on the screen counts as saved, whatever was typed meanwhile stays. */
    settle: (form: Form) => {
      setSaved(form)
      setWasTried(false)
    },
    /** @returns the errors of a refusal by their controls; none when it belongs to no control */
    refuse: (refused: Refused): Errors => {
      const byField = errorsByControl(
        Object.fromEntries(Object.entries(refused.fields).map(([path, fault]) => [path, fault.message])),
        draft.settings.fields,
      )
      const place = placeOf(refused, draft)
      const found = Object.keys(byField).length > 0 || place === null ? byField : { [place]: refused.message }
      setRefusals(found)
      return found
    },
  }
}
