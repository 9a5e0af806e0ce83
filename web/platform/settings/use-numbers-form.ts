import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cabinets, type General } from '../../../contract/platform/cabinets.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useStale } from '../../base/draft/stale.ts'
import { useDraft } from '../../base/draft/use-draft.ts'
import { faultsIn } from '../../base/form.ts'
import { inputOf, useNewestGeneral, useSaveGeneral } from './data.ts'

const Numbers = cabinets.saveGeneral.body.pick({ firstCardNumber: true, plastic: true })
export type Entered = { firstCardNumber: number | ''; plastic: { from: number | ''; to: number | '' } | null }
const draftOf = ({ firstCardNumber, plastic }: General): Entered => ({ firstCardNumber, plastic })
export const numberOf = (entered: number | string): number | '' => (entered === '' ? '' : Number(entered))

/** The numbers as a draft. Once enough cards are issued, the server locks them and the fields are disabled. */
export function useNumbersForm(general: General) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [errors, setErrors] = useState<Readonly<Record<string, ReactNode>>>({})
  const stale = useStale()
  const wasLocked = useRef(false)
  const readNewest = useNewestGeneral(c)
  const saving = useSaveGeneral(c, { setErrors }, t('settings.numbers.saved'), (refused) => {
    wasLocked.current = refused.code === 'start_number_locked'
    return wasLocked.current || stale.isConflict(refused)
  })
  const draft = useDraft<General, Entered>({
    kind: 'numbers',
    id: general.domain,
    saved: general,
    draftOf,
    stale,
    readNewest,
    check: (one) => {
      const faults = faultsIn(Numbers, one)
      setErrors(faults)
      return Object.keys(faults).length === 0
    },
    send: async (one, over) =>
      saving.ask({ params: { c }, body: { ...inputOf(over ?? general), ...Numbers.parse(one) } }),
    onReplaced: () => setErrors({}),
  })
  const save = async (): Promise<boolean> => {
    wasLocked.current = false
    const isSaved = await draft.save()
    if (wasLocked.current) {
      // Cards were issued meanwhile: the fields are disabled, with the reason above them.
      draft.discard()
      await readNewest().catch(() => undefined)
    }
    return isSaved
  }
  const change = (part: Partial<Entered>) => {
    draft.edit(Object.keys(part).join(), (before) => ({ ...before, ...part }))
    setErrors({})
  }
  return { draft: { ...draft, save }, errors, change }
}
