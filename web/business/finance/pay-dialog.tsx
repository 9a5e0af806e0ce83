/**
 * The way out of a read-only account, over the page that its owner is on: after a demo a plan first, then by card with
 * the amount that is needed, or by bank transfer. After the payment the browser comes back to that page.
 */
import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentTariff } from '../../../contract/business/finance.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useReadOnly } from '../../base/read-only.ts'
import { PHONE } from '../../base/theme.ts'
import { Unread } from '../../parts/unread-page.tsx'
import { BillDialog } from './bill-dialog.tsx'
import { useBillTerms } from './bills-data.ts'
import { useTariff } from './data.ts'
import { useTerms } from './payments-data.ts'
import { PlanStep } from './plan-step.tsx'
import { neededMinor, sum } from './price.ts'
import { PayWay } from './top-up.tsx'

export function PayDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [isBill, setIsBill] = useState(false)
  const { id: c, tariff } = useCabinet()
  const { read, now } = useTariffNow(c)
  const bill = useBillTerms(c).data
  if (isBill && bill && now) return <BillDialog terms={bill} neededMinor={neededMinor(now)} onClose={onClose} />
  const isPlanNeeded = now === null ? (tariff?.isDemo ?? true) : now.key === null || now.key === 'demo'
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isPlanNeeded ? 'payments.dialog.planTitle' : 'payments.dialog.title')}
      size={560}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {now === null ? (
        <Unread read={read} shapes={[80, 240]} />
      ) : isPlanNeeded ? (
        <PlanStep now={now} onClose={onClose} />
      ) : (
        <PayStep now={now} onBill={bill?.canBill ? () => setIsBill(true) : undefined} />
      )}
    </Modal>
  )
}

/** Read anew, for the balance may have changed; null until then. */
function useTariffNow(c: number) {
  const read = useTariff(c)
  const { data, refetch } = read
  const [isFresh, setIsFresh] = useState(false)
  useEffect(() => {
    void refetch().finally(() => setIsFresh(true))
  }, [refetch])
  return { read, now: isFresh ? (data ?? null) : null }
}

type PayStepProps = { now: CurrentTariff; onBill: (() => void) | undefined }

/** Why nothing can be changed, what the proposed amount is for, and the ways to pay it. */
function PayStep({ now, onBill }: PayStepProps) {
  const { t } = useTranslation()
  const terms = useTerms(useCabinet().id)
  const path = useRouterState({ select: (state) => state.location.href })
  const readOnly = useReadOnly(true)
  if (!terms.data) return <Unread read={terms} shapes={[80, 240]} />
  const needed = neededMinor(now)
  return (
    <Stack gap="md">
      <Stack gap="xs">
        <Text>{readOnly?.text}</Text>
        <Text c="dimmed">{t('payments.dialog.needed', { amount: sum(needed) })}</Text>
      </Stack>
      <PayWay terms={terms.data} neededMinor={needed} wayBack={path} />
      {onBill && (
        <Anchor component="button" type="button" fw={500} style={{ alignSelf: 'flex-start' }} onClick={onBill}>
          {t('payments.dialog.bill')}
        </Anchor>
      )}
    </Stack>
  )
}
