import { Stack, Text, Title } from '@mantine/core'
import { Navigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMaybeCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { useUser } from '../base/session.ts'
import { rememberReturnPath } from '../base/return-path.ts'
import { LinkButton } from '../parts/link.tsx'

/** No such page, or no access to it: the same text for both. Logged-out visitors are asked to log in first. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const user = useUser()
  const cabinet = useMaybeCabinet()
  const path = useRouterState({ select: (state) => state.location.href })
  useBreadcrumbs([{ text: t('shell.notFound.title') }])
  if (!user) {
    rememberReturnPath(path)
    return <Navigate to="/login" replace />
  }
  return (
    <Stack align="flex-start" p="xl" maw={560} mx="auto" mt="8vh">
      <Title order={1}>{t('shell.notFound.title')}</Title>
      <Text>{t('shell.notFound.text')}</Text>
      {cabinet && (
        <LinkButton to="/$cabinetDomain" params={{ cabinetDomain: cabinet.domain }}>
          {t('shell.notFound.toCabinet', { name: cabinet.name })}
        </LinkButton>
      )}
      <LinkButton to="/select_application" variant={cabinet ? 'default' : 'filled'}>
        {t('shell.notFound.toAccounts')}
      </LinkButton>
    </Stack>
  )
}
