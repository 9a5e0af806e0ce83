/** Every page of the cabinet: its path, who may open it, and the chunk it comes in. */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { redirectHome, requireLogin, requireLogout } from './base/guards.ts'
import { forgetAccount } from './shell/forget-account.ts'
import { readSearch, writeSearch } from './base/search.ts'
import { PHONE } from './base/theme.ts'
import { further } from './base/words.ts'
import { CrashPage } from './shell/crash-page.tsx'
import { RootFrame } from './shell/root-frame.tsx'

/** Says what every page inside an account says. */
const inside = <File,>(load: () => Promise<File>) => further(load)

const root = createRootRoute({
  component: RootFrame,
  notFoundComponent: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFoundPage'),
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
})

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: redirectHome })

/** Log in, sign up and what belongs to it. */
const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  component: lazyRouteComponent(() => import('./platform/users/auth-frame.tsx'), 'AuthFrame'),
})
const login = createRoute({
  getParentRoute: () => outside,
  path: '/login',
  beforeLoad: requireLogout,
  component: lazyRouteComponent(() => import('./platform/users/login.tsx'), 'LoginPage'),
})
const signup = createRoute({
  getParentRoute: () => outside,
  path: '/signup',
  beforeLoad: requireLogout,
  component: lazyRouteComponent(
    further(() => import('./platform/users/sign-up.tsx'), 'offer'),
    'SignUpPage',
  ),
})
const reset = createRoute({
  getParentRoute: () => outside,
  path: '/reset',
  beforeLoad: requireLogout,
  component: lazyRouteComponent(() => import('./platform/users/reset.tsx'), 'ResetPage'),
})
const verify = createRoute({
  getParentRoute: () => outside,
  path: '/register/verify/$code',
  component: lazyRouteComponent(() => import('./platform/users/verify.tsx'), 'VerifyPage'),
})

/** Before any account, and before anything else. */
const offer = createRoute({
  getParentRoute: () => root,
  path: '/offer',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    further(() => import('./platform/users/offer.tsx'), 'offer'),
    'OfferPage',
  ),
})

/** Of a mail: for whoever is signed in, and whoever is not yet. */
const unsubscribe = createRoute({
  getParentRoute: () => outside,
  path: '/email/unsubscribe/$hash',
  component: lazyRouteComponent(
    further(() => import('./platform/notifications/unsubscribe.tsx'), 'access'),
    'UnsubscribePage',
  ),
})
const invite = createRoute({
  getParentRoute: () => outside,
  path: '/invite',
  component: lazyRouteComponent(
    further(() => import('./platform/access/invite.tsx'), 'access'),
    'InvitePage',
  ),
})
const confirmReplyTo = createRoute({
  getParentRoute: () => outside,
  path: '/email/reply-to/$cabinetId/$token',
  component: lazyRouteComponent(
    further(() => import('./platform/emails/confirm.tsx'), 'emails'),
    'ConfirmReplyToPage',
  ),
})

/** Where a CRM sends back to, with a login or without. */
const landing = createRoute({
  getParentRoute: () => outside,
  path: '/integration/$crmName',
  component: lazyRouteComponent(
    inside(() => import('./shell/landing.tsx')),
    'LandingPage',
  ),
})

/** With a login, before an account is chosen. */
const accounts = createRoute({
  getParentRoute: () => root,
  id: 'accounts',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    inside(() => import('./shell/frames.tsx')),
    'AccountsFrame',
  ),
})
const selectCabinet = createRoute({
  getParentRoute: () => accounts,
  path: '/select_application',
  beforeLoad: forgetAccount,
  component: lazyRouteComponent(() => import('./platform/cabinets/select.tsx'), 'SelectCabinetPage'),
})
const invites = createRoute({
  getParentRoute: () => accounts,
  path: '/invites_application',
  beforeLoad: forgetAccount,
  component: lazyRouteComponent(
    further(() => import('./platform/access/invites.tsx'), 'access'),
    'InvitesPage',
  ),
})
const createCabinet = createRoute({
  getParentRoute: () => accounts,
  path: '/create_application',
  beforeLoad: forgetAccount,
  component: lazyRouteComponent(() => import('./platform/cabinets/create.tsx'), 'CreateCabinetPage'),
})
const profile = createRoute({
  getParentRoute: () => accounts,
  path: '/profile',
  component: lazyRouteComponent(
    further(() => import('./platform/users/profile.tsx'), 'offer'),
    'ProfilePage',
  ),
})
const logout = createRoute({
  getParentRoute: () => accounts,
  path: '/logout',
  component: lazyRouteComponent(() => import('./platform/users/logout.tsx'), 'LogoutPage'),
})

/** Of whoever runs the installation; to everybody else the frame shows that there is no such page. */
const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    further(() => import('./business/operator/frame.tsx'), 'operator'),
    'OperatorFrame',
  ),
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
  component: lazyRouteComponent(
    further(() => import('./business/operator/cabinets.tsx'), 'operator'),
    'CabinetsPage',
  ),
})
const operatedCabinet = createRoute({
  getParentRoute: () => operator,
  path: '/cabinets/$cabinet',
  component: lazyRouteComponent(
    further(() => import('./business/operator/cabinet.tsx'), 'operator', 'deeds'),
    'CabinetPage',
  ),
})
const operatedUsers = createRoute({
  getParentRoute: () => operator,
  path: '/users',
  component: lazyRouteComponent(
    further(() => import('./business/operator/users.tsx'), 'operator'),
    'UsersPage',
  ),
})
const operatedUser = createRoute({
  getParentRoute: () => operator,
  path: '/users/$id',
  component: lazyRouteComponent(
    further(() => import('./business/operator/user.tsx'), 'operator'),
    'UserPage',
  ),
})
const operatedTariffs = createRoute({
  getParentRoute: () => operator,
  path: '/tariffs',
  component: lazyRouteComponent(
    further(() => import('./business/operator/tariffs.tsx'), 'operator'),
    'TariffsPage',
  ),
})
const operatedInvitations = createRoute({
  getParentRoute: () => operator,
  path: '/invitations',
  component: lazyRouteComponent(
    further(() => import('./business/operator/invitations.tsx'), 'operator'),
    'InvitationsPage',
  ),
})
const inbox = createRoute({
  getParentRoute: () => operator,
  path: '/support',
  component: lazyRouteComponent(
    further(() => import('./business/operator/inbox.tsx'), 'operator'),
    'InboxPage',
  ),
})
const inboxConversation = createRoute({
  getParentRoute: () => operator,
  path: '/support/$id',
  component: lazyRouteComponent(
    further(() => import('./business/operator/conversation.tsx'), 'operator'),
    'ConversationPage',
  ),
})
const operatorLog = createRoute({
  getParentRoute: () => operator,
  path: '/log',
  component: lazyRouteComponent(
    further(() => import('./business/operator/log.tsx'), 'operator', 'deeds'),
    'LogPage',
  ),
})
const operatorUnknown = createRoute({
  getParentRoute: () => operator,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFoundPage'),
})

/** Inside a cabinet. */
const cabinet = createRoute({
  getParentRoute: () => root,
  path: '/$cabinetDomain',
  beforeLoad: requireLogin,
  component: lazyRouteComponent(
    inside(() => import('./shell/frames.tsx')),
    'CabinetFrame',
  ),
})
const dashboard = createRoute({
  getParentRoute: () => cabinet,
  path: '/',
  component: lazyRouteComponent(() => import('./business/dashboard/page.tsx'), 'DashboardPage'),
})
const cards = createRoute({
  getParentRoute: () => cabinet,
  path: '/cards',
  component: lazyRouteComponent(
    further(() => import('./cards/templates/page.tsx'), 'templates', 'starters'),
    'TemplatesPage',
  ),
})
const createCard = createRoute({
  getParentRoute: () => cabinet,
  path: '/cards/create',
  component: lazyRouteComponent(
    further(() => import('./cards/templates/create.tsx'), 'templates', 'starters'),
    'CreateTemplatePage',
  ),
})
const editCard = createRoute({
  getParentRoute: () => cabinet,
  path: '/cards/$id',
  component: lazyRouteComponent(
    further(() => import('./cards/templates/editor.tsx'), 'templates', 'phone'),
    'TemplateEditorPage',
  ),
})
const forms = createRoute({
  getParentRoute: () => cabinet,
  path: '/form',
  component: lazyRouteComponent(
    further(() => import('./people/forms/page.tsx'), 'forms'),
    'FormsPage',
  ),
})
const editForm = createRoute({
  getParentRoute: () => cabinet,
  path: '/form/$formKey',
  component: lazyRouteComponent(
    further(() => import('./people/forms/editor.tsx'), 'forms', 'verification'),
    'FormEditorPage',
  ),
})
const clients = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients',
  component: lazyRouteComponent(
    further(() => import('./people/clients/page.tsx'), 'clients', 'exports'),
    'ClientsPage',
  ),
})
const clientsChart = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients/chart',
  component: lazyRouteComponent(
    further(() => import('./people/clients/page.tsx'), 'clients', 'exports'),
    'ClientsPage',
  ),
})
const client = createRoute({
  getParentRoute: () => cabinet,
  path: '/clients/$id',
  component: lazyRouteComponent(
    further(() => import('./people/clients/client.tsx'), 'phone', 'clients', 'pushes'),
    'ClientPage',
  ),
})
const pushes = createRoute({
  getParentRoute: () => cabinet,
  path: '/pushes',
  component: lazyRouteComponent(
    further(() => import('./reach/pushes/page.tsx'), 'pushes', 'clients'),
    'PushesPage',
  ),
})
const createPush = createRoute({
  getParentRoute: () => cabinet,
  path: '/pushes/create',
  component: lazyRouteComponent(
    further(() => import('./reach/pushes/editor.tsx'), 'phone', 'clients', 'pushes'),
    'PushEditorPage',
  ),
})
const editPush = createRoute({
  getParentRoute: () => cabinet,
  path: '/pushes/$pushId',
  component: lazyRouteComponent(
    further(() => import('./reach/pushes/editor.tsx'), 'phone', 'clients', 'pushes'),
    'PushEditorPage',
  ),
})
const segments = createRoute({
  getParentRoute: () => cabinet,
  path: '/segments',
  component: lazyRouteComponent(
    further(() => import('./people/segments/page.tsx'), 'segments'),
    'SegmentsPage',
  ),
})
const editSegment = createRoute({
  getParentRoute: () => cabinet,
  path: '/segments/$segmentId',
  component: lazyRouteComponent(
    further(() => import('./people/segments/editor.tsx'), 'segments'),
    'SegmentEditorPage',
  ),
})
const triggers = createRoute({
  getParentRoute: () => cabinet,
  path: '/triggers',
  component: lazyRouteComponent(
    further(() => import('./reach/triggers/page.tsx'), 'triggers'),
    'TriggersPage',
  ),
})
const editTrigger = createRoute({
  getParentRoute: () => cabinet,
  path: '/triggers/$triggerId',
  component: lazyRouteComponent(
    further(() => import('./reach/triggers/editor.tsx'), 'triggers'),
    'TriggerEditorPage',
  ),
})
const notifications = createRoute({
  getParentRoute: () => cabinet,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./platform/notifications/page.tsx'), 'NotificationsPage'),
})
const integration = createRoute({
  getParentRoute: () => cabinet,
  path: '/integration',
  component: lazyRouteComponent(
    further(() => import('./business/integration/page.tsx'), 'integration'),
    'IntegrationPage',
  ),
})
const acceptance = createRoute({
  getParentRoute: () => cabinet,
  path: '/acceptance',
  component: lazyRouteComponent(
    further(() => import('./cards/acceptance/page.tsx'), 'acceptance', 'clients'),
    'AcceptancePage',
  ),
})

/** Money. An account without a tariff sees the choice alone. */
const plans = createRoute({
  getParentRoute: () => cabinet,
  path: '/balance/tariffs-overview',
  component: lazyRouteComponent(() => import('./business/finance/plans-page.tsx'), 'PlansPage'),
})
const balance = createRoute({
  getParentRoute: () => cabinet,
  path: '/balance',
  component: lazyRouteComponent(() => import('./business/finance/frame.tsx'), 'FinanceFrame'),
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
  component: lazyRouteComponent(() => import('./business/finance/tariff-tab.tsx'), 'TariffTab'),
})
const agreement = createRoute({
  getParentRoute: () => balance,
  path: '/offer',
  component: lazyRouteComponent(
    further(() => import('./platform/users/offer-tab.tsx'), 'offer'),
    'OfferTab',
  ),
})
const transactions = createRoute({
  getParentRoute: () => balance,
  path: '/transactions',
  component: lazyRouteComponent(() => import('./business/finance/transactions-tab.tsx'), 'TransactionsTab'),
})
const payments = createRoute({
  getParentRoute: () => balance,
  path: '/payments',
  component: lazyRouteComponent(() => import('./business/finance/payments-tab.tsx'), 'PaymentsTab'),
})
const referral = createRoute({
  getParentRoute: () => balance,
  path: '/referral',
  component: lazyRouteComponent(() => import('./business/finance/referral-tab.tsx'), 'ReferralTab'),
})

/** Of agents; the frame of the cabinet sends everybody else away. */
const partner = createRoute({
  getParentRoute: () => cabinet,
  path: '/partner',
  component: lazyRouteComponent(() => import('./business/partner/frame.tsx'), 'PartnerFrame'),
})
const information = createRoute({
  getParentRoute: () => partner,
  path: '/information',
  component: lazyRouteComponent(() => import('./business/partner/information.tsx'), 'InformationTab'),
})
const children = createRoute({
  getParentRoute: () => partner,
  path: '/clients',
  component: lazyRouteComponent(() => import('./business/partner/clients.tsx'), 'ChildrenTab'),
})
const spent = createRoute({
  getParentRoute: () => partner,
  path: '/spent',
  component: lazyRouteComponent(() => import('./business/partner/spent.tsx'), 'SpentTab'),
})
const noApps = createRoute({
  getParentRoute: () => partner,
  path: '/no-apps',
  component: lazyRouteComponent(() => import('./business/partner/no-apps.tsx'), 'NoAppsTab'),
})

const modules = createRoute({
  getParentRoute: () => cabinet,
  path: '/marketplace',
  component: lazyRouteComponent(
    further(() => import('./reach/marketplace/page.tsx'), 'marketplace'),
    'MarketplacePage',
  ),
})
const module = createRoute({
  getParentRoute: () => cabinet,
  path: '/marketplace/$id',
  component: lazyRouteComponent(
    further(() => import('./reach/marketplace/module.tsx'), 'marketplace'),
    'ModulePage',
  ),
})

/** On a phone the settings begin with a list, elsewhere the list stands beside every page. */
const settings = createRoute({
  getParentRoute: () => cabinet,
  path: '/settings',
  component: lazyRouteComponent(() => import('./platform/settings/frame.tsx'), 'SettingsFrame'),
})
const settingsList = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    if (!matchMedia(PHONE).matches) throw redirect({ to: '/$cabinetDomain/settings/general', params, replace: true })
  },
  component: lazyRouteComponent(() => import('./platform/settings/frame.tsx'), 'SettingsList'),
})
const general = createRoute({
  getParentRoute: () => settings,
  path: '/general',
  component: lazyRouteComponent(
    further(() => import('./platform/settings/general.tsx'), 'templates'),
    'GeneralPage',
  ),
})
const certificates = createRoute({
  getParentRoute: () => settings,
  path: '/certificates',
  component: lazyRouteComponent(
    further(() => import('./cards/certificates/page.tsx'), 'certificates'),
    'CertificatesPage',
  ),
})
const accesses = createRoute({
  getParentRoute: () => settings,
  path: '/accesses',
  component: lazyRouteComponent(
    further(() => import('./platform/access/people.tsx'), 'access'),
    'PeoplePage',
  ),
})
const variables = createRoute({
  getParentRoute: () => settings,
  path: '/variables',
  component: lazyRouteComponent(
    further(() => import('./cards/variables/page.tsx'), 'variables'),
    'VariablesPage',
  ),
})

/** What is arranged together with us. */
const coalition = createRoute({
  getParentRoute: () => cabinet,
  path: '/coalition',
  component: lazyRouteComponent(() => import('./platform/support/info-page.tsx'), 'CoalitionPage'),
})
const loyalty = createRoute({
  getParentRoute: () => cabinet,
  path: '/loyalty',
  component: lazyRouteComponent(() => import('./platform/support/info-page.tsx'), 'LoyaltyPage'),
})
const letters = createRoute({
  getParentRoute: () => settings,
  path: '/email',
  component: lazyRouteComponent(
    further(() => import('./platform/emails/page.tsx'), 'emails'),
    'LettersPage',
  ),
})
const keys = createRoute({
  getParentRoute: () => settings,
  path: '/api',
  component: lazyRouteComponent(
    further(() => import('./platform/keys/page.tsx'), 'keys'),
    'KeysPage',
  ),
})

const verification = createRoute({
  getParentRoute: () => settings,
  path: '/sms',
  component: lazyRouteComponent(
    further(() => import('./people/verification/page.tsx'), 'verification'),
    'VerificationPage',
  ),
})

const unknown = createRoute({
  getParentRoute: () => cabinet,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFoundPage'),
})

const tree = root.addChildren([
  home,
  offer,
  outside.addChildren([login, signup, reset, verify, invite, unsubscribe, confirmReplyTo, landing]),
  accounts.addChildren([selectCabinet, invites, createCabinet, profile, logout]),
  operator.addChildren([
    operatorHome,
    operatedCabinets,
    operatedCabinet,
    operatedUsers,
    operatedUser,
    operatedTariffs,
    operatedInvitations,
    inbox,
    inboxConversation,
    operatorLog,
    operatorUnknown,
  ]),
  cabinet.addChildren([
    coalition,
    loyalty,
    clientsChart,
    acceptance,
    integration,
    plans,
    modules,
    module,
    balance.addChildren([balanceHome, tariff, agreement, transactions, payments, referral]),
    partner.addChildren([information, children, spent, noApps]),
    dashboard,
    cards,
    createCard,
    editCard,
    forms,
    editForm,
    clients,
    client,
    segments,
    editSegment,
    pushes,
    createPush,
    editPush,
    triggers,
    editTrigger,
    notifications,
    settings.addChildren([settingsList, general, certificates, accesses, letters, keys, variables, verification]),
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
