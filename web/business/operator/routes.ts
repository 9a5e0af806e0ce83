/** Pages of the operator. To other users the frame shows that there is no such page. */
import { createRoute, redirect } from '@tanstack/react-router'
import { INSIDE_ROOMS } from '../../../words/rooms.ts'
import { requireLogin } from '../../base/guards.ts'
import { lazyPage } from '../../base/lazy-page.ts'
import { root } from '../../shell/route-frames.ts'

const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  beforeLoad: requireLogin,
  component: lazyPage(() => import('./frame.tsx'), 'OperatorFrame', ...INSIDE_ROOMS, 'operator'),
})

const operatorHome = createRoute({
  getParentRoute: () => operator,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/operator/cabinets', replace: true })
  },
})

const operatedCabinets = createRoute({
  getParentRoute: () => operator,
  path: '/cabinets',
  component: lazyPage(() => import('./cabinets.tsx'), 'CabinetsPage', 'operator'),
})

const operatedCabinet = createRoute({
  getParentRoute: () => operator,
  path: '/cabinets/$cabinet',
  component: lazyPage(() => import('./cabinet.tsx'), 'CabinetPage', 'operator', 'actions', 'payments'),
})

const operatedUsers = createRoute({
  getParentRoute: () => operator,
  path: '/users',
  component: lazyPage(() => import('./users.tsx'), 'UsersPage', 'operator'),
})

const operatedUser = createRoute({
  getParentRoute: () => operator,
  path: '/users/$id',
  component: lazyPage(() => import('./user.tsx'), 'UserPage', 'operator'),
})

const operatedTariffs = createRoute({
  getParentRoute: () => operator,
  path: '/tariffs',
  component: lazyPage(() => import('./tariffs.tsx'), 'TariffsPage', 'operator'),
})

const operatedPayments = createRoute({
  getParentRoute: () => operator,
  path: '/payments',
  component: lazyPage(() => import('./payments.tsx'), 'PaymentsPage', 'operator', 'shares'),
})

const operatedBills = createRoute({
  getParentRoute: () => operator,
  path: '/bills',
  component: lazyPage(() => import('./bills.tsx'), 'BillsPage', 'operator', 'bills'),
})

const operatedPayouts = createRoute({
  getParentRoute: () => operator,
  path: '/payouts',
  component: lazyPage(() => import('./payouts.tsx'), 'PayoutsPage', 'operator', 'shares'),
})

const operatedInvitations = createRoute({
  getParentRoute: () => operator,
  path: '/invitations',
  component: lazyPage(() => import('./invitations.tsx'), 'InvitationsPage', 'operator'),
})

const inbox = createRoute({
  getParentRoute: () => operator,
  path: '/support',
  component: lazyPage(() => import('./inbox.tsx'), 'InboxPage', 'operator', 'support'),
})

const inboxConversation = createRoute({
  getParentRoute: () => operator,
  path: '/support/$id',
  component: lazyPage(() => import('./conversation.tsx'), 'ConversationPage', 'operator', 'support'),
})

const failedJobs = createRoute({
  getParentRoute: () => operator,
  path: '/jobs',
  component: lazyPage(() => import('./failed-jobs.tsx'), 'FailedJobsPage', 'operator'),
})

const operatorLog = createRoute({
  getParentRoute: () => operator,
  path: '/log',
  component: lazyPage(() => import('./log.tsx'), 'LogPage', 'operator', 'actions'),
})

const emulated = createRoute({
  getParentRoute: () => operator,
  path: '/emulated',
  component: lazyPage(() => import('./emulated.tsx'), 'EmulatedPage', 'operator'),
})

const operatorUnknown = createRoute({
  getParentRoute: () => operator,
  path: '$',
  component: lazyPage(() => import('../../shell/not-found.tsx'), 'NotFoundPage'),
})

export const operatorPages = operator.addChildren([
  operatorHome,
  operatedCabinets,
  operatedCabinet,
  operatedUsers,
  operatedUser,
  operatedTariffs,
  operatedPayments,
  operatedBills,
  operatedPayouts,
  operatedInvitations,
  inbox,
  inboxConversation,
  failedJobs,
  operatorLog,
  emulated,
  operatorUnknown,
])
