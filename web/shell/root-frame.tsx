import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoadingBar } from './loading-bar.tsx'
import { askLogout, useIsLogoutAsked } from './logout-asked.ts'

const LogoutDialog = lazy(() => import('./logout-dialog.tsx').then((file) => ({ default: file.LogoutDialog })))

/** Around every page. */
export function RootFrame() {
  const isLogoutAsked = useIsLogoutAsked()
  return (
    <>
      <LoadingBar />
      <Outlet />
      {isLogoutAsked && (
        <Suspense fallback={null}>
          <LogoutDialog onClose={() => askLogout(false)} />
        </Suspense>
      )}
    </>
  )
}
