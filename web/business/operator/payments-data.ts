/** Reads and actions of the operator's payments. */
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { billing } from '../../../contract/business/billing.ts'
import { operator } from '../../../contract/business/operator.ts'
import { payments } from '../../../contract/business/payments.ts'
import type { REFUND } from '../../../contract/business/refund.ts'
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

export const useBusinessPayments = (cabinet: number, query: { page: number; limit: number }) =>
  useRead(payments.listBusinessPayments, { params: { cabinet }, query }, { keepRows: true })

/** A card payment by its number, or a bill by its id. */
export type Refunded = { cabinet: number; no: number } | { cabinet: number; billId: string }
type Shown = { form: ErrorForm; onRefused: (refused: Refused) => boolean }

export function useBookRefund(shown: Shown) {
  const { t } = useTranslation()
  const more = {
    ...shown,
    rename: { amountMinor: 'amount' },
    done: t('operator.refund.done'),
    refresh: [payments.listBusinessPayments, billing.listAllBills, operator.listCabinets, operator.readCabinet],
  }
  const [payment, bill] = [useWrite(payments.refundPayment, more), useWrite(billing.refundBill, more)]
  return {
    isBusy: payment.isBusy || bill.isBusy,
    book: async (of: Refunded, body: z.input<typeof REFUND>): Promise<boolean> =>
      (await ('no' in of ? payment.ask({ params: of, body }) : bill.ask({ params: of, body }))) !== undefined,
  }
}

export const useCheckPayments = () => useWrite(payments.checkSettings)
