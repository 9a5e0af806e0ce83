/** Books what was given back of a payment or a bill: entered, looked at again, and confirmed by the password. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REFUND } from '../../../contract/business/refund.ts'
import { amountText, hundredthsOf } from '../../base/amount.ts'
import { checkWith } from '../../base/form.ts'
import { useShow } from '../../base/show.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { type Refunded, useBookRefund } from './payments-data.ts'

type Entered = { amount: string; refundId: string; reason: string }

type RefundDialogProps = {
  of: Refunded
  no: string
  /** Credited, and what is left of it. */
  amountMinor: number
  leftMinor: number
  currency: string
  onClose: () => void
}

const bodyOf = ({ amount, ...rest }: Entered) => ({ amountMinor: hundredthsOf(amount) ?? 0, ...rest })

export function RefundDialog({ of, no, amountMinor, leftMinor, currency, onClose }: RefundDialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const isCard = 'no' in of
  const again = usePasswordAgain()
  const [isChecked, setChecked] = useState(false)
  const form = useForm<Entered>({
    initialValues: { amount: amountText(leftMinor), refundId: '', reason: '' },
    validate: (entered) => {
      const { amountMinor: amount, ...rest } = checkWith(REFUND)(bodyOf(entered))
      return amount === undefined ? rest : { ...rest, amount }
    },
    onValuesChange: () => setChecked(false),
  })
  const booking = useBookRefund({ form, onRefused: again.showRefused })
  const submit = form.onSubmit(async (entered) => {
    if (!isChecked) return setChecked(true)
    if (await booking.book(of, { ...bodyOf(entered), ...again.given })) onClose()
  })
  const sum = (minor: number) => `${show.money(minor)}\u00A0${currency}`
  const entered = hundredthsOf(form.values.amount) ?? 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isCard ? 'operator.refund.paymentTitle' : 'operator.refund.billTitle', { no })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
          <Text>{t(isCard ? 'operator.refund.cardText' : 'operator.refund.billText')}</Text>
          <Text>
            {t(isCard ? 'operator.refund.left' : 'operator.refund.leftBill', {
              left: sum(leftMinor),
              amount: sum(amountMinor),
            })}
          </Text>
          <TextInput
            label={t('operator.refund.amount')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <TextInput
            label={t('operator.refund.id')}
            description={t(isCard ? 'operator.refund.idCard' : 'operator.refund.idBill')}
            autoComplete="off"
            maxLength={80}
            {...form.getInputProps('refundId')}
          />
          <TextInput
            label={t('operator.refund.reason')}
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('reason')}
          />
          {isChecked && (
            <div role="status">
              <Text>{t('operator.refund.effect', { amount: sum(entered) })}</Text>
              <Text fw={600}>{t('operator.refund.confirm')}</Text>
            </div>
          )}
          {isChecked && again.field}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => (isChecked ? setChecked(false) : onClose())}>
              {isChecked ? t('operator.refund.back') : t('common.cancel')}
            </Button>
            <Button type="submit" loading={booking.isBusy} aria-busy={booking.isBusy}>
              {isChecked ? t('operator.refund.submit', { amount: sum(entered) }) : t('operator.refund.next')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
