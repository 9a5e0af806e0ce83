/** A certificate that no authority has signed, for the owner to compare and accept. */
import { Button, Code, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { StatusBanner } from '../../parts/status.tsx'

type CertificateOfferProps = { fingerprint: string; isAccepted: boolean; onAccept: () => void }

export function CertificateOffer({ fingerprint, isAccepted, onAccept }: CertificateOfferProps) {
  const { t } = useTranslation()
  if (isAccepted) return <StatusBanner tone="success">{t('integration.certificate.accepted')}</StatusBanner>
  return (
    <StatusBanner tone="warning">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{t('integration.certificate.title')}</Text>
        <Text>{t('integration.certificate.text')}</Text>
        <Code block maw="100%" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {fingerprint}
        </Code>
        <Button variant="default" onClick={onAccept}>
          {t('integration.certificate.accept')}
        </Button>
      </Stack>
    </StatusBanner>
  )
}
