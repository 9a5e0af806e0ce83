/** All pages and the router. */
import { createHashHistory, createRoute, createRouter } from '@tanstack/react-router'
import { redirectHome } from './base/guards.ts'
import { lazyPage } from './base/lazy-page.ts'
import { readSearch, writeSearch } from './base/search.ts'
import { operatorPages } from './business/operator/routes.ts'
import { businessPages, businessSettings } from './business/routes.ts'
import { cardPages, cardSettings } from './cards/routes.ts'
import { peoplePages, peopleSettings } from './people/routes.ts'
import {
  accountPages,
  offer,
  outside,
  outsidePages,
  platformPages,
  platformSettings,
  settings,
} from './platform/routes.ts'
import { reachPages } from './reach/routes.ts'
import { CrashPage } from './shell/crash-page.tsx'
import { accounts, cabinet, root } from './shell/route-frames.ts'

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: redirectHome })

/** Where a CRM redirects to, with a login or without. */
const landing = createRoute({
  getParentRoute: () => outside,
  path: '/integration/$crmName',
  component: lazyPage(() => import('./shell/landing.tsx'), 'LandingPage', 'integration'),
})

const unknown = createRoute({
  getParentRoute: () => cabinet,
  path: '$',
  component: lazyPage(() => import('./shell/not-found.tsx'), 'NotFoundPage'),
})

const tree = root.addChildren([
  home,
  offer,
  outside.addChildren([...outsidePages, landing]),
  accounts.addChildren(accountPages),
  operatorPages,
  cabinet.addChildren([
    ...businessPages,
    ...cardPages,
    ...peoplePages,
    ...reachPages,
    ...platformPages,
    settings.addChildren([...platformSettings, ...cardSettings, ...peopleSettings, ...businessSettings]),
    unknown,
  ]),
])

export const router = createRouter({
  routeTree: tree,
  history: createHashHistory(),
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: CrashPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
