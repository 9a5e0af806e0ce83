/** Apple: the test certificate that works immediately, and the steps to the cabinet's own. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppleCertificate } from '../../../contract/cards/certificates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { usePasswordAgain } from '../../parts/password-again.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import classes from './certificates.module.css'
import { useActivateTest, useRemovePassType } from './data.ts'
import { expiryOf } from './expiry.ts'
import { Carrying } from './carrying.tsx'
import { Facts } from './facts.tsx'
import { Pending, showPending } from './pending.tsx'
import { Track } from './track.tsx'
import { Ways } from './ways.tsx'

const TONE = {
  not_configured: 'neutral',
  in_queue: 'warning',
  allow: 'info',
  configured: 'danger',
  activated: 'success',
} as const

export function AppleTrack({ apple }: { apple: AppleCertificate }) {
  const { t } = useTranslation()
  const isTest = apple.state === 'activated' && apple.isTest
  return (
    <Paper component="section" p="lg" aria-labelledby="apple-title">
      <Stack gap="lg">
        <Group gap="sm">
          <Title order={2} id="apple-title">
            {t('certificates.apple.title')}
          </Title>
          {isTest && apple.ownState !== 'not_configured' && (
            <StatusBadge tone={TONE[apple.ownState]}>{t(`certificates.apple.state.${apple.ownState}`)}</StatusBadge>
          )}
          <StatusBadge tone={isTest ? 'info' : TONE[apple.state]}>
            {t(`certificates.apple.state.${isTest ? 'test' : apple.state}`)}
          </StatusBadge>
        </Group>
        <Track apple={apple} />
        <Signing apple={apple} />
        {apple.carrying.length > 0 && <Carrying carrying={apple.carrying} />}
        {apple.pending && <Pending apple={apple} pending={apple.pending} />}
        <div className={classes.upload}>
          <Title order={3}>
            {t(
              apple.state === 'activated' && !apple.isTest
                ? 'certificates.apple.upload.renew'
                : 'certificates.apple.upload.title',
            )}
          </Title>
          <Ways apple={apple} onRead={showPending} />
        </div>
      </Stack>
    </Paper>
  )
}

/** The certificate that signs the cards now. */
function Signing({ apple }: { apple: AppleCertificate }) {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const [asked, setAsked] = useState<'back' | 'remove' | null>(null)
  const activateTest = useActivateTest(c)
  const again = usePasswordAgain()
  const removePassType = useRemovePassType(c, again.showRefused)
  const close = () => setAsked(null)
  const isOwner = role === 'owner'
  if (apple.state !== 'activated') {
    return (
      <div className={classes.now}>
        <Title order={3}>{t('certificates.apple.none.title')}</Title>
        <Text c="dimmed">{t('certificates.apple.none.text')}</Text>
        {isOwner && (
          <div>
            <WriteButton
              onClick={() => activateTest.run({ params: { c } })}
              loading={activateTest.isBusy}
              aria-busy={activateTest.isBusy}
            >
              {t('certificates.apple.test.start')}
            </WriteButton>
          </div>
        )}
      </div>
    )
  }
  return (
    <div className={classes.now}>
      <Title order={3}>{t(apple.isTest ? 'certificates.apple.test.title' : 'certificates.apple.own.title')}</Title>
      <Text c="dimmed">{t(apple.isTest ? 'certificates.apple.test.text' : 'certificates.apple.own.text')}</Text>
      <ExpiryBanner apple={apple} />
      <Facts of={apple} />
      {isOwner && (
        <Group gap="xs">
          {apple.isTest ? (
            <Button variant="default" onClick={() => setAsked('remove')}>
              {t('certificates.apple.test.remove')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setAsked('back')}>
              {t('certificates.apple.test.back')}
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        isOpen={asked === 'remove'}
        onClose={close}
        title={t('certificates.apple.test.removeTitle')}
        confirmLabel={t('certificates.apple.test.removeSubmit')}
        isBusy={removePassType.isBusy}
        onConfirm={() =>
          void removePassType.ask({ params: { c }, body: again.given }).then((removed) => removed && close())
        }
      >
        <Stack>
          <Text>{t('certificates.apple.test.removeText')}</Text>
          {again.field}
        </Stack>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'back'}
        onClose={close}
        title={t('certificates.apple.test.backTitle')}
        confirmLabel={t('certificates.apple.test.backSubmit')}
        isBusy={activateTest.isBusy}
        onConfirm={() => void activateTest.ask({ params: { c } }).then(close)}
      >
        {t('certificates.apple.test.backText')}
      </ConfirmDialog>
    </div>
  )
}

/** Asks for a new certificate in time; the test certificate is renewed automatically. */
function ExpiryBanner({ apple }: { apple: AppleCertificate }) {
  const { t } = useTranslation()
  if (apple.isTest || apple.expiresAt === null) return null
  const { days, state } = expiryOf(apple.expiresAt, new Date())
  if (state === 'expired') return <StatusBanner tone="danger">{t('certificates.apple.expiredBanner')}</StatusBanner>
  return state === 'soon' ? (
    <StatusBanner tone="warning">{t('certificates.apple.expiring', { count: days })}</StatusBanner>
  ) : null
}
