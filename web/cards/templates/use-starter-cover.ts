/** Stores the cover of a starter before its card is saved. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Design } from '../../../contract/cards/design.ts'
import { raiseBanner } from '../../base/account-banner.ts'
import { type Refused, refusedOf } from '../../base/refused.ts'
import { toastRefused } from '../../base/toast.ts'
import type { Industry } from './starters.ts'

/** @param onRefused returns whether the page shows the refusal; otherwise a toast does */
export function useStarterCover(cabinetId: number, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  /** @returns undefined when it was refused */
  const add = async (industry: Industry | null, design: Design): Promise<Design | undefined> => {
    if (industry === null) return design
    setIsBusy(true)
    try {
      const { withStarterCover } = await import('./store-starter-cover.ts')
      return await withStarterCover(cabinetId, industry, design)
    } catch (error) {
      const refused = refusedOf(error, t('refusals.codes.server_error'))
      if (!onRefused(refused) && !raiseBanner(refused)) toastRefused(refused)
      return undefined
    } finally {
      setIsBusy(false)
    }
  }
  return { add, isBusy }
}
