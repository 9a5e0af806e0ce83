/** The frame around a page (menu, top bar, banners), with a cabinet and without one. */
import { Navigate, Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue } from 'react'
import { type Cabinet, cabinets } from '../../contract/platform/cabinets.ts'
import { CabinetProvider } from '../base/cabinet.tsx'
import { useRead } from '../base/query.ts'
import { PagePanel } from '../base/refusal.tsx'
import { Page } from '../parts/page.tsx'
import { sentTo } from './place.ts'
import { Shell } from './shell.tsx'

const NotFoundPage = lazy(() => import('./not-found.tsx').then((file) => ({ default: file.NotFoundPage })))

export function AccountsFrame() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** Finds the cabinet by the domain in the address; an unknown one looks like one without access. */
export function CabinetFrame() {
  const { cabinetDomain } = useParams({ from: '/$cabinetDomain' })
  const read = useRead(cabinets.openCabinet, { params: { domain: cabinetDomain } })
  // Frame and page are drawn piece by piece while the first frame is there: the browser answers in between.
  const isDrawn = useDeferredValue(read.data !== undefined)
  if (read.data && isDrawn) {
    return (
      <CabinetProvider cabinet={read.data}>
        <Shell key={read.data.id}>
          <AllowedPage cabinet={read.data} />
        </Shell>
      </CabinetProvider>
    )
  }
  // As `index.html` has it: the menu is that of the business, which is on its way.
  if (!read.error) return <div className="k-start" />
  return (
    <Shell>
      {read.error.status === 404 ? (
        <Suspense fallback={null}>
          <NotFoundPage />
        </Suspense>
      ) : (
        <Page>
          <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
        </Page>
      )}
    </Shell>
  )
}

/** The page, or a redirect to the one that is shown instead. */
function AllowedPage({ cabinet }: { cabinet: Cabinet }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const matched = useRouterState({ select: (state) => state.matches.at(-1)?.pathname })
  const away = sentTo(cabinet, path)
  if (away !== null) return <Navigate to={away as '/'} replace />
  // During the redirect the refused page is not rendered, so that it requests nothing.
  return matched !== undefined && sentTo(cabinet, matched) !== null ? null : <Outlet />
}
