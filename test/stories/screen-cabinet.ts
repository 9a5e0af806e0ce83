/** Every screen of a cabinet. */
import type { Page } from 'playwright-core'
import type { Screen } from './screen-list.ts'
import type { ScreenWorld } from './screen-world.ts'

const side = (index: number) => async (page: Page) => {
  // Of the two choices on the stage the second is the side: front, back, lock screen.
  await page.locator('[class*=stageBar] .mantine-SegmentedControl-root').nth(1).locator('label').nth(index).click()
}

/** Cards, forms, clients and pushes of a cabinet. */
function workScreens(world: ScreenWorld): Screen[] {
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
    { name: 'first card, what to give', path: `${at}/start` },
    { name: 'first card, look', path: `${at}/start?give=bonus` },
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
    { name: 'form, links', path: `${at}/form/${world.form}/links` },
    { name: 'clients', path: `${at}/clients` },
    { name: 'clients, adding one', path: `${at}/clients?new=client`, isOver: true },
    { name: 'clients, tags', path: `${at}/clients?tags=list`, isOver: true },
    { name: 'clients, changing many amounts', path: `${at}/clients?edit=amount`, isOver: true },
    { name: 'clients, tagging many', path: `${at}/clients?edit=add_tags`, isOver: true },
    { name: 'clients, bulk edits', path: `${at}/clients?bulk=list`, isOver: true },
    { name: 'clients, a bulk edit', path: `${at}/clients?bulk=${world.bulkEdit}`, isOver: true },
    { name: 'clients, erased ones', path: `${at}/clients?erased=list`, isOver: true },
    { name: 'clients, chart', path: `${at}/clients/chart` },
    { name: 'clients, chart of removals by week', path: `${at}/clients/chart?figure=removed&step=week&source=direct` },
    { name: 'clients, export', path: `${at}/clients?sex=female&export=new` },
    { name: 'imports', path: `${at}/clients/import` },
    { name: 'import, columns', path: `${at}/clients/import/${world.imports.ready}` },
    { name: 'import, checked', path: `${at}/clients/import/${world.imports.checked}` },
    { name: 'import, done', path: `${at}/clients/import/${world.imports.done}` },
    { name: 'client, data', path: client },
    { name: 'client, pushes', path: `${client}?tab=pushes` },
    { name: 'client, balance', path: `${client}?tab=balance` },
    {
      name: 'client, several cards',
      path: `${at}/clients/${world.collector}?tab=card`,
      act: (page) => page.locator('main section li').first().waitFor(),
    },
    { name: 'client, no events', path: `${client}?tab=events` },
    { name: 'client, events', path: `${at}/clients/${world.eventful}?tab=events` },
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
    { name: 'new Telegram push', path: `${at}/pushes/create?type=telegram` },
    { name: 'sent Telegram push', path: `${at}/pushes/${world.telegramPush ?? ''}` },
    { name: 'new Telegram push, no bot', path: '#/salon-vera/pushes/create?type=telegram' },
    { name: 'new iBeacon push, locked', path: '#/salon-vera/pushes/create?type=beacon' },
  ]
}

/** Notifications and settings of a cabinet. */
function settingsScreens(): Screen[] {
  const at = '#/coffee-lab'
  return [
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
    { name: 'settings, activity', path: `${at}/settings/activity` },
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
  ]
}

/** The marketplace, segments, integrations, money, triggers. */
function businessScreens(world: ScreenWorld): Screen[] {
  const at = '#/coffee-lab'
  const client = `${at}/clients/${world.client}`
  return [
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
    { name: 'partner, rewards', path: `${at}/partner/rewards` },
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
    { name: 'payments', path: `${at}/balance/payments` },
    { name: 'not found', path: `${at}/nothing/here` },
    // What is typed here would be asked about on the way to the next screen, so there is none.
    {
      name: 'new iBeacon push',
      path: `${at}/pushes/create?type=beacon`,
      act: (page) => page.locator('#push-points button:has(.tabler-icon-plus)').click(),
    },
  ]
}

export const cabinetScreens = (world: ScreenWorld): Screen[] => [
  ...workScreens(world),
  ...settingsScreens(),
  ...businessScreens(world),
]
