/** Reads and actions of the operator's payments. */
import { useTranslation } from 'react-i18next'
import { payments } from '../../../contract/business/payments.ts'
import type { ErrorForm } from '../../base/form.ts'
import { queryClient, readKey, useRead } from '../../base/query.ts'
import type { Refused } from '../../base/refused.ts'
import { useWrite } from '../../base/write.ts'

export const usePaymentSettings = () => useRead(payments.readSettings, {})

/** @param onRefused returns true when the card shows the refusal itself */
export function useSavePayments(form: ErrorForm, onRefused: (refused: Refused) => boolean) {
  const { t } = useTranslation()
  return useWrite(payments.saveSettings, {
    form,
    onRefused,
    done: t('operator.payments.saved'),
    onDone: (reply) => queryClient.setQueryData(readKey(payments.readSettings, {}), reply),
  })
}

export const useCheckPayments = () => useWrite(payments.checkSettings)
