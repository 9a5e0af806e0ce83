/** Pages of an account's business: the overview, money, partners, the CRM. */
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../base/lazy-page.ts'
import { settings } from '../platform/routes.ts'
import { cabinet } from '../shell/route-frames.ts'

const dashboard = createRoute({
  getParentRoute: () => cabinet,
  path: '/',
  component: lazyPage(() => import('./dashboard/page.tsx'), 'DashboardPage'),
})

const integration = createRoute({
  getParentRoute: () => cabinet,
  path: '/integration',
  component: lazyPage(() => import('./integration/page.tsx'), 'IntegrationPage', 'integration', 'vendors', 'clients'),
})

/** Billing. An account without a tariff sees only the choice of one. */
const plans = createRoute({
  getParentRoute: () => cabinet,
  path: '/balance/tariffs-overview',
  component: lazyPage(() => import('./finance/plans-page.tsx'), 'PlansPage', 'plans'),
})

const balance = createRoute({
  getParentRoute: () => cabinet,
  path: '/balance',
  component: lazyPage(() => import('./finance/frame.tsx'), 'FinanceFrame'),
})

const balanceHome = createRoute({
  getParentRoute: () => balance,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$cabinetDomain/balance/tariffs', params, replace: true })
  },
})

const tariff = createRoute({
  getParentRoute: () => balance,
  path: '/tariffs',
  component: lazyPage(() => import('./finance/tariff-tab.tsx'), 'TariffTab', 'payments', 'plans'),
})

const agreement = createRoute({
  getParentRoute: () => balance,
  path: '/offer',
  component: lazyPage(() => import('../platform/users/offer-tab.tsx'), 'OfferTab', 'offer'),
})

const transactions = createRoute({
  getParentRoute: () => balance,
  path: '/transactions',
  component: lazyPage(() => import('./finance/transactions-tab.tsx'), 'TransactionsTab', 'payments'),
})

const payments = createRoute({
  getParentRoute: () => balance,
  path: '/payments',
  component: lazyPage(() => import('./finance/payments-tab.tsx'), 'PaymentsTab', 'payments', 'bills', 'plans'),
})

const referral = createRoute({
  getParentRoute: () => balance,
  path: '/referral',
  component: lazyPage(() => import('./finance/referral-tab.tsx'), 'ReferralTab'),
})

/** For agents; the frame of the cabinet redirects others. */
const partner = createRoute({
  getParentRoute: () => cabinet,
  path: '/partner',
  component: lazyPage(() => import('./partner/frame.tsx'), 'PartnerFrame'),
})

const information = createRoute({
  getParentRoute: () => partner,
  path: '/information',
  component: lazyPage(() => import('./partner/information.tsx'), 'InformationTab'),
})

const children = createRoute({
  getParentRoute: () => partner,
  path: '/clients',
  component: lazyPage(() => import('./partner/clients.tsx'), 'ChildrenTab'),
})

const spent = createRoute({
  getParentRoute: () => partner,
  path: '/spent',
  component: lazyPage(() => import('./partner/spent.tsx'), 'SpentTab'),
})

const rewards = createRoute({
  getParentRoute: () => partner,
  path: '/rewards',
  component: lazyPage(() => import('./partner/rewards.tsx'), 'RewardsTab', 'shares', 'bills'),
})

const noApps = createRoute({
  getParentRoute: () => partner,
  path: '/no-apps',
  component: lazyPage(() => import('./partner/no-apps.tsx'), 'NoAppsTab'),
})

const activity = createRoute({
  getParentRoute: () => settings,
  path: '/activity',
  component: lazyPage(() => import('./activity/page.tsx'), 'ActivityPage', 'activity', 'actions'),
})

export const businessSettings = [activity] as const
export const businessPages = [
  dashboard,
  integration,
  plans,
  balance.addChildren([balanceHome, tariff, agreement, transactions, payments, referral]),
  partner.addChildren([information, children, spent, rewards, noApps]),
] as const
