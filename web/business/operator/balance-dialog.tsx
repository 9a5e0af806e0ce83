/** A corrected balance: real money or bonus money, its effect, and a second look before it is booked. */
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { operator } from '../../../contract/business/operator.ts'
import { hundredthsOf } from '../../base/amount.ts'
import { checkWith } from '../../base/form.ts'
import { useShow } from '../../base/show.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { ActDialog, type ActProps } from './cabinet-dialogs.tsx'
import { useCabinetAction } from './data.ts'

type Entered = { amount: string; of: 'money' | 'bonus'; reason: string }

export function BalanceDialog({ cabinet, onClose }: ActProps) {
  const { t } = useTranslation()
  const show = useShow()
  const again = usePasswordAgain()
  const [isChecked, setChecked] = useState(false)
  // The same for each try, so that a lost answer books nothing twice.
  const [id] = useState(() => crypto.randomUUID())
  const bodyOf = ({ amount, of, reason }: Entered) => ({ amountMinor: hundredthsOf(amount) ?? 0, of, reason, id })
  const form = useForm<Entered>({
    initialValues: { amount: '', of: 'money', reason: '' },
    validate: (entered) => {
      const { amountMinor, ...rest } = checkWith(operator.correctBalance.body)(bodyOf(entered))
      return amountMinor === undefined ? rest : { ...rest, amount: amountMinor }
    },
    onValuesChange: () => setChecked(false),
  })
  const action = useCabinetAction(operator.correctBalance, cabinet.id, t('operator.cabinet.corrected'), {
    form,
    rename: { amountMinor: 'amount' },
    onRefused: again.showRefused,
  })
  const submit = form.onSubmit(async (entered) => {
    if (!isChecked) return setChecked(true)
    if (await action.ask({ params: { cabinet: cabinet.id }, body: { ...bodyOf(entered), ...again.given } })) onClose()
  })
  const amountMinor = hundredthsOf(form.values.amount) ?? 0
  return (
    <ActDialog
      title={t('operator.cabinet.balanceTitle', { name: cabinet.name })}
      confirmLabel={isChecked ? t('operator.cabinet.correct') : t('operator.refund.next')}
      isBusy={action.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label={t('operator.cabinet.of')}
        data={[
          { value: 'money', label: t('operator.cabinet.ofMoney') },
          { value: 'bonus', label: t('operator.cabinet.ofBonus') },
        ]}
        {...form.getInputProps('of')}
      />
      <TextInput
        label={t('operator.cabinet.amount')}
        description={t('operator.cabinet.amountHint', {
          money: show.money(cabinet.balanceMinor - cabinet.bonusMinor),
          bonus: show.money(cabinet.bonusMinor),
        })}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput label={t('operator.cabinet.reason')} maxLength={200} {...form.getInputProps('reason')} />
      {amountMinor !== 0 && (
        <Text role="status">
          {t('operator.cabinet.newBalance', { balance: show.money(cabinet.balanceMinor + amountMinor) })}
        </Text>
      )}
      {isChecked && <Text fw={600}>{t('operator.cabinet.checkAgain')}</Text>}
      {isChecked && again.field}
    </ActDialog>
  )
}
