/** The frames around pages: all of them, those before an account is chosen, those inside one. */
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { INSIDE_ROOMS } from '../../words/rooms.ts'
import { requireLogin } from '../base/guards.ts'
import { lazyPage } from '../base/lazy-page.ts'
import { RootFrame } from './root-frame.tsx'

export const root = createRootRoute({
  component: RootFrame,
  notFoundComponent: lazyPage(() => import('./not-found.tsx'), 'NotFoundPage'),
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
})

/** With a login, before an account is chosen. */
export const accounts = createRoute({
  getParentRoute: () => root,
  id: 'accounts',
  beforeLoad: requireLogin,
  component: lazyPage(() => import('./frames.tsx'), 'AccountsFrame', ...INSIDE_ROOMS),
})

/** Inside a cabinet. */
export const cabinet = createRoute({
  getParentRoute: () => root,
  path: '/$cabinetDomain',
  beforeLoad: requireLogin,
  component: lazyPage(() => import('./frames.tsx'), 'CabinetFrame', ...INSIDE_ROOMS),
})
