/**
 * The way out of a read-only account, over the page that its owner is on: by card with the amount that is needed, or by
 * bank transfer. After the payment the browser comes back to that page.
 */
import { Anchor, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useReadOnly } from '../../base/read-only.ts'
import { PHONE } from '../../base/theme.ts'
import { PathLink } from '../../parts/link.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { BillDialog } from './bill-dialog.tsx'
import { useBillTerms } from './bills-data.ts'
import { useTariff, useTariffs } from './data.ts'
import { useTerms } from './payments-data.ts'
import { neededMinor, sum } from './price.ts'
import { PayWay } from './top-up.tsx'

export function PayDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const path = useRouterState({ select: (state) => state.location.href })
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [isBill, setIsBill] = useState(false)
  const terms = useTerms(c)
  const bill = useBillTerms(c).data
  const needed = useNeeded(c)
  if (isBill && bill && needed !== null) return <BillDialog terms={bill} neededMinor={needed} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payments.dialog.title')}
      size={560}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {terms.data && needed !== null ? (
        <Stack gap="md">
          <Why neededMinor={needed} onLeave={onClose} />
          <PayWay terms={terms.data} neededMinor={needed} wayBack={path} />
          {bill?.canBill && (
            <Anchor
              component="button"
              type="button"
              fw={500}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => setIsBill(true)}
            >
              {t('payments.dialog.bill')}
            </Anchor>
          )}
        </Stack>
      ) : (
        <Unread read={terms} shapes={[80, 240]} />
      )}
    </Modal>
  )
}

/** Of a demo that is over, what the first plan costs. Read anew, for the balance may have changed; null until then. */
function useNeeded(c: number): number | null {
  const { data: now, refetch } = useTariff(c)
  const plans = useTariffs(c).data
  const [isFresh, setIsFresh] = useState(false)
  useEffect(() => {
    void refetch().finally(() => setIsFresh(true))
  }, [refetch])
  if (!isFresh || !now || !plans) return null
  const isPlan = now.key !== null && now.key !== 'demo'
  const first = plans.find(({ key, choice }) => key !== 'demo' && choice === 'free')
  return neededMinor({ ...now, priceMinor: isPlan ? now.priceMinor : (first?.priceMinor ?? 0) })
}

/** Why nothing can be changed, and what the proposed amount is for. A demo needs a plan besides. */
function Why({ neededMinor: minor, onLeave }: { neededMinor: number; onLeave: () => void }) {
  const { t } = useTranslation()
  const readOnly = useReadOnly(true)
  if (readOnly === null) return null
  const { action } = readOnly
  return (
    <Stack gap="xs">
      <Text>{readOnly.text}</Text>
      {action.isPayment ? (
        <Text c="dimmed">{t('payments.dialog.needed', { amount: sum(minor) })}</Text>
      ) : (
        <Group gap="sm">
          <Text c="dimmed">{t('payments.dialog.demo', { amount: sum(minor) })}</Text>
          <PathLink to={action.to} underline="always" fw={600} onClick={onLeave}>
            {action.label}
          </PathLink>
        </Group>
      )}
    </Stack>
  )
}
