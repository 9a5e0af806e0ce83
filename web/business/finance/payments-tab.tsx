/** Topping up by card and by bill, what became of each, and acts of what was spent. */
import { Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useReadOnly } from '../../base/read-only.ts'
import { PathLink } from '../../parts/link.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Acts } from './acts.tsx'
import { Bills } from './bills.tsx'
import { GraceBanner } from './grace.tsx'
import { usePayments } from './payments-data.ts'
import { PaymentsList } from './payments-list.tsx'
import { sum } from './price.ts'
import { TopUp } from './top-up.tsx'

export function PaymentsTab() {
  return (
    <Stack gap="xl">
      <WayBack />
      <GraceBanner />
      <TopUp />
      <PaymentsList />
      <Bills />
      <Acts />
    </Stack>
  )
}

/** After the payment page. What the browser brings back proves nothing: the list says what has come. */
function WayBack() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const readOnly = useReadOnly()
  const { back } = useSearch({ strict: false }) as { back?: string }
  const latest = usePayments(c, { page: 1, limit: 20 }).data?.data[0]
  if ((back !== 'success' && back !== 'fail') || !latest) return null
  if (latest.state === 'paid') {
    // A demo that is over still needs a plan.
    const action = readOnly && (
      <PathLink to={readOnly.action.to} fw={600} underline="always">
        {readOnly.action.label}
      </PathLink>
    )
    return (
      <StatusBanner tone="success" action={action}>
        {t('payments.back.paid', { amount: sum(latest.amountMinor) })}
      </StatusBanner>
    )
  }
  if (latest.state !== 'waiting') return <StatusBanner tone="warning">{t('payments.back.notPaid')}</StatusBanner>
  return (
    <StatusBanner tone="info">{t(back === 'success' ? 'payments.back.waiting' : 'payments.back.left')}</StatusBanner>
  )
}
