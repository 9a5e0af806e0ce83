/**
 * Where a CRM redirects to. What was begun here is finished by the person who began it; for anything else there is a
 * sentence.
 */
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { integration } from '../../contract/business/integration.ts'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { refusedOf } from '../base/refused.ts'
import { rememberReturnPath } from '../base/return-path.ts'
import { send } from '../base/send.ts'
import { useUser } from '../base/session.ts'
import { LinkButton } from '../parts/link.tsx'
import { Working } from '../parts/loading.tsx'
import { StatusBanner } from '../parts/status.tsx'

const NAME_MAX = 40

export function LandingPage() {
  const { t } = useTranslation()
  const type = (useParams({ strict: false }).crmName ?? '').slice(0, NAME_MAX)
  const { href, searchStr } = useLocation()
  const isSignedIn = useUser() !== null
  const query = searchStr.replace(/^\?/, '')
  const title = t('integration.landing.title', { crm: type })
  useBreadcrumbs([{ text: title }])
  return (
    <Stack align="flex-start">
      <Title order={1} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {!new URLSearchParams(query).has('state') ? (
        <>
          <Text>{t('integration.landing.text')}</Text>
          <LinkButton to="/select_application">{t('integration.landing.toAccounts')}</LinkButton>
        </>
      ) : isSignedIn ? (
        <Finish type={type} query={query} />
      ) : (
        <>
          <Text>{t('integration.landing.login')}</Text>
          <LinkButton to="/login" onClick={() => rememberReturnPath(href)}>
            {t('integration.landing.toLogin')}
          </LinkButton>
        </>
      )}
    </Stack>
  )
}

function Finish(back: { type: string; query: string }) {
  const { t } = useTranslation()
  // It can be sent once: a page that is drawn twice does not send it again.
  const { data, error } = useQuery({
    queryKey: ['finish-consent', back.query],
    queryFn: () => send(integration.finishConsent, { body: back }),
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error)
    return (
      <>
        <StatusBanner tone="danger">{refusedOf(error, t('refusals.codes.server_error')).message}</StatusBanner>
        <LinkButton to="/select_application">{t('integration.landing.toAccounts')}</LinkButton>
      </>
    )
  if (!data) return <Working text={t('integration.landing.finishing')} />
  return (
    <>
      <StatusBanner tone="success">{t('integration.landing.done', { crm: data.title })}</StatusBanner>
      <Text>{t(data.isRunning ? 'integration.landing.runningText' : 'integration.landing.doneText')}</Text>
      <LinkButton
        to="/$cabinetDomain/integration"
        params={{ cabinetDomain: data.domain }}
        search={(data.isRunning ? {} : { crm: data.type }) as never}
      >
        {t('integration.landing.toIntegration')}
      </LinkButton>
    </>
  )
}
