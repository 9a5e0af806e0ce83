import { useState } from 'react'
import { type OperatedTariff, TariffInput } from '../../../contract/business/operated.ts'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { faultsIn } from '../../base/form.ts'
import { readNewest, useSaveTariff } from './data.ts'
import { draftOf, essenceOf, fieldIn, inputOf, type TariffDraft, type TariffField } from './tariff-draft.ts'

export type TariffErrors = Partial<Record<TariffField, string>>

export const fieldId = (field: TariffField) => `tariff-${field}`

export function useTariffForm(tariff: OperatedTariff, onSaved: () => void) {
  const stale = useStale()
  const [errors, setErrors] = useState<TariffErrors>({})
  /** @returns whether there were any */
  const showErrors = (faults: Readonly<Record<string, string>>): boolean => {
    const found = Object.entries(faults).flatMap(([path, text]) => {
      const field = fieldIn(path)
      return field ? [[field, text] as const] : []
    })
    setErrors(Object.fromEntries(found))
    const [first] = found
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first[0]))?.focus())
    return found.length > 0
  }
  const write = useSaveTariff(
    (refused) =>
      stale.isConflict(refused) ||
      showErrors(Object.fromEntries(Object.entries(refused.fields).map(([path, { message }]) => [path, message]))),
  )
  const draft = useDraft<OperatedTariff, TariffDraft>({
    kind: 'tariff',
    id: tariff.key,
    saved: tariff,
    draftOf,
    essence: essenceOf,
    stale,
    readNewest: () => readNewest(tariff.key),
    check: (one) => !showErrors(faultsIn(TariffInput, inputOf(one, tariff.version))),
    send: (one, over) => write.ask({ params: { key: tariff.key }, body: inputOf(one, (over ?? tariff).version) }),
    onSaved,
    onReplaced: () => setErrors({}),
  })
  const change = (part: Partial<TariffDraft>) => {
    draft.edit(Object.keys(part).join(), (before) => ({ ...before, ...part }))
    setErrors({})
  }
  return { draft, errors, change }
}
