/** Name and phone of the cabinet, its card numbers, and the user's sessions. */
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { AccountCard } from './account.tsx'
import { NumbersCard } from './card-numbers.tsx'
import { useGeneral } from './data.ts'
import { ExportCard } from './export-switch.tsx'
import { MainPhoneCard } from './main-phone.tsx'
import { PointsCard } from './points-card.tsx'
import { SessionsCard } from './sessions.tsx'

export function GeneralPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const read = useGeneral(c)
  // The cards are drawn piece by piece while their shapes are there: the browser answers in between.
  const isDrawn = useDeferredValue(read.data !== undefined)
  useBreadcrumbs([{ text: t('settings.label'), to: `/${domain}/settings` }, { text: t('settings.sections.general') }])
  return (
    <Page>
      <PageHeader title={t('settings.sections.general')} meta={t('settings.general.lead')} />
      {read.data && isDrawn ? (
        <>
          <AccountCard general={read.data} />
          <MainPhoneCard general={read.data} />
          <PointsCard general={read.data} />
          <NumbersCard general={read.data} />
          <ExportCard general={read.data} />
        </>
      ) : read.error ? (
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      ) : (
        <Loading shapes={[320, 240]} />
      )}
      <SessionsCard />
    </Page>
  )
}
