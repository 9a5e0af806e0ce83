/** What stands around a page: the menu, the top bar, the banners; with a cabinet and before one is chosen. */
import { Skeleton, Stack } from '@mantine/core'
import { Navigate, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Cabinet, cabinets } from '../../contract/platform/cabinets.ts'
import { CabinetProvider } from '../base/cabinet.tsx'
import { useRead } from '../base/query.ts'
import { PagePanel } from '../base/refusal.tsx'
import { Page } from '../parts/page.tsx'
import { SlowNote } from '../parts/slow-note.tsx'
import { NotFoundPage } from './not-found.tsx'
import { sentTo } from './place.ts'
import { Shell } from './shell.tsx'

export function AccountsFrame() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** Finds the cabinet by the domain in the address; an unknown one and a stranger's look the same. */
export function CabinetFrame() {
  const { t } = useTranslation()
  const { cabinetDomain } = useParams({ from: '/$cabinetDomain' })
  const read = useRead(cabinets.openCabinet, { params: { domain: cabinetDomain } })
  if (read.data) {
    return (
      <CabinetProvider cabinet={read.data}>
        <Shell key={read.data.id}>
          <Placed cabinet={read.data} />
        </Shell>
      </CabinetProvider>
    )
  }
  if (read.error?.status === 404)
    return (
      <Shell>
        <NotFoundPage />
      </Shell>
    )
  return (
    <Shell>
      <Page>
        {read.error ? (
          <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
        ) : (
          <Stack aria-busy="true" aria-label={t('common.loading')} role="status">
            <Skeleton h={30} w={240} />
            <Skeleton h={160} />
            <SlowNote />
          </Stack>
        )}
      </Page>
    </Shell>
  )
}

/** The page, or the one that is shown in its stead. */
function Placed({ cabinet }: { cabinet: Cabinet }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const matched = useRouterState({ select: (state) => state.matches.at(-1)?.pathname })
  const away = sentTo(cabinet, path)
  if (away !== null) return <Navigate to={away as '/'} replace />
  // On the way elsewhere the page that was refused still stands here; it must not ask for anything.
  return matched !== undefined && sentTo(cabinet, matched) !== null ? null : <Outlet />
}
