/** Pages of cards: their designs, accepting them, certificates, variables. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../base/lazy-page.ts'
import { settings } from '../platform/routes.ts'
import { cabinet } from '../shell/route-frames.ts'

const cards = createRoute({
  getParentRoute: () => cabinet,
  path: '/cards',
  component: lazyPage(() => import('./templates/page.tsx'), 'TemplatesPage', 'templates', 'starters'),
})

const createCard = createRoute({
  getParentRoute: () => cabinet,
  path: '/cards/create',
  component: lazyPage(() => import('./templates/create.tsx'), 'CreateTemplatePage', 'templates', 'starters'),
})

/** The way of a new business: the first card, its form, a phone. */
const start = createRoute({
  getParentRoute: () => cabinet,
  path: '/start',
  component: lazyPage(
    () => import('./templates/first-run.tsx'),
    'FirstRunPage',
    'start',
    'templates',
    'starters',
    'forms',
  ),
})

const editCard = createRoute({
  getParentRoute: () => cabinet,
  path: '/cards/$id',
  component: lazyPage(
    () => import('./templates/editor.tsx'),
    'TemplateEditorPage',
    'templates',
    'phone',
    'certificates',
  ),
})

const acceptance = createRoute({
  getParentRoute: () => cabinet,
  path: '/acceptance',
  component: lazyPage(() => import('./acceptance/page.tsx'), 'AcceptancePage', 'acceptance', 'clients'),
})

const certificates = createRoute({
  getParentRoute: () => settings,
  path: '/certificates',
  component: lazyPage(() => import('./certificates/page.tsx'), 'CertificatesPage', 'certificates', 'preorders'),
})

const variables = createRoute({
  getParentRoute: () => settings,
  path: '/variables',
  component: lazyPage(() => import('./variables/page.tsx'), 'VariablesPage', 'variables'),
})

export const cardPages = [cards, createCard, start, editCard, acceptance] as const
export const cardSettings = [certificates, variables] as const
