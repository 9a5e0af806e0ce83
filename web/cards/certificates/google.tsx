import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { certificates } from '../../../contract/cards/certificates.ts'
import type { ReplyOf } from '../../../contract/call.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './certificates.module.css'

/** Google: the issuer belongs to the operator of the installation, so there is nothing to upload. */
export function GoogleTrack({ google }: { google: ReplyOf<typeof certificates.readGoogle> }) {
  const { t } = useTranslation()
  const isActive = google.state === 'activated'
  const isTest = isActive && google.isTest
  const text = isTest
    ? 'certificates.google.testText'
    : isActive
      ? 'certificates.google.activeText'
      : 'certificates.google.noneText'
  return (
    <Paper component="section" p="lg" aria-labelledby="google-title">
      <Stack gap="md">
        <Group gap="sm">
          <Title order={2} id="google-title">
            {t('certificates.google.title')}
          </Title>
          <StatusBadge tone={isTest ? 'info' : isActive ? 'success' : 'neutral'}>
            {t(`certificates.google.state.${isTest ? 'test' : google.state}`)}
          </StatusBadge>
        </Group>
        {isTest && <Title order={3}>{t('certificates.google.testTitle')}</Title>}
        <Text c="dimmed">{t(text)}</Text>
        <dl className={classes.facts}>
          <div>
            <dt>{t('certificates.google.issuer')}</dt>
            <dd className={classes.expires}>
              {google.issuerId === null ? (
                t('certificates.google.noneIssuer')
              ) : (
                <>
                  <span className="k-mono">{google.issuerId}</span>
                  <CopyButton value={google.issuerId} label={t('common.copy')} />
                </>
              )}
            </dd>
          </div>
        </dl>
      </Stack>
    </Paper>
  )
}
