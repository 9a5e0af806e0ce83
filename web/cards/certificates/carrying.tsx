import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AppleCertificate } from '../../../contract/cards/certificates.ts'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './certificates.module.css'
import { expiryOf } from './expiry.ts'
import { Facts } from './facts.tsx'

/** Replaced certificates that cards on iPhones still need. */
export function Carrying({ carrying }: { carrying: AppleCertificate['carrying'] }) {
  const { t } = useTranslation()
  const isUrgent = carrying.some((one) => expiryOf(one.expiresAt, new Date()).state !== 'valid')
  return (
    <div className={classes.now}>
      <Title order={3}>{t('certificates.apple.carrying.title')}</Title>
      {isUrgent ? (
        <StatusBanner tone="warning">{t('certificates.apple.carrying.text')}</StatusBanner>
      ) : (
        <Text c="dimmed">{t('certificates.apple.carrying.text')}</Text>
      )}
      {carrying.map((one) => (
        <Stack key={one.passTypeIdentifier + one.expiresAt} gap="xs">
          <Facts of={one} />
          <Text size="sm">{t('certificates.apple.carrying.cards', { count: one.cards })}</Text>
        </Stack>
      ))}
    </div>
  )
}
