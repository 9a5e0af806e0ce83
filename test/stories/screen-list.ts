/** Every screen of the product: its name, where it is, and what must be done to see it. */
import type { Page } from 'playwright-core'
import type { Language } from '../../contract/limits.ts'
import { installOnPhones, type ScreenWorld, showOnPhones } from './screen-world.ts'

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
  { name: 'unsubscribe, bad link', path: '#/email/unsubscribe/0123456789', isRefused: true },
]

/** Of somebody without a cabinet. */
export const guestScreens = (): Screen[] => [
  { name: 'select account, none', path: '#/select_application' },
  { name: 'invitations, none', path: '#/invites_application' },
  { name: 'agreement of the service', path: '#/offer' },
  { name: 'profile', path: '#/profile' },
  { name: 'unknown cabinet', path: '#/nobodys-shop/clients', isRefused: true },
]

const side = (index: number) => async (page: Page) => {
  // Of the two choices on the stage the second is the side: front, back, lock screen.
  await page.locator('[class*=stageBar] .mantine-SegmentedControl-root').nth(1).locator('label').nth(index).click()
}

export function cabinetScreens(world: ScreenWorld): Screen[] {
  const at = '#/coffee-lab'
  const card = `${at}/cards/${world.template}`
  const client = `${at}/clients/${world.client}`
  const openPreview = async (page: Page, index: number) => {
    if ((page.viewportSize()?.width ?? 0) >= 1024) await side(index)(page)
  }
  return [
    { name: 'select account', path: '#/select_application' },
    { name: 'create account', path: '#/create_application' },
    { name: 'overview', path: at },
    { name: 'cards', path: `${at}/cards` },
    { name: 'cards as a table', path: `${at}/cards?view=table` },
    { name: 'new card, kind', path: `${at}/cards/create` },
    { name: 'new card, look', path: `${at}/cards/create?type=bonus` },
    { name: 'card, front', path: card, act: (page) => openPreview(page, 0) },
    { name: 'card, back', path: `${card}?tab=back`, act: (page) => openPreview(page, 1) },
    { name: 'card, extra', path: `${card}?tab=extra`, act: (page) => openPreview(page, 2) },
    { name: 'forms', path: `${at}/form` },
    {
      name: 'form',
      path: `${at}/form/${world.form}`,
      act: (page) => page.frameLocator('iframe').locator('h1').waitFor(),
    },
    { name: 'clients', path: `${at}/clients` },
    { name: 'clients, chart', path: `${at}/clients/chart` },
    { name: 'clients, export', path: `${at}/clients?sex=female&export=new` },
    { name: 'client, data', path: client },
    { name: 'client, pushes', path: `${client}?tab=pushes` },
    { name: 'client, balance', path: `${client}?tab=balance` },
    { name: 'pushes', path: `${at}/pushes` },
    { name: 'new push', path: `${at}/pushes/create` },
    { name: 'draft push', path: `${at}/pushes/${world.draftPush}` },
    { name: 'sent push', path: `${at}/pushes/${world.sentPush}` },
    {
      name: 'pushes, what can be created',
      path: `${at}/pushes?type=geo`,
      act: async (page) => {
        await page.locator('[data-primary] button').click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'geo push',
      path: `${at}/pushes/${world.nearPush}`,
      act: (page) => page.locator('ol li button:has(.tabler-icon-pencil)').first().click(),
    },
    {
      name: 'geo push, switching off',
      path: `${at}/pushes/${world.nearPush}?check=1`,
      act: (page) => page.locator('[data-primary] button').click(),
    },
    { name: 'new iBeacon push, locked', path: '#/salon-vera/pushes/create?type=beacon' },
    { name: 'notifications', path: `${at}/notifications` },
    { name: 'notifications, none of a type', path: `${at}/notifications?type=integration_failed` },
    {
      name: 'notifications, bell',
      path: at,
      act: (page) => page.locator('header [aria-haspopup=dialog]:has(.tabler-icon-bell)').click(),
    },
    { name: 'certificates', path: `${at}/settings/certificates` },
    { name: 'settings, general', path: `${at}/settings/general` },
    {
      name: 'settings, main phone',
      path: `${at}/settings/general`,
      act: (page) => page.locator('[aria-labelledby=main-phone-title] button').click(),
    },
    {
      name: 'questionnaire',
      path: `${at}?poll=1`,
      act: (page) => page.getByRole('dialog').locator('input[type=tel]').waitFor(),
    },
    { name: 'settings, people', path: `${at}/settings/accesses` },
    { name: 'settings, variables', path: `${at}/settings/variables` },
    { name: 'settings, SMS', path: `${at}/settings/sms` },
    { name: 'settings, SMS without a provider', path: '#/salon-vera/settings/sms' },
    {
      name: 'settings, SMS keys',
      path: '#/salon-vera/settings/sms',
      act: (page) => page.getByRole('main').getByRole('button', { name: /SMSC/ }).click(),
    },
    { name: 'settings, e-mail', path: `${at}/settings/email` },
    { name: 'settings, API', path: `${at}/settings/api` },
    {
      name: 'settings, new API key',
      path: `${at}/settings/api`,
      act: (page) => page.locator('[data-primary] button').first().click(),
    },
    { name: 'marketplace', path: `${at}/marketplace` },
    { name: 'marketplace, none off', path: `${at}/marketplace?show=off` },
    { name: 'module, promo codes', path: `${at}/marketplace/welcome` },
    { name: 'module, description', path: `${at}/marketplace/referral?tab=description` },
    {
      name: 'module, columns of the codes',
      path: `${at}/marketplace/welcome`,
      act: async (page) => {
        await page.locator('[role=search] button').last().click()
        // Under the mouse the button would explain itself.
        await page.mouse.move(0, 0)
      },
    },
    { name: 'module, not found', path: `${at}/marketplace/nothing`, isRefused: true },
    { name: 'client, bonuses', path: `${client}?tab=points` },
    { name: 'coalition', path: `${at}/coalition` },
    { name: 'loyalty', path: `${at}/loyalty` },
    { name: 'segments', path: `${at}/segments` },
    { name: 'segment', path: `${at}/segments/${world.segment}` },
    { name: 'segments, none', path: '#/salon-vera/segments' },
    { name: 'segment that is gone', path: `${at}/segments/${world.template}`, isRefused: true },
    { name: 'accept cards', path: `${at}/acceptance` },
    { name: 'systems to connect', path: `${at}/integration` },
    { name: 'access to a system', path: `${at}/integration?crm=url` },
    { name: 'finances, tariff', path: `${at}/balance/tariffs` },
    { name: 'finances, choice', path: `${at}/balance/tariffs-overview` },
    { name: 'finances, choice on the way up', path: '#/salon-vera/balance/tariffs-overview' },
    { name: 'finances, agreement', path: `${at}/balance/offer` },
    { name: 'finances, transactions', path: `${at}/balance/transactions` },
    { name: 'finances, referral', path: `${at}/balance/referral` },
    { name: 'finances, referral without a code', path: '#/salon-vera/balance/referral' },
    { name: 'partner, information', path: `${at}/partner/information` },
    { name: 'partner, clients', path: `${at}/partner/clients` },
    { name: 'partner, spent', path: `${at}/partner/spent` },
    { name: 'partner, no account', path: `${at}/partner/no-apps` },
    { name: 'triggers', path: `${at}/triggers` },
    { name: 'trigger', path: `${at}/triggers/${world.trigger}` },
    { name: 'trigger, what is missing', path: `${at}/triggers/${world.openTrigger}?check=1` },
    {
      name: 'trigger, deleted meanwhile',
      path: `${at}/triggers/00000000-0000-4000-8000-000000000000`,
      isRefused: true,
    },
    { name: 'triggers, none yet', path: '#/salon-vera/triggers' },
    { name: 'not open yet', path: `${at}/balance/payments` },
    { name: 'not found', path: `${at}/nothing/here` },
    // What is typed here would be asked about on the way to the next screen, so there is none.
    {
      name: 'new iBeacon push',
      path: `${at}/pushes/create?type=beacon`,
      act: (page) => page.locator('#push-points button:has(.tabler-icon-plus)').click(),
    },
  ]
}

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
    { name: 'operator, invitations', path: `${at}/invitations` },
    { name: 'operator, inbox', path: `${at}/support` },
    { name: 'operator, question', path: `${at}/support/${world.question}` },
    { name: 'operator, audit log', path: `${at}/log` },
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
  ]
}

/** Played by our emulators, in English only. */
export const playedScreens = (world: ScreenWorld): Screen[] => [
  { name: 'mailbox', path: '/outside/mail/' },
  { name: 'SMS inbox', path: '/outside/sms/' },
  { name: 'SMS to a number', path: `/outside/sms/?number=${encodeURIComponent(world.phone)}` },
  { name: 'mail', path: world.mail },
  { name: 'Google save page', path: `${world.card.slice(world.server.url.length)}/google` },
]

/** One after another with the same two phones: what the first one adds the others show. */
export const phoneScreens = (world: ScreenWorld): Screen[] => [
  { name: 'phones, card added', path: '/phone', act: (page, lang) => installOnPhones(page, world, lang) },
  ...(['locked', 'home', 'wallet', 'back'] as const).map((what): Screen => ({
    name: `phones, ${what}`,
    path: '/phone',
    act: (page, lang) => showOnPhones(page, lang, what),
  })),
]
