/** The account's own SMS: the provider, the text of the link, a test, and the history. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_PROVIDERS } from '../../../contract/people/sms-providers.ts'
import type { SmsConnection } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useSmsProvider, useTexts } from './data.ts'
import { HistoryCard } from './history-card.tsx'
import { ProviderCard } from './provider-card.tsx'
import { TestCard } from './test-card.tsx'
import { TextsCard } from './texts-card.tsx'

/** Its list of countries is the heaviest part of the page, and below the usual settings. */
const LimitsCard = lazy(() => import('./limits-card.tsx').then((file) => ({ default: file.LimitsCard })))

export function VerificationPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const provider = useSmsProvider(c)
  const texts = useTexts(c)
  useBreadcrumbs([{ text: t('shell.menu.settings'), to: `/${domain}/settings` }, { text: t('verification.title') }])
  const error = provider.error ?? texts.error
  const connected = provider.data?.connected
  return (
    <Page>
      <PageHeader title={t('verification.title')} meta={t('verification.lead')} />
      {connected?.failure && <Refusing connected={connected} />}
      {provider.data && texts.data ? (
        <>
          <ProviderCard connection={provider.data} />
          <Suspense fallback={<Loading shapes={[380]} />}>
            <LimitsCard texts={texts.data} />
          </Suspense>
          <TextsCard texts={texts.data} />
          {connected && <TestCard connected={connected} />}
          <HistoryCard />
        </>
      ) : error ? (
        <PagePanel
          error={error}
          onRetry={() => void Promise.all([provider.refetch(), texts.refetch()])}
          isRetrying={provider.isFetching || texts.isFetching}
        />
      ) : (
        <Loading shapes={[320, 260]} />
      )}
    </Page>
  )
}

function Refusing({ connected }: { connected: NonNullable<SmsConnection['connected']> }) {
  const { t } = useTranslation()
  const show = useShow()
  if (connected.failure === null) return null
  return (
    <StatusBanner tone="danger">
      {t('verification.banner', {
        provider: SMS_PROVIDERS[connected.smsType].name,
        when: show.dateTime(connected.failedAt ?? connected.savedAt),
        reason: t(`verification.failures.${connected.failure}`),
      })}
    </StatusBanner>
  )
}
