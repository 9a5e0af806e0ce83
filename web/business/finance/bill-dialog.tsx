/** A new bill: how much, in which language, and who pays it. The payer of the last bill is filled in. */
import { Checkbox, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { bills, type Payer } from '../../../contract/business/bills.ts'
import type { ReplyOf } from '../../../contract/call.ts'
import { CURRENCY, type Language, LANGUAGES } from '../../../contract/limits.ts'
import { LANGUAGE_NAMES } from '../../../words/words.ts'
import { hundredthsOf } from '../../base/amount.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { checkWith } from '../../base/form.ts'
import { useShow } from '../../base/show.ts'
import { useLanguage } from '../../base/words.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useBillFile, useCreateBill } from './bills-data.ts'

type Terms = ReplyOf<typeof bills.readBillTerms>
type Entered = { amount: string; lang: Language; hasPayer: boolean; payer: Payer }

const NOBODY: Payer = { name: '', taxNumber: '', address: '', bank: '' }
const PAYER_FIELDS = ['name', 'taxNumber', 'address', 'bank'] as const
const LENGTHS: Readonly<Record<(typeof PAYER_FIELDS)[number], number>> = {
  name: 160,
  taxNumber: 40,
  address: 240,
  bank: 240,
}

const bodyOf = ({ amount, lang, hasPayer, payer }: Entered) => ({
  amountMinor: hundredthsOf(amount) ?? 0,
  lang,
  payer: hasPayer ? payer : null,
})

type BillDialogProps = {
  terms: Terms
  onClose: () => void
  /** The amount to begin with. */
  neededMinor?: number
}

export function BillDialog({ terms, onClose, neededMinor = 0 }: BillDialogProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const lang = useLanguage()
  const form = useForm<Entered>({
    initialValues: {
      amount: neededMinor === 0 ? '' : (neededMinor / 100).toFixed(2),
      lang,
      hasPayer: terms.payer !== null,
      payer: terms.payer ?? NOBODY,
    },
    validate: (entered) => {
      const { amountMinor, ...rest } = checkWith(bills.createBill.body)(bodyOf(entered))
      return amountMinor === undefined ? rest : { ...rest, amount: amountMinor }
    },
  })
  const file = useBillFile()
  const create = useCreateBill(t('bills.made'), form, ({ code }) =>
    ['no_bank_details', 'too_many_bills'].includes(code),
  )
  const submit = form.onSubmit(async (entered) => {
    const bill = await create.ask({ params: { c }, body: bodyOf(entered) })
    if (!bill) return
    file.run({ params: { c, billId: bill.id }, query: {} })
    onClose()
  })
  const refused = create.refused
  return (
    <Modal opened onClose={onClose} title={t('bills.newTitle')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {refused && Object.keys(refused.fields).length === 0 && (
            <StatusBanner tone="danger">{refused.message}</StatusBanner>
          )}
          <TextInput
            label={t('bills.amountIn', { currency: CURRENCY })}
            description={t('bills.amountHint', {
              min: show.money(terms.minMinor),
              max: show.money(terms.maxMinor),
              date: show.date(terms.dueOn),
            })}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <NativeSelect
            label={t('bills.language')}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            {...form.getInputProps('lang')}
          />
          <Checkbox
            label={t('bills.hasPayer')}
            description={t('bills.hasPayerHint')}
            {...form.getInputProps('hasPayer', { type: 'checkbox' })}
          />
          {form.values.hasPayer &&
            PAYER_FIELDS.map((field) => (
              <TextInput
                key={field}
                label={t(`bills.payerFields.${field}`)}
                required={field === 'name'}
                maxLength={LENGTHS[field]}
                autoComplete={field === 'name' ? 'organization' : 'off'}
                {...form.getInputProps(`payer.${field}`)}
              />
            ))}
          <Text className="k-small" c="dimmed">
            {t('bills.fixed')}
          </Text>
          <FormButtons worksWhileLimited submitLabel={t('bills.make')} isBusy={create.isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
