/** Where a CRM redirects to. No connection can be started from here yet, and the page says so. */
import { Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { LinkButton } from '../parts/link.tsx'

const NAME_MAX = 40

export function LandingPage() {
  const { t } = useTranslation()
  const crm = (useParams({ strict: false }).crmName ?? '').slice(0, NAME_MAX)
  const title = t('shell.landing.title', { crm })
  useBreadcrumbs([{ text: title }])
  return (
    <Stack align="flex-start">
      <Title order={1} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      <Text>{t('shell.landing.text')}</Text>
      <LinkButton to="/select_application">{t('shell.landing.toAccounts')}</LinkButton>
    </Stack>
  )
}
