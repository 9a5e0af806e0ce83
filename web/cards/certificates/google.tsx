/** Google: the operator's issuer, which works immediately, and the way to the business's own. */
import { Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoogleIssuer } from '../../../contract/cards/issuers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './certificates.module.css'
import { GoogleFacts } from './google-facts.tsx'
import { GoogleForm } from './google-form.tsx'
import { GoogleWaiting } from './google-waiting.tsx'
import { SwitchDialog } from './google-switch.tsx'

const TONE = { not_configured: 'neutral', configured: 'info', in_queue: 'warning', activated: 'success' } as const

export function GoogleTrack({ google }: { google: GoogleIssuer }) {
  const { t } = useTranslation()
  const { role } = useCabinet()
  const [open, setOpen] = useState<'form' | 'back' | null>(null)
  const { own, waiting, isTest, issuerId } = google
  const isOwner = role === 'owner'
  const showsTest = isTest && own === null && waiting === null
  const text = own ? 'ownText' : isTest ? 'testText' : 'sharedText'
  return (
    <Paper component="section" p="lg" aria-labelledby="google-title">
      <Stack gap="md">
        <Group gap="sm">
          <Title order={2} id="google-title">
            {t('certificates.google.title')}
          </Title>
          <StatusBadge tone={showsTest ? 'info' : TONE[google.state]}>
            {t(`certificates.google.state.${showsTest ? 'test' : google.state}`)}
          </StatusBadge>
        </Group>
        {showsTest && <Title order={3}>{t('certificates.google.testTitle')}</Title>}
        <Text c="dimmed">{t(`certificates.google.${text}`)}</Text>
        {own ? (
          <GoogleFacts of={own} />
        ) : (
          <dl className={classes.facts}>
            <div>
              <dt>{t('certificates.google.issuer')}</dt>
              <dd className={classes.expires}>
                {issuerId === null ? (
                  t('certificates.google.noneIssuer')
                ) : (
                  <>
                    <span className="k-mono">{issuerId}</span>
                    <CopyButton value={issuerId} label={t('common.copy')} />
                  </>
                )}
              </dd>
            </div>
          </dl>
        )}
        {waiting && <GoogleWaiting google={google} waiting={waiting} isOwner={isOwner} />}
        {isOwner && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen('form')}>
              {t(own || waiting ? 'certificates.google.form.change' : 'certificates.google.form.open')}
            </Button>
            {own && (
              <Button variant="default" onClick={() => setOpen('back')}>
                {t('certificates.google.back')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      <Modal
        opened={open === 'form'}
        onClose={() => setOpen(null)}
        title={t('certificates.google.form.open')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        size="lg"
      >
        {open === 'form' && <GoogleForm saved={waiting ?? own} onClose={() => setOpen(null)} />}
      </Modal>
      <SwitchDialog google={google} to="shared" isOpen={open === 'back'} onClose={() => setOpen(null)} />
    </Paper>
  )
}
