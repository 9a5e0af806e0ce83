/** Two ways to a certificate of one's own: a request made here, or a .p12 from a Mac. */
import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppleCertificate } from '../../../contract/cards/certificates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { HowTo } from './how-to.tsx'
import { RequestWay } from './request.tsx'
import { Upload } from './upload.tsx'

const WAYS = ['request', 'p12'] as const

export function Ways({ apple, onRead }: { apple: AppleCertificate; onRead: () => void }) {
  const { t } = useTranslation()
  const { role } = useCabinet()
  const [way, setWay] = useState<(typeof WAYS)[number]>('request')
  if (role !== 'owner') return <StatusBanner tone="info">{t('certificates.apple.upload.ownerOnly')}</StatusBanner>
  return (
    <Stack gap="md">
      <SegmentedControl
        value={way}
        onChange={setWay}
        data={WAYS.map((value) => ({ value, label: t(`certificates.apple.ways.${value}`) }))}
        aria-label={t('certificates.apple.ways.label')}
      />
      {way === 'request' ? (
        <RequestWay requests={apple.requests} isNext={apple.pending === null} onRead={onRead} />
      ) : (
        <>
          <Upload onRead={onRead} />
          <HowTo />
        </>
      )}
    </Stack>
  )
}
