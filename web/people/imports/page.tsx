/** Imports of clients: a new file, and the past ones. */
import { Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IMPORT_UNUSED_DAYS } from '../../../contract/limits.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { TeamLink } from '../../parts/member-rights.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { ImportList } from './import-list.tsx'
import { Upload } from './upload.tsx'

export function ImportsPage() {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  const mayImport = useHasRight('import')
  useBreadcrumbs([{ text: t('clients.title'), to: `/${domain}/clients` }, { text: t('imports.title') }])
  return (
    <Page>
      <PageHeader title={t('imports.title')} meta={t('imports.lead', { days: IMPORT_UNUSED_DAYS })} />
      {mayImport ? (
        <Stack gap="lg">
          <Upload />
          <Title order={2}>{t('imports.list.title')}</Title>
          <ImportList />
        </Stack>
      ) : (
        <StatusBanner tone="info" action={<TeamLink />}>
          {t('imports.rights')}
        </StatusBanner>
      )}
    </Page>
  )
}
