/** Pages of clients: forms, the list and one of them, segments, verification. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../base/lazy-page.ts'
import { settings } from '../platform/routes.ts'
import { cabinet } from '../shell/route-frames.ts'

const forms = createRoute({
  getParentRoute: () => cabinet,
  path: '/form',
  component: lazyPage(() => import('./forms/page.tsx'), 'FormsPage', 'forms'),
})

const editForm = createRoute({
  getParentRoute: () => cabinet,
  path: '/form/$formKey',
  component: lazyPage(() => import('./forms/editor.tsx'), 'FormEditorPage', 'forms', 'verification'),
})

const formLinks = createRoute({
  getParentRoute: () => cabinet,
  path: '/form/$formKey/links',
  component: lazyPage(() => import('./forms/links-page.tsx'), 'LinksPage', 'forms', 'links'),
})

const clients = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients',
  component: lazyPage(() => import('./clients/page.tsx'), 'ClientsPage', 'clients', 'exports', 'growth', 'holders'),
})

const clientsChart = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients/chart',
  component: lazyPage(() => import('./clients/page.tsx'), 'ClientsPage', 'clients', 'exports', 'growth', 'holders'),
})

const imports = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients/import',
  component: lazyPage(() => import('./imports/page.tsx'), 'ImportsPage', 'imports', 'clients', 'exports'),
})

const openImport = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients/import/$importId',
  component: lazyPage(() => import('./imports/import.tsx'), 'ImportPage', 'imports', 'clients', 'exports'),
})

const client = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients/$id',
  component: lazyPage(() => import('./clients/client.tsx'), 'ClientPage', 'phone', 'clients', 'holders', 'pushes'),
})

const segments = createRoute({
  getParentRoute: () => cabinet,
  path: '/segments',
  component: lazyPage(() => import('./segments/page.tsx'), 'SegmentsPage', 'segments'),
})

const editSegment = createRoute({
  getParentRoute: () => cabinet,
  path: '/segments/$segmentId',
  component: lazyPage(() => import('./segments/editor.tsx'), 'SegmentEditorPage', 'segments'),
})

const verification = createRoute({
  getParentRoute: () => settings,
  path: '/sms',
  component: lazyPage(() => import('./verification/page.tsx'), 'VerificationPage', 'verification'),
})

export const peoplePages = [
  forms,
  editForm,
  formLinks,
  clients,
  clientsChart,
  imports,
  openImport,
  client,
  segments,
  editSegment,
] as const
export const peopleSettings = [verification] as const
