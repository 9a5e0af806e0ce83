/** Reads and actions of what agents are paid. */
import { useTranslation } from 'react-i18next'
import { payouts } from '../../../contract/business/payouts.ts'
import type { ErrorForm } from '../../base/form.ts'
import { keepFile } from '../../base/keep-file.ts'
import { useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export const useUnpaidAgents = () => useRead(payouts.listUnpaidAgents, {})
export const useAllPayouts = (query: { page: number; limit: number }) =>
  useRead(payouts.listAllPayouts, { query }, { keepRows: true })
export const useAnyPayoutFile = () => useWrite(payouts.readAnyPayout, { onDone: keepFile })

/** @param onRefused returns true when the dialog shows the refusal itself */
export function usePayOut(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(payouts.payOut, {
    form,
    onRefused,
    refresh: [payouts.listUnpaidAgents, payouts.listAllPayouts],
    done: ({ leftOut }) => (leftOut.length === 0 ? t('shares.desk.done') : undefined),
  })
}
