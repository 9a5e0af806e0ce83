/** Topping up by card: what is added, what the payment costs, and the way to the payment page. */
import { Button, NativeSelect, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import type { payments } from '../../../contract/business/payments.ts'
import { feeOf, PAYMENT_MAX_MINOR, PAYMENT_MIN_MINOR } from '../../../contract/business/payment-sums.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { askSupport } from '../../base/support.ts'
import { useLanguage } from '../../base/words.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import classes from './finance.module.css'
import { usePay, useTerms } from './payments-data.ts'
import { price, sum } from './price.ts'

type Terms = ReplyOf<typeof payments.readTerms>
type Period = Terms['periods'][number]

export function TopUp() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useTerms(c)
  if (!read.data) return <Unread read={read} shapes={[320]} />
  return (
    <Paper component="section" p="lg" withBorder aria-labelledby="top-up-title">
      <Stack gap="md" maw={520}>
        <div>
          <Title order={2} id="top-up-title">
            {t('payments.topUp.title')}
          </Title>
          {read.data.isAvailable && <Text c="dimmed">{t('payments.topUp.lead')}</Text>}
          {read.data.welcome && <Text>{t('payments.topUp.welcomeLead', read.data.welcome)}</Text>}
        </div>
        <PayWay terms={read.data} />
      </Stack>
    </Paper>
  )
}

type PayWayProps = {
  terms: Terms
  /** The amount to begin with, and where the payer comes back to; on the page of payments neither is known. */
  neededMinor?: number
  wayBack?: string
}

/** The form, on its page and in the dialog. */
export function PayWay({ terms, neededMinor = 0, wayBack }: PayWayProps) {
  return terms.isAvailable ? (
    <PayForm {...terms} neededMinor={neededMinor} wayBack={wayBack ?? null} />
  ) : (
    <NotAvailable />
  )
}

function NotAvailable() {
  const { t } = useTranslation()
  return (
    <>
      <Text>{t('payments.topUp.unavailable')}</Text>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => askSupport({ topic: 'money' })}>
        {t('plans.support')}
      </Button>
    </>
  )
}

const isAmount = (minor: number) => minor >= PAYMENT_MIN_MINOR && minor <= PAYMENT_MAX_MINOR

type PayFormProps = Pick<Terms, 'periods' | 'welcome'> & { neededMinor: number; wayBack: string | null }

function PayForm({ periods, welcome, neededMinor, wayBack }: PayFormProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const lang = useLanguage()
  const [months, setMonths] = useState('')
  const [entered, setEntered] = useState<number | string>(neededMinor === 0 ? '' : (neededMinor / 100).toFixed(2))
  const [fault, setFault] = useState('')
  const [refused, setRefused] = useState('')
  const period = periods.find((one) => String(one.months) === months)
  const amountMinor = period?.amountMinor ?? Math.round(Number(entered) * 100)
  const pay = usePay(wayBack, (one) => {
    const amount = one.fields.amount?.message
    if (amount) setFault(amount)
    else setRefused(one.message)
    return true
  })
  const send = () => {
    setRefused('')
    if (!isAmount(amountMinor)) return setFault(t('refusals.fields.payment_amount'))
    const body = {
      amount: amountMinor / 100,
      months: period?.months ?? null,
      culture: lang === 'ru' ? 'ru' : 'en',
    } as const
    pay.run({ params: { c }, body })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap="md">
        {refused !== '' && <StatusBanner tone="danger">{refused}</StatusBanner>}
        {periods.length > 0 && (
          <PeriodSelect
            periods={periods}
            value={months}
            onChange={(value) => {
              setMonths(value)
              setFault('')
            }}
          />
        )}
        {!period && (
          <NumberInput
            label={t('payments.topUp.amount')}
            description={t('payments.topUp.limits', { min: price(PAYMENT_MIN_MINOR), max: price(PAYMENT_MAX_MINOR) })}
            rightSection={<span className={classes.currency}>{CURRENCY}</span>}
            rightSectionWidth={52}
            decimalScale={2}
            allowNegative={false}
            thousandSeparator=" "
            inputMode="decimal"
            maw={260}
            error={fault}
            value={entered}
            onChange={(value) => {
              setEntered(value)
              setFault('')
            }}
          />
        )}
        <Sums
          amountMinor={isAmount(amountMinor) ? amountMinor : 0}
          bonusMinor={period?.bonusMinor ?? 0}
          welcome={welcome}
        />
        {period !== undefined && period.moduleDays > 0 && (
          <Text className="k-small">{t('payments.topUp.module', { days: period.moduleDays })}</Text>
        )}
        {period !== undefined && period.telegramDays > 0 && (
          <Text className="k-small">{t('payments.topUp.telegram', { days: period.telegramDays })}</Text>
        )}
        <Button type="submit" loading={pay.isBusy} style={{ alignSelf: 'flex-start' }}>
          {t('payments.topUp.pay')}
        </Button>
        <Text className="k-small" c="dimmed">
          {t('payments.topUp.where')}
        </Text>
      </Stack>
    </form>
  )
}

type PeriodSelectProps = { periods: readonly Period[]; value: string; onChange: (months: string) => void }

function PeriodSelect({ periods, value, onChange }: PeriodSelectProps) {
  const { t } = useTranslation()
  const textOf = ({ months, amountMinor, bonusMinor, moduleDays, telegramDays }: Period) =>
    [
      t('payments.topUp.months', { count: months, amount: price(amountMinor) }),
      ...(bonusMinor > 0 ? [t('payments.topUp.withBonus', { amount: price(bonusMinor) })] : []),
      ...(moduleDays > 0 ? [t('payments.topUp.withModule', { days: moduleDays })] : []),
      ...(telegramDays > 0 ? [t('payments.topUp.withTelegram', { days: telegramDays })] : []),
    ].join(' ')
  return (
    <NativeSelect
      label={t('payments.topUp.period')}
      value={value}
      data={[
        { value: '', label: t('payments.topUp.anyAmount') },
        ...periods.map((one) => ({ value: String(one.months), label: textOf(one) })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type SumsProps = { amountMinor: number; bonusMinor: number; welcome: Terms['welcome'] }

/** To the cent, before anybody leaves for the payment page. */
function Sums({ amountMinor, bonusMinor, welcome }: SumsProps) {
  const { t } = useTranslation()
  const show = useShow()
  const fee = feeOf(amountMinor)
  const rows = [
    [t('payments.topUp.added'), sum(amountMinor)],
    ...(bonusMinor > 0 ? [[t('payments.topUp.bonus'), sum(bonusMinor)]] : []),
    ...(welcome
      ? [[t('payments.topUp.welcome', welcome), sum(Math.floor((amountMinor * welcome.percent) / 100))]]
      : []),
    [t('payments.topUp.fee', { percent: show.number(2.9) }), sum(fee)],
    [t('payments.topUp.total'), sum(amountMinor + fee)],
  ]
  return (
    <dl className={classes.facts} aria-live="polite">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="k-number">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
