/** A certificate that was read and checked, not yet in use; before it is activated, what that does to issued cards. */
import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppleCertificate } from '../../../contract/cards/certificates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './certificates.module.css'
import { useActivate } from './data.ts'
import { expiryOf } from './expiry.ts'
import { Facts } from './facts.tsx'

const PENDING_ID = 'certificate-pending'

/** What was read from the file is shown above the drop zone, which on a phone is out of sight. */
export function showPending(): void {
  requestAnimationFrame(() => {
    const pending = document.getElementById(PENDING_ID)
    pending?.scrollIntoView({ block: 'center' })
    pending?.focus({ preventScroll: true })
  })
}

type PendingProps = { apple: AppleCertificate; pending: NonNullable<AppleCertificate['pending']> }

export function Pending({ apple, pending }: PendingProps) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const activate = useActivate(c)
  const [isAsked, setAsked] = useState(false)
  const isSame = apple.passTypeIdentifier === pending.passTypeIdentifier
  const isOver = expiryOf(pending.expiresAt, new Date()).state === 'expired'
  const effects = effectsOf(apple, pending)
  return (
    <div
      id={PENDING_ID}
      tabIndex={-1}
      className={classes.pending}
      role="region"
      aria-label={t('certificates.apple.pending.title')}
    >
      <Title order={3}>{t('certificates.apple.pending.title')}</Title>
      <Text c="dimmed">{t('certificates.apple.pending.text')}</Text>
      <Facts of={pending} />
      {isOver && <StatusBanner tone="danger">{t('certificates.apple.pending.over')}</StatusBanner>}
      {!isOver && apple.passTypeIdentifier !== null && !apple.isTest && (
        <StatusBanner tone={isSame ? 'success' : 'warning'}>
          {t(isSame ? 'certificates.apple.pending.samePassType' : 'certificates.apple.pending.otherPassType')}
        </StatusBanner>
      )}
      {role === 'owner' && !isOver && (
        <div>
          <Button onClick={() => setAsked(true)}>{t('certificates.apple.pending.activate')}</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t('certificates.apple.pending.askTitle')}
        confirmLabel={t('certificates.apple.pending.activate')}
        isDangerous={false}
        isBusy={activate.isBusy}
        onConfirm={() => void activate.ask({ params: { c } }).then(() => setAsked(false))}
      >
        <Stack gap="sm">
          <Text>{t('certificates.apple.pending.askText', { passType: pending.passTypeIdentifier })}</Text>
          {effects.map((effect) => (
            <Text key={effect}>
              {t(`certificates.apple.pending.${effect}`, {
                count: apple.testCards,
                passType: pending.passTypeIdentifier,
              })}
            </Text>
          ))}
        </Stack>
      </ConfirmDialog>
    </div>
  )
}

/** What an activation does to cards that were issued before. */
function effectsOf({ testCards, isTest, passTypeIdentifier }: AppleCertificate, pending: PendingProps['pending']) {
  const isSame = passTypeIdentifier === pending.passTypeIdentifier
  const own = isSame ? (['samePassType'] as const) : (['otherPassType'] as const)
  return [...(testCards > 0 ? (['moves'] as const) : []), ...(isTest || passTypeIdentifier === null ? [] : own)]
}
