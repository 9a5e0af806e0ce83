import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoogleIssuer } from '../../../contract/cards/issuers.ts'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './certificates.module.css'
import { GoogleFacts } from './google-facts.tsx'
import { SwitchDialog } from './google-switch.tsx'

type GoogleWaitingProps = { google: GoogleIssuer; waiting: NonNullable<GoogleIssuer['waiting']>; isOwner: boolean }

/** An own issuer that does not make cards yet. */
export function GoogleWaiting({ google, waiting, isOwner }: GoogleWaitingProps) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  const isQueued = google.state === 'in_queue'
  const isRejected = waiting.review === 'rejected'
  const text = isRejected ? 'rejected' : isQueued ? 'in_queue' : 'configured'
  return (
    <div className={classes.pending} role="region" aria-label={t('certificates.google.waiting.title')}>
      <Title order={3}>{t('certificates.google.waiting.title')}</Title>
      {isRejected ? (
        <StatusBanner tone="danger">{t('certificates.google.waiting.rejected')}</StatusBanner>
      ) : (
        <Text c="dimmed">{t(`certificates.google.waiting.${text}`)}</Text>
      )}
      <GoogleFacts of={waiting} />
      {!google.isAppleActive && (
        <StatusBanner tone="warning">{t('certificates.google.waiting.appleFirst')}</StatusBanner>
      )}
      {isOwner && (
        <div>
          <Button onClick={() => setIsAsked(true)} disabled={!google.isAppleActive}>
            {t(isQueued ? 'certificates.google.waiting.again' : 'certificates.google.waiting.activate')}
          </Button>
        </div>
      )}
      <SwitchDialog google={google} to="own" isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </div>
  )
}
