/** Every screen of the product: its name, where it is, and what must be done to see it. */
import type { Page } from 'playwright-core'
import type { Language } from '../../contract/limits.ts'
import { installOnPhones, showOnPhones } from './screen-phones.ts'
import type { ScreenWorld } from './screen-world.ts'

export type Screen = {
  name: string
  /** Of the server, or of the cabinet when it begins with `#`. */
  path: string
  /** Something is done by hand before one looks. */
  act?: (page: Page, lang: Language) => Promise<void>
  /** The server refuses here on purpose; the browser reports it in its console. */
  isRefused?: true
  /** The call (a glob) that is answered with a fault of our side; everything else of the page can be read. */
  fails?: string
  /** There is nothing of it on a wider screen. */
  isPhoneOnly?: true
  /** There is nothing of it on a narrower screen. */
  isWideOnly?: true
  /** Only its text is new: axe has seen all of it elsewhere. */
  isPlain?: true
  /** A picture of an app of Apple or Google: how large its buttons are is theirs to say. */
  isPortrait?: true
  /** Something stays open over the page. */
  isOver?: true
}

/** Before the login. */
export const outsideScreens = (world: ScreenWorld): Screen[] => [
  { name: 'log in', path: '#/login' },
  { name: 'sign up', path: '#/signup' },
  { name: 'reset', path: '#/reset' },
  { name: 'new password', path: world.resetHash },
  { name: 'verify, bad code', path: '#/register/verify/0123456789', isRefused: true },
  { name: 'address for answers, bad link', path: '#/email/reply-to/1/0123456789', isRefused: true },
  { name: 'old address, bad link', path: '#/email/undo/0123456789', isRefused: true },
  { name: 'unsubscribe, bad link', path: '#/email/unsubscribe/0123456789', isRefused: true },
]

/** Of somebody without a cabinet. */
export const guestScreens = (): Screen[] => [
  { name: 'select account, none', path: '#/select_application' },
  { name: 'invitations, none', path: '#/invites_application' },
  { name: 'agreement of the service', path: '#/offer' },
  { name: 'profile', path: '#/profile' },
  { name: 'new address, bad link', path: '#/email/change/0123456789', isRefused: true },
  { name: 'unknown cabinet', path: '#/nobodys-shop/clients', isRefused: true },
]

/** What the frame opens over a page. */
export function shellScreens(): Screen[] {
  const over = (name: string, section: string, open: (page: Page) => Promise<void>): Screen => ({
    name,
    path: `#/coffee-lab/${section}`,
    act: async (page) => {
      await page.keyboard.press('Escape')
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await open(page)
    },
  })
  return [
    over('menu of the user', 'settings/variables', async (page) => {
      await page.locator('header [class*=user]').click()
      await page.getByRole('menu').waitFor()
    }),
    over('palette', 'settings/email', async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    }),
    over('keyboard shortcuts', 'notifications', async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    }),
  ]
}

/** The dialog stays open over the next page, so these are walked alone. */
export const supportScreens = (world: ScreenWorld): Screen[] => [
  { name: 'support, write', path: '#/coffee-lab/clients?support=new' },
  { name: 'support, conversation', path: `#/select_application?support=${world.question}` },
]

/** Of the operator of the installation. */
export function operatorScreens(world: ScreenWorld): Screen[] {
  const at = '#/operator'
  return [
    { name: 'operator, accounts', path: `${at}/cabinets` },
    { name: 'operator, account', path: `${at}/cabinets/${world.cabinet}` },
    { name: 'operator, users', path: `${at}/users` },
    { name: 'operator, user', path: `${at}/users/${world.user}` },
    { name: 'operator, tariffs', path: `${at}/tariffs` },
    { name: 'operator, payments', path: `${at}/payments` },
    { name: 'operator, bills', path: `${at}/bills` },
    { name: 'operator, payouts', path: `${at}/payouts` },
    { name: 'operator, invitations', path: `${at}/invitations` },
    { name: 'operator, inbox', path: `${at}/support` },
    { name: 'operator, question', path: `${at}/support/${world.question}` },
    { name: 'operator, failed jobs', path: `${at}/jobs` },
    { name: 'operator, audit log', path: `${at}/log` },
    { name: 'operator, emulated services', path: `${at}/emulated` },
  ]
}

/** Public pages take the language in their address. */
export function publicScreens(world: ScreenWorld): Screen[] {
  const card = world.card.slice(world.server.url.length)
  const { formPaths: forms } = world
  return [
    { name: 'form, day', path: `${forms.day}?step=form` },
    { name: 'form, description', path: forms.day },
    { name: 'form, sand', path: forms.day_sand },
    { name: 'form, night', path: forms.night },
    { name: 'form, blue night', path: forms.night_blue },
    { name: 'form, closed', path: forms.closed },
    { name: 'form, unknown', path: '/f/coffee-lab/nothing', isRefused: true },
    { name: 'agreement', path: `${forms.day_sand}/agreement` },
    { name: 'install, iPhone', path: `${card}?device=iphone` },
    { name: 'install, Android', path: `${card}?device=android` },
    { name: 'install, desktop', path: `${card}?device=desktop` },
    { name: 'install, a number without proof', path: `${card}?device=iphone&fresh=1` },
  ]
}

/** Pages of our emulators, in English only. */
export const emulatedScreens = (world: ScreenWorld): Screen[] => [
  { name: 'mailbox', path: '/outside/mail/' },
  { name: 'SMS inbox', path: '/outside/sms/' },
  { name: 'SMS to a number', path: `/outside/sms/?number=${encodeURIComponent(world.phone)}` },
  { name: 'mail', path: world.mail },
  { name: 'tills', path: '/outside/crm/' },
  { name: 'till', path: '/outside/crm/tills/iiko-transport' },
  { name: 'Google save page', path: `${world.card.slice(world.server.url.length)}/google`, isPortrait: true },
]

/** One after another with the same two phones: what the first one adds the others show. */
export const phoneScreens = (world: ScreenWorld): Screen[] => [
  {
    name: 'phones, card added',
    path: '/phone',
    isPortrait: true,
    act: (page, lang) => installOnPhones(page, world, lang),
  },
  ...(['locked', 'home', 'wallet', 'back'] as const).map((what): Screen => ({
    name: `phones, ${what}`,
    path: '/phone',
    isPortrait: true,
    act: (page, lang) => showOnPhones(page, lang, what),
  })),
]
