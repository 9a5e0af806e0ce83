/** What was paid for a bill: all of it, a part, or another amount. */
import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { billing, type OperatedBill } from '../../../contract/business/billing.ts'
import { amountText, hundredthsOf } from '../../base/amount.ts'
import { checkWith } from '../../base/form.ts'
import { useShow } from '../../base/show.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useBookPayment } from './billing-data.ts'

type Entered = { amount: string; reason: string }

export function BookDialog({ bill, onClose }: { bill: OperatedBill; onClose: () => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const rest = bill.amountMinor - bill.paidMinor
  const bodyOf = ({ amount, reason }: Entered) => ({
    amountMinor: hundredthsOf(amount) ?? 0,
    reason,
    payments: bill.payments,
  })
  const form = useForm<Entered>({
    initialValues: { amount: rest > 0 ? amountText(rest) : '', reason: '' },
    validate: (entered) => {
      const { amountMinor, ...others } = checkWith(billing.bookPayment.body)(bodyOf(entered))
      return amountMinor === undefined ? others : { ...others, amount: amountMinor }
    },
  })
  const book = useBookPayment(form, ({ code }) => code === 'bill_moved_on')
  const submit = form.onSubmit(async (entered) => {
    const params = { cabinet: bill.cabinet.id, billId: bill.id }
    if (await book.ask({ params, body: bodyOf(entered) })) onClose()
  })
  const entered = hundredthsOf(form.values.amount)
  const effect =
    entered === null || entered <= 0 ? null : entered < rest ? 'part' : entered === rest ? 'whole' : ('more' as const)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bills.desk.bookTitle', { number: bill.number })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          {book.refused?.code === 'bill_moved_on' && <StatusBanner tone="danger">{book.refused.message}</StatusBanner>}
          <Text>
            {t('bills.desk.bookText', {
              name: bill.cabinet.name,
              amount: `${show.money(bill.amountMinor)}\u00A0${bill.currency}`,
              paid: show.money(bill.paidMinor),
            })}
          </Text>
          <TextInput
            label={t('bills.desk.amountIn', { currency: bill.currency })}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          {effect !== null && entered !== null && (
            <Text role="status">
              {t(`bills.desk.effects.${effect}`, { amount: show.money(Math.abs(rest - entered)) })}
            </Text>
          )}
          <TextInput
            label={t('bills.desk.reason')}
            description={t('bills.desk.reasonHint')}
            maxLength={200}
            {...form.getInputProps('reason')}
          />
          <FormButtons submitLabel={t('bills.desk.bookButton')} isBusy={book.isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
