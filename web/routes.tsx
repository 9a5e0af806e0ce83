/** Every page of the cabinet: its path, who may open it, and the chunk it comes in. */
import { createHashHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { redirectHome, requireLogin, requireLogout } from './base/guards.ts'
import { readSearch, writeSearch } from './base/search.ts'
import { PHONE } from './base/theme.ts'
import { CrashPage } from './shell/crash-page.tsx'
import { RootFrame } from './shell/root-frame.tsx'

const root = createRootRoute({
  component: RootFrame,
  notFoundComponent: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFoundPage'),
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
})

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: redirectHome })

/** Log in, sign up and what belongs to it. */
const outside = createRoute({
  getParentRoute: () => root, id: 'outside', component: lazyRouteComponent(() => import('./users/auth-frame.tsx'), 'AuthFrame'),
})
const login = createRoute({
  getParentRoute: () => outside, path: '/login', beforeLoad: requireLogout,
  component: lazyRouteComponent(() => import('./users/login.tsx'), 'LoginPage'),
})
const signup = createRoute({
  getParentRoute: () => outside, path: '/signup', beforeLoad: requireLogout,
  component: lazyRouteComponent(() => import('./users/sign-up.tsx'), 'SignUpPage'),
})
const reset = createRoute({
  getParentRoute: () => outside, path: '/reset', beforeLoad: requireLogout,
  component: lazyRouteComponent(() => import('./users/reset.tsx'), 'ResetPage'),
})
const verify = createRoute({
  getParentRoute: () => outside, path: '/register/verify/$code',
  component: lazyRouteComponent(() => import('./users/verify.tsx'), 'VerifyPage'),
})

/** Before any account, and before anything else. */
const offer = createRoute({
  getParentRoute: () => root, path: '/offer', beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('./users/offer.tsx'), 'OfferPage'),
})

/** Of a mail: for whoever is signed in, and whoever is not yet. */
const unsubscribe = createRoute({
  getParentRoute: () => outside, path: '/email/unsubscribe/$hash', component: lazyRouteComponent(() => import('./notifications/unsubscribe.tsx'), 'UnsubscribePage'),
})
const invite = createRoute({
  getParentRoute: () => outside, path: '/invite', component: lazyRouteComponent(() => import('./access/invite.tsx'), 'InvitePage'),
})
const confirmReplyTo = createRoute({
  getParentRoute: () => outside, path: '/email/reply-to/$cabinetId/$token', component: lazyRouteComponent(() => import('./letters/confirm.tsx'), 'ConfirmReplyToPage'),
})

/** With a login, before an account is chosen. */
const accounts = createRoute({
  getParentRoute: () => root, id: 'accounts', beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('./shell/frames.tsx'), 'AccountsFrame'),
})
const selectCabinet = createRoute({
  getParentRoute: () => accounts, path: '/select_application',
  component: lazyRouteComponent(() => import('./cabinets/select.tsx'), 'SelectCabinetPage'),
})
const invites = createRoute({
  getParentRoute: () => accounts, path: '/invites_application',
  component: lazyRouteComponent(() => import('./access/invites.tsx'), 'InvitesPage'),
})
const createCabinet = createRoute({
  getParentRoute: () => accounts, path: '/create_application',
  component: lazyRouteComponent(() => import('./cabinets/create.tsx'), 'CreateCabinetPage'),
})
const profile = createRoute({
  getParentRoute: () => accounts, path: '/profile', component: lazyRouteComponent(() => import('./users/profile.tsx'), 'ProfilePage'),
})
const logout = createRoute({
  getParentRoute: () => accounts, path: '/logout',
  component: lazyRouteComponent(() => import('./users/logout.tsx'), 'LogoutPage'),
})

/** Of whoever runs the installation; to everybody else the frame shows that there is no such page. */
const operator = createRoute({
  getParentRoute: () => root, path: '/operator', beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('./operator/frame.tsx'), 'OperatorFrame'),
})
const operatorHome = createRoute({
  getParentRoute: () => operator, path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/operator/cabinets', replace: true })
  },
})
const operatedCabinets = createRoute({
  getParentRoute: () => operator, path: '/cabinets', component: lazyRouteComponent(() => import('./operator/cabinets.tsx'), 'CabinetsPage'),
})
const operatedCabinet = createRoute({
  getParentRoute: () => operator, path: '/cabinets/$cabinet', component: lazyRouteComponent(() => import('./operator/cabinet.tsx'), 'CabinetPage'),
})
const operatedUsers = createRoute({
  getParentRoute: () => operator, path: '/users', component: lazyRouteComponent(() => import('./operator/users.tsx'), 'UsersPage'),
})
const operatedUser = createRoute({
  getParentRoute: () => operator, path: '/users/$id', component: lazyRouteComponent(() => import('./operator/user.tsx'), 'UserPage'),
})
const operatedTariffs = createRoute({
  getParentRoute: () => operator, path: '/tariffs', component: lazyRouteComponent(() => import('./operator/tariffs.tsx'), 'TariffsPage'),
})
const operatedInvitations = createRoute({
  getParentRoute: () => operator, path: '/invitations', component: lazyRouteComponent(() => import('./operator/invitations.tsx'), 'InvitationsPage'),
})
const inbox = createRoute({
  getParentRoute: () => operator, path: '/support', component: lazyRouteComponent(() => import('./operator/inbox.tsx'), 'InboxPage'),
})
const inboxConversation = createRoute({
  getParentRoute: () => operator, path: '/support/$id', component: lazyRouteComponent(() => import('./operator/conversation.tsx'), 'ConversationPage'),
})
const operatorLog = createRoute({
  getParentRoute: () => operator, path: '/log', component: lazyRouteComponent(() => import('./operator/log.tsx'), 'LogPage'),
})
const operatorUnknown = createRoute({
  getParentRoute: () => operator, path: '$', component: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFoundPage'),
})

/** Inside a cabinet. */
const cabinet = createRoute({
  getParentRoute: () => root, path: '/$cabinetDomain', beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('./shell/frames.tsx'), 'CabinetFrame'),
})
const dashboard = createRoute({
  getParentRoute: () => cabinet, path: '/', component: lazyRouteComponent(() => import('./dashboard/page.tsx'), 'DashboardPage'),
})
const cards = createRoute({
  getParentRoute: () => cabinet, path: '/cards', component: lazyRouteComponent(() => import('./templates/page.tsx'), 'TemplatesPage'),
})
const createCard = createRoute({
  getParentRoute: () => cabinet, path: '/cards/create', component: lazyRouteComponent(() => import('./templates/create.tsx'), 'CreateTemplatePage'),
})
const editCard = createRoute({
  getParentRoute: () => cabinet, path: '/cards/$id', component: lazyRouteComponent(() => import('./templates/editor.tsx'), 'TemplateEditorPage'),
})
const forms = createRoute({
  getParentRoute: () => cabinet, path: '/form', component: lazyRouteComponent(() => import('./forms/page.tsx'), 'FormsPage'),
})
const editForm = createRoute({
  getParentRoute: () => cabinet, path: '/form/$formKey', component: lazyRouteComponent(() => import('./forms/editor.tsx'), 'FormEditorPage'),
})
const clients = createRoute({
  getParentRoute: () => cabinet, path: '/clients', component: lazyRouteComponent(() => import('./clients/page.tsx'), 'ClientsPage'),
})
const client = createRoute({
  getParentRoute: () => cabinet, path: '/clients/$id', component: lazyRouteComponent(() => import('./clients/client.tsx'), 'ClientPage'),
})
const pushes = createRoute({
  getParentRoute: () => cabinet, path: '/pushes', component: lazyRouteComponent(() => import('./pushes/page.tsx'), 'PushesPage'),
})
const createPush = createRoute({
  getParentRoute: () => cabinet, path: '/pushes/create', component: lazyRouteComponent(() => import('./pushes/editor.tsx'), 'PushEditorPage'),
})
const editPush = createRoute({
  getParentRoute: () => cabinet, path: '/pushes/$pushId', component: lazyRouteComponent(() => import('./pushes/editor.tsx'), 'PushEditorPage'),
})
const notifications = createRoute({
  getParentRoute: () => cabinet, path: '/notifications', component: lazyRouteComponent(() => import('./notifications/page.tsx'), 'NotificationsPage'),
})
/** On a phone the settings begin with a list, elsewhere the list stands beside every page. */
const settings = createRoute({
  getParentRoute: () => cabinet, path: '/settings', component: lazyRouteComponent(() => import('./settings/frame.tsx'), 'SettingsFrame'),
})
const settingsList = createRoute({
  getParentRoute: () => settings, path: '/',
  beforeLoad: ({ params }) => {
    if (!matchMedia(PHONE).matches) throw redirect({ to: '/$cabinetDomain/settings/general', params, replace: true })
  },
  component: lazyRouteComponent(() => import('./settings/frame.tsx'), 'SettingsList'),
})
const general = createRoute({
  getParentRoute: () => settings, path: '/general', component: lazyRouteComponent(() => import('./settings/general.tsx'), 'GeneralPage'),
})
const certificates = createRoute({
  getParentRoute: () => settings, path: '/certificates',
  component: lazyRouteComponent(() => import('./certificates/page.tsx'), 'CertificatesPage'),
})
const accesses = createRoute({
  getParentRoute: () => settings, path: '/accesses', component: lazyRouteComponent(() => import('./access/people.tsx'), 'PeoplePage'),
})
const variables = createRoute({
  getParentRoute: () => settings, path: '/variables',
  component: lazyRouteComponent(() => import('./variables/page.tsx'), 'VariablesPage'),
})

/** What is arranged together with us. */
const coalition = createRoute({
  getParentRoute: () => cabinet, path: '/coalition', component: lazyRouteComponent(() => import('./support/info-page.tsx'), 'CoalitionPage'),
})
const loyalty = createRoute({
  getParentRoute: () => cabinet, path: '/loyalty', component: lazyRouteComponent(() => import('./support/info-page.tsx'), 'LoyaltyPage'),
})
const letters = createRoute({
  getParentRoute: () => settings, path: '/email', component: lazyRouteComponent(() => import('./letters/page.tsx'), 'LettersPage'),
})
const keys = createRoute({
  getParentRoute: () => settings, path: '/api', component: lazyRouteComponent(() => import('./keys/page.tsx'), 'KeysPage'),
})

const unknown = createRoute({
  getParentRoute: () => cabinet, path: '$', component: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFoundPage'),
})

const tree = root.addChildren([
  home, offer,
  outside.addChildren([login, signup, reset, verify, invite, unsubscribe, confirmReplyTo]),
  accounts.addChildren([selectCabinet, invites, createCabinet, profile, logout]),
  operator.addChildren([operatorHome, operatedCabinets, operatedCabinet, operatedUsers, operatedUser, operatedTariffs, operatedInvitations, inbox, inboxConversation, operatorLog, operatorUnknown]),
  cabinet.addChildren([
    coalition, loyalty,
    dashboard, cards, createCard, editCard, forms, editForm, clients, client, pushes, createPush, editPush, notifications,
    settings.addChildren([settingsList, general, certificates, accesses, letters, keys, variables]), unknown,
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
