/** What signs the cards: Apple's certificate and Google's issuer. */
import '@mantine/dropzone/styles.css'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { AppleTrack } from './apple.tsx'
import { useApple } from './data.ts'
import { GoogleTrack } from './google.tsx'
import { useGoogle } from './google-data.ts'
import { PreorderPanel } from './preorder-panel.tsx'

export function CertificatesPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const apple = useApple(c)
  const google = useGoogle(c)
  useBreadcrumbs([{ text: t('shell.menu.settings'), to: `/${domain}/settings` }, { text: t('certificates.title') }])
  return (
    <Page>
      <PageHeader title={t('certificates.title')} meta={t('certificates.lead')} />
      {apple.data ? (
        <AppleTrack apple={apple.data} />
      ) : apple.error ? (
        <Failed read={apple} />
      ) : (
        <Waiting height={520} />
      )}
      {google.data ? (
        <GoogleTrack google={google.data} />
      ) : google.error ? (
        <Failed read={google} />
      ) : (
        <Waiting height={180} />
      )}
      <PreorderPanel />
    </Page>
  )
}

function Failed({ read }: { read: { error: unknown; refetch: () => unknown; isFetching: boolean } }) {
  return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
}

function Waiting({ height }: { height: number }) {
  return <Loading shapes={[height]} />
}
