/** The shop at the payment provider: its credentials, whose passwords are only ever written. */
import { Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import { HASHES, type PaymentSettings, type payments } from '../../../contract/business/payments.ts'
import { useSavedForm } from '../../base/saved-form.ts'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { SecretInput } from '../../parts/secret-input.tsx'
import { SettingsCard } from '../../parts/settings-card.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useCheckPayments, useSavePayments } from './payments-data.ts'

type Outcome = ReplyOf<typeof payments.checkSettings>['outcome']
type Entered = { login: string; password1: string; password2: string; hash: (typeof HASHES)[number]; isTest: boolean }

const enteredOf = ({ saved }: PaymentSettings): Entered => ({
  login: saved?.login ?? '',
  hash: saved?.hash ?? 'sha256',
  isTest: saved?.isTest ?? false,
  password1: '',
  password2: '',
})

export function PaymentsCard({ settings }: { settings: PaymentSettings }) {
  const { t } = useTranslation()
  const form = useForm<Entered>({ mode: 'controlled', initialValues: enteredOf(settings) })
  const again = usePasswordAgain()
  const save = useSavePayments(form, again.showRefused)
  const { isDirty, submit, leave } = useSavedForm(form, async (entered) => {
    const saved = await save.ask({ body: { ...entered, version: settings.version, ...again.given } })
    return saved && enteredOf(saved)
  })
  const password = (name: 'password1' | 'password2') => ({
    label: t(`operator.payments.${name}`),
    placeholder: settings.saved ? t('operator.payments.kept') : '',
    autoComplete: 'off',
    maxLength: 100,
    maw: 420,
    ...form.getInputProps(name),
  })
  return (
    <SettingsCard
      id="payments-shop"
      title={t('operator.payments.shop')}
      text={t('operator.payments.shopText')}
      isDirty={isDirty}
      isSaving={save.isBusy}
      onSubmit={submit}
      dialogs={leave}
    >
      {settings.isEmulated && <StatusBanner tone="info">{t('operator.payments.emulated')}</StatusBanner>}
      <TextInput
        label={t('operator.payments.login')}
        autoComplete="off"
        maxLength={100}
        maw={420}
        {...form.getInputProps('login')}
      />
      <SecretInput {...password('password1')} />
      <SecretInput {...password('password2')} />
      <NativeSelect
        label={t('operator.payments.hash')}
        data={HASHES.map((value) => ({ value, label: value.toUpperCase() }))}
        maw={420}
        {...form.getInputProps('hash')}
      />
      <Checkbox
        label={t('operator.payments.isTest')}
        description={t('operator.payments.isTestText')}
        {...form.getInputProps('isTest', { type: 'checkbox' })}
      />
      {again.field}
      {(settings.saved || settings.isEmulated) && !isDirty && <Check />}
    </SettingsCard>
  )
}

function Check() {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const check = useCheckPayments()
  const run = async () => {
    const reply = await check.ask({})
    if (reply) setOutcome(reply.outcome)
  }
  return (
    <Group gap="md">
      <Button variant="default" onClick={() => void run()} loading={check.isBusy}>
        {t('operator.payments.check')}
      </Button>
      <Text role="status">{outcome && t(`operator.payments.outcomes.${outcome}`)}</Text>
    </Group>
  )
}
