import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { countIn } from '../../../words/words.ts'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { usePoints } from '../../base/points.ts'
import type { Refused } from '../../base/refused.ts'
import { type Draft, draftFieldOf, draftOf, essenceOf, type Faults, readDraft } from './client-draft.ts'
import { readNewest, useSaveClient } from './data.ts'
import { inputId } from './input-id.ts'

const isKnownCode = (code: string) => i18next.exists(`refusals.fields.${code}`, { count: 0 })

/**
 * The draft of a client and its errors.
 * @param showForm called when there is something to correct in the form
 */
export function useClientForm(c: number, client: Client, showForm: () => void) {
  const { t } = useTranslation()
  const stale = useStale()
  const points = usePoints()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})

  /** @returns whether there are any errors */
  const showErrors = (next: Readonly<Record<string, string>>): boolean => {
    setErrors(next)
    const first = Object.keys(next)[0]
    if (!first) return false
    showForm()
    setTimeout(() => document.getElementById(inputId(first))?.focus(), 50)
    return true
  }
  const write = useSaveClient(
    (refused) => stale.isConflict(refused) || showErrors(errorsOf(refused)),
    t('clients.client.saved'),
  )
  const draft = useDraft<Client, Draft>({
    kind: 'client',
    id: client.id,
    saved: client,
    draftOf,
    essence: essenceOf,
    stale,
    readNewest: () => readNewest(c, client.id),
    check: (one) => {
      const read = readDraft(one, client.version, isKnownCode)
      if ('faults' in read) return !showErrors(sentencesOf(read.faults))
      // What is there already, from a till or a program, may stay.
      const isNew = read.input.bonusMinor !== client.bonusMinor
      const fault = isNew ? points.faultOf(read.input.bonusMinor) : undefined
      return fault === undefined || !showErrors({ bonus: fault })
    },
    send: async (one, over) => {
      const read = readDraft(one, over?.version ?? client.version, isKnownCode)
      return 'input' in read ? write.ask({ params: { c, id: client.id }, body: read.input }) : undefined
    },
    onReplaced: () => setErrors({}),
  })
  return {
    draft,
    errors,
    change: (change: Partial<Draft>) => {
      draft.edit(controlOf(change), (before) => ({ ...before, ...change }))
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !((field.split('.')[0] as string) in change))),
      )
    },
  }
}

const controlOf = (change: Partial<Draft>) => Object.keys(change).join()

/** The errors of a refusal by the fields of the draft. */
function errorsOf(refused: Refused): Record<string, string> {
  const fields = Object.entries(refused.fields).map(([path, fault]) => [draftFieldOf(path), fault.message] as const)
  const field = FIELD_OF_REFUSAL[refused.code]
  return fields.length === 0 && field ? { [field]: refused.message } : Object.fromEntries(fields)
}

/** Refusals that belong to one field. */
const FIELD_OF_REFUSAL: Readonly<Record<string, string>> = {
  bad_phone: 'tel',
  phone_taken: 'tel',
  template_not_found: 'template',
}

function sentencesOf(faults: Faults): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [
      field,
      i18next.t(`refusals.fields.${fault.code}` as 'refusals.fields.invalid', {
        ...countIn(fault.detail),
        ...fault.detail,
      }),
    ]),
  )
}
