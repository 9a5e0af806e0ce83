import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { refusedOf } from '../../base/refused.ts'
import { toastRefused } from '../../base/toast.ts'
import { type Draft, draftFieldOf, draftOf, type Faults, isSameDraft, layOver, readDraft } from './client-draft.ts'
import { readNewest, useSaveClient } from './data.ts'
import { inputId } from './data-tab.tsx'

const isKnownCode = (code: string) => i18next.exists(`refusals.fields.${code}`)

/**
 * The draft of the form beside what was read; saving, its refusals, and a conflict with somebody else's save.
 * @param showForm called when there is something to mend in it
 */
export function useClientForm(c: number, client: Client, showForm: () => void) {
  const { t } = useTranslation()
  const [base, setBase] = useState(client)
  const [draft, setDraft] = useState(() => draftOf(client))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [hasConflict, setHasConflict] = useState(false)
  const isDirty = !isSameDraft(draft, draftOf(base))

  // What another tab or the histories read anew comes in while nothing here is unsaved.
  if (client.version !== base.version && !isDirty) {
    setBase(client)
    setDraft(draftOf(client))
  }

  const showErrors = (next: Readonly<Record<string, string>>) => {
    setErrors(next)
    const first = Object.keys(next)[0]
    if (!first) return
    showForm()
    setTimeout(() => document.getElementById(inputId(first))?.focus(), 50)
  }
  const write = useSaveClient((refused) => {
    if (refused.code === 'version_conflict') {
      setHasConflict(true)
      showForm()
      return true
    }
    const inField = FIELD_OF_REFUSAL[refused.code]
    const fields: Record<string, string> = {}
    for (const [path, fault] of Object.entries(refused.fields)) fields[draftFieldOf(path)] = fault.message
    if (Object.keys(fields).length === 0 && inField) fields[inField] = refused.message
    showErrors(fields)
    return Object.keys(fields).length > 0
  }, t('clients.client.saved'))

  const saveDraft = async (mine: Draft, version: number): Promise<boolean> => {
    const read = readDraft(mine, version, isKnownCode)
    if ('faults' in read) {
      showErrors(sentencesOf(read.faults))
      return false
    }
    const saved = await write.ask({ params: { c, id: client.id }, body: read.input })
    if (!saved) return false
    take(saved)
    return true
  }
  const take = (saved: Client) => {
    setBase(saved)
    setDraft(draftOf(saved))
    setErrors({})
    setHasConflict(false)
  }
  const withNewest = async (act: (newest: Client) => unknown) => {
    try {
      await act(await readNewest(c, client.id))
    } catch (error) {
      toastRefused(refusedOf(error, t('refusals.codes.server_error')))
    }
  }
  return {
    draft,
    errors,
    isDirty,
    hasConflict,
    isSaving: write.isBusy,
    change: (change: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...change }))
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !((field.split('.')[0] as string) in change))),
      )
    },
    save: () => saveDraft(draft, base.version),
    discard: () => (hasConflict ? void withNewest(take) : take(base)),
    loadNewest: () => void withNewest(take),
    saveOverNewest: () =>
      withNewest((newest) => saveDraft(layOver(draftOf(base), draft, draftOf(newest)), newest.version)),
  }
}

/** Refusals that speak of one field. */
const FIELD_OF_REFUSAL: Readonly<Record<string, string>> = {
  bad_phone: 'tel',
  phone_taken: 'tel',
  template_not_found: 'template',
}

function sentencesOf(faults: Faults): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [
      field,
      i18next.t(`refusals.fields.${fault.code}` as 'refusals.fields.invalid', { ...fault.detail }),
    ]),
  )
}
