/** Topping up by card and by bill, what became of each, and acts of what was spent. */
import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../contract/business/payments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useReadOnly } from '../../base/read-only.ts'
import { takeReturnPath } from '../../base/return-path.ts'
import { toastDone } from '../../base/toast.ts'
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
  const outcome = latest && (back === 'success' || back === 'fail') ? backText(t, back, latest) : null
  const isAway = useWayOn(outcome)
  if (outcome === null || isAway || !latest) return null
  // A demo that is over still needs a plan.
  const action = latest.state === 'paid' && readOnly && (
    <PathLink to={readOnly.action.to} fw={600} underline="always">
      {readOnly.action.label}
    </PathLink>
  )
  const tone = latest.state === 'paid' ? 'success' : latest.state === 'waiting' ? 'info' : 'warning'
  return (
    <StatusBanner tone={tone} action={action}>
      {outcome}
    </StatusBanner>
  )
}

function backText(t: TFunction, back: 'success' | 'fail', { state, amountMinor }: Payment): string {
  if (state === 'paid') return t('payments.back.paid', { amount: sum(amountMinor) })
  if (state !== 'waiting') return t('payments.back.notPaid')
  return t(back === 'success' ? 'payments.back.waiting' : 'payments.back.left')
}

/** Who has paid from another page goes on there; a toast says what became of the payment. */
function useWayOn(outcome: string | null): boolean {
  const navigate = useNavigate()
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const path = outcome === null ? null : takeReturnPath()
    if (path === null || outcome === null) return
    setIsAway(true)
    toastDone(outcome)
    void navigate({ to: path as '/', replace: true })
  }, [outcome, navigate])
  return isAway
}
