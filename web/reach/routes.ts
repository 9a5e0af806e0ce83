/** Pages of what reaches clients: pushes, triggers, the marketplace. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../base/lazy-page.ts'
import { cabinet } from '../shell/route-frames.ts'

const pushes = createRoute({
  getParentRoute: () => cabinet,
  path: '/pushes',
  component: lazyPage(() => import('./pushes/page.tsx'), 'PushesPage', 'pushes', 'clients'),
})

const createPush = createRoute({
  getParentRoute: () => cabinet,
  path: '/pushes/create',
  component: lazyPage(() => import('./pushes/editor.tsx'), 'PushEditorPage', 'phone', 'clients', 'pushes'),
})

const editPush = createRoute({
  getParentRoute: () => cabinet,
  path: '/pushes/$pushId',
  component: lazyPage(() => import('./pushes/editor.tsx'), 'PushEditorPage', 'phone', 'clients', 'pushes'),
})

const triggers = createRoute({
  getParentRoute: () => cabinet,
  path: '/triggers',
  component: lazyPage(() => import('./triggers/page.tsx'), 'TriggersPage', 'triggers'),
})

const editTrigger = createRoute({
  getParentRoute: () => cabinet,
  path: '/triggers/$triggerId',
  component: lazyPage(() => import('./triggers/editor.tsx'), 'TriggerEditorPage', 'triggers'),
})

const modules = createRoute({
  getParentRoute: () => cabinet,
  path: '/marketplace',
  component: lazyPage(() => import('./marketplace/page.tsx'), 'MarketplacePage', 'marketplace'),
})

const module = createRoute({
  getParentRoute: () => cabinet,
  path: '/marketplace/$id',
  component: lazyPage(() => import('./marketplace/module.tsx'), 'ModulePage', 'marketplace'),
})

export const reachPages = [pushes, createPush, editPush, triggers, editTrigger, modules, module] as const
