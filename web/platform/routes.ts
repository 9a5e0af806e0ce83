/** Pages of people and accounts: login, profile, the choice of an account, notifications, settings. */
import { createRoute, redirect } from '@tanstack/react-router'
import { requireLogin, requireLogout } from '../base/guards.ts'
import { lazyPage } from '../base/lazy-page.ts'
import { PHONE } from '../base/theme.ts'
import { forgetAccount } from '../shell/forget-account.ts'
import { accounts, cabinet, root } from '../shell/route-frames.ts'

/** Log in, sign up and related pages. */
export const outside = createRoute({
  getParentRoute: () => root,
  id: 'outside',
  component: lazyPage(() => import('./users/auth-frame.tsx'), 'AuthFrame'),
})

const login = createRoute({
  getParentRoute: () => outside,
  path: '/login',
  beforeLoad: requireLogout,
  component: lazyPage(() => import('./users/login.tsx'), 'LoginPage'),
})

const signup = createRoute({
  getParentRoute: () => outside,
  path: '/signup',
  beforeLoad: requireLogout,
  component: lazyPage(() => import('./users/sign-up.tsx'), 'SignUpPage', 'offer'),
})

const reset = createRoute({
  getParentRoute: () => outside,
  path: '/reset',
  beforeLoad: requireLogout,
  component: lazyPage(() => import('./users/reset.tsx'), 'ResetPage'),
})

const verify = createRoute({
  getParentRoute: () => outside,
  path: '/register/verify/$code',
  component: lazyPage(() => import('./users/verify.tsx'), 'VerifyPage'),
})

/** Opened from emails, with a login or without. */
const unsubscribe = createRoute({
  getParentRoute: () => outside,
  path: '/email/unsubscribe/$hash',
  component: lazyPage(() => import('./notifications/unsubscribe.tsx'), 'UnsubscribePage', 'access', 'unsubscribe'),
})

const invite = createRoute({
  getParentRoute: () => outside,
  path: '/invite',
  component: lazyPage(() => import('./access/invite.tsx'), 'InvitePage', 'access'),
})

const confirmReplyTo = createRoute({
  getParentRoute: () => outside,
  path: '/email/reply-to/$cabinetId/$token',
  component: lazyPage(() => import('./emails/confirm.tsx'), 'ConfirmReplyToPage', 'emails'),
})

const undoEmail = createRoute({
  getParentRoute: () => outside,
  path: '/email/undo/$token',
  component: lazyPage(() => import('./users/email-undo.tsx'), 'UndoEmailPage', 'addresses'),
})

/** Before any account is opened. */
export const offer = createRoute({
  getParentRoute: () => root,
  path: '/offer',
  beforeLoad: requireLogin,
  component: lazyPage(() => import('./users/offer.tsx'), 'OfferPage', 'offer'),
})

const selectCabinet = createRoute({
  getParentRoute: () => accounts,
  path: '/select_application',
  beforeLoad: forgetAccount,
  component: lazyPage(() => import('./cabinets/select.tsx'), 'SelectCabinetPage'),
})

const invites = createRoute({
  getParentRoute: () => accounts,
  path: '/invites_application',
  beforeLoad: forgetAccount,
  component: lazyPage(() => import('./access/invites.tsx'), 'InvitesPage', 'access'),
})

const createCabinet = createRoute({
  getParentRoute: () => accounts,
  path: '/create_application',
  beforeLoad: forgetAccount,
  component: lazyPage(() => import('./cabinets/create.tsx'), 'CreateCabinetPage'),
})

const profile = createRoute({
  getParentRoute: () => accounts,
  path: '/profile',
  component: lazyPage(() => import('./users/profile.tsx'), 'ProfilePage', 'offer'),
})

/** The link of a new address: who is not logged in logs in first. */
const confirmEmail = createRoute({
  getParentRoute: () => accounts,
  path: '/email/change/$token',
  component: lazyPage(() => import('./users/email-confirm.tsx'), 'ConfirmEmailPage', 'addresses'),
})

const logout = createRoute({
  getParentRoute: () => accounts,
  path: '/logout',
  component: lazyPage(() => import('./users/logout.tsx'), 'LogoutPage'),
})

const notifications = createRoute({
  getParentRoute: () => cabinet,
  path: '/notifications',
  component: lazyPage(() => import('./notifications/page.tsx'), 'NotificationsPage'),
})

/** Services that are arranged with support. */
const coalition = createRoute({
  getParentRoute: () => cabinet,
  path: '/coalition',
  component: lazyPage(() => import('./support/info-page.tsx'), 'CoalitionPage', 'support'),
})

const loyalty = createRoute({
  getParentRoute: () => cabinet,
  path: '/loyalty',
  component: lazyPage(() => import('./support/info-page.tsx'), 'LoyaltyPage', 'support'),
})

/** On a phone the settings begin with a list, elsewhere the list is beside every page. */
export const settings = createRoute({
  getParentRoute: () => cabinet,
  path: '/settings',
  component: lazyPage(() => import('./settings/frame.tsx'), 'SettingsFrame'),
})

const settingsList = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    if (!matchMedia(PHONE).matches) throw redirect({ to: '/$cabinetDomain/settings/general', params, replace: true })
  },
  component: lazyPage(() => import('./settings/frame.tsx'), 'SettingsList'),
})

const general = createRoute({
  getParentRoute: () => settings,
  path: '/general',
  component: lazyPage(() => import('./settings/general.tsx'), 'GeneralPage', 'templates'),
})

const accesses = createRoute({
  getParentRoute: () => settings,
  path: '/accesses',
  component: lazyPage(() => import('./access/people.tsx'), 'PeoplePage', 'access'),
})

const emails = createRoute({
  getParentRoute: () => settings,
  path: '/email',
  component: lazyPage(() => import('./emails/page.tsx'), 'EmailsPage', 'emails'),
})

const keys = createRoute({
  getParentRoute: () => settings,
  path: '/api',
  component: lazyPage(() => import('./keys/page.tsx'), 'KeysPage', 'keys'),
})

export const outsidePages = [login, signup, reset, verify, invite, unsubscribe, confirmReplyTo, undoEmail] as const
export const accountPages = [selectCabinet, invites, createCabinet, profile, confirmEmail, logout] as const
export const platformPages = [notifications, coalition, loyalty] as const
export const platformSettings = [settingsList, general, accesses, emails, keys] as const
