import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Module, type Promo, PromoInput } from '../../../contract/reach/marketplace.ts'
import { moscowDay } from '../../../contract/time.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { faultsIn } from '../../base/form.ts'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import { toastDone } from '../../base/toast.ts'
import { inputOf, readNewest, usePromoName, useWriteModule } from './data.ts'
import { draftOf, FIELD_OF, fieldIn, type PromoDraft, promoOf, putPromo } from './promo-draft.ts'

export type PromoErrors = Partial<Record<keyof PromoDraft, string>>

export const fieldId = (field: keyof PromoDraft) => `promo-${field}`

/** One row of a module as a draft; the version is that of the whole module. @param promo undefined: a new row */
export function usePromoForm(module: Module, promo: Promo | undefined, onSaved: () => void) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const stale = useStale()
  const nameOf = usePromoName()
  const [today] = useState(() => moscowDay(new Date()))
  const [errors, setErrors] = useState<PromoErrors>({})
  /** Place of the row in what was sent last; a refusal names it. */
  const index = useRef(0)
  const rowOf = (draft: PromoDraft) => promoOf(draft, promo?.id ?? null, module.id)
  const showErrors = (found: readonly (readonly [keyof PromoDraft, string])[]): boolean => {
    setErrors(Object.fromEntries(found))
    const [first] = found
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first[0]))?.focus())
    return found.length > 0
  }
  const showRefused = (refused: Refused) =>
    showErrors(
      Object.entries(refused.fields).flatMap(([path, fault]) => {
        const field = fieldIn(path, index.current)
        return field ? [[field, fault.message] as const] : []
      }),
    )
  const write = useWriteModule(c, module.id, (refused) => stale.isConflict(refused) || showRefused(refused))
  const draft = useDraft<Module, PromoDraft>({
    kind: `promo.${module.id}`,
    id: promo?.id ?? 'new',
    saved: module,
    // A row that a colleague has removed meanwhile is saved as it was here.
    draftOf: useCallback(
      ({ promos }: Module) => draftOf(promo && (promos.find((one) => one.id === promo.id) ?? promo), today),
      [promo, today],
    ),
    essence: rowOf,
    stale,
    readNewest: () => readNewest(c, module.id),
    check: (one) =>
      !showErrors(
        Object.entries(faultsIn(PromoInput, rowOf(one))).flatMap(([name, text]) =>
          Object.hasOwn(FIELD_OF, name) ? [[FIELD_OF[name as keyof typeof FIELD_OF], text] as const] : [],
        ),
      ),
    send: (one, over) => {
      const input = inputOf(over ?? module)
      const put = putPromo(input.promos, rowOf(one))
      index.current = put.index
      return write.ask({ params: { c, moduleId: module.id }, body: { ...input, promos: put.promos } })
    },
    onSaved: (saved) => {
      const row = saved.promos[index.current]
      if (row) toastDone(t('marketplace.promos.saved', { name: nameOf(row, module.id, show.date(row.startsOn)) }))
      onSaved()
    },
    onReplaced: () => setErrors({}),
  })
  const change = (part: Partial<PromoDraft>) => {
    draft.edit(Object.keys(part).join(), (before) => ({ ...before, ...part }))
    setErrors({})
  }
  return { draft, errors, change }
}
