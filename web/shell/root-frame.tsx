import { Outlet } from '@tanstack/react-router'
import { LoadingBar } from './loading-bar.tsx'

/** Around every page. */
export function RootFrame() {
  return (
    <>
      <LoadingBar />
      <Outlet />
    </>
  )
}
