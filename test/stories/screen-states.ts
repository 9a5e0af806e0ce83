/**
 * Pages in the states that nobody looks for: empty, locked, limited, of somebody who is not the owner, and what could
 * not be read.
 */
import type { Screen } from './screen-list.ts'
import { BARE_SHOP, EMPTY_SHOP, POOR_SHOP } from './screen-shops.ts'
import type { ScreenWorld } from './screen-world.ts'

/** Of the hotel, which has a CRM. */
export const crmScreens = (): Screen[] => [
  { name: 'system, connected', path: '#/hotel-sever/integration' },
  { name: 'system, changing its access', path: '#/hotel-sever/integration?crm=iiko-transport' },
  { name: 'clients with a CRM', path: '#/hotel-sever/clients' },
]

/**
 * An account of three days that has nothing yet; one of the smallest tariff whose money is over; one without a tariff.
 */
export const stateScreens = (): Screen[] => [
  { name: 'overview of a new account', path: EMPTY_SHOP },
  { name: 'cards, none', path: `${EMPTY_SHOP}/cards` },
  { name: 'forms, none', path: `${EMPTY_SHOP}/form` },
  { name: 'clients, none', path: `${EMPTY_SHOP}/clients` },
  { name: 'pushes, none', path: `${EMPTY_SHOP}/pushes` },
  { name: 'triggers of a new account', path: `${EMPTY_SHOP}/triggers`, isPlain: true },
  { name: 'segments of a new account', path: `${EMPTY_SHOP}/segments`, isPlain: true },
  { name: 'systems, on the demo', path: `${EMPTY_SHOP}/integration` },
  { name: 'accept cards, none yet', path: `${EMPTY_SHOP}/acceptance` },
  { name: 'notifications, none', path: `${EMPTY_SHOP}/notifications` },
  { name: 'marketplace of a new account', path: `${EMPTY_SHOP}/marketplace`, isPlain: true },
  { name: 'module without codes', path: `${EMPTY_SHOP}/marketplace/welcome?tab=configuration` },
  { name: 'finances, demo', path: `${EMPTY_SHOP}/balance/tariffs` },
  { name: 'finances, no transactions', path: `${EMPTY_SHOP}/balance/transactions` },
  { name: 'settings, no API key', path: `${EMPTY_SHOP}/settings/api` },
  { name: 'settings, only system variables', path: `${EMPTY_SHOP}/settings/variables` },
  { name: 'new geo push without a card', path: `${EMPTY_SHOP}/pushes/create?type=geo` },
  { name: 'overview of a limited account', path: POOR_SHOP },
  { name: 'clients of a limited account, export', path: `${POOR_SHOP}/clients?export=new` },
  { name: 'triggers, locked', path: `${POOR_SHOP}/triggers` },
  { name: 'segments, locked', path: `${POOR_SHOP}/segments` },
  { name: 'finances of a limited account', path: `${POOR_SHOP}/balance/tariffs` },
  { name: 'module, locked', path: `${POOR_SHOP}/marketplace/referral` },
  { name: 'finances, no tariff yet', path: `${BARE_SHOP}/balance/tariffs-overview` },
  { name: 'settings without a tariff', path: `${BARE_SHOP}/settings/general` },
  ...crmScreens(),
  { name: 'clients, none found', path: '#/coffee-lab/clients?q=zzz' },
  {
    name: 'client that is gone',
    path: '#/coffee-lab/clients/00000000-0000-4000-8000-000000000000',
    isRefused: true,
    isPlain: true,
  },
  {
    name: 'push that is gone',
    path: '#/coffee-lab/pushes/00000000-0000-4000-8000-000000000000',
    isRefused: true,
    isPlain: true,
  },
  {
    name: 'card that is gone',
    path: '#/coffee-lab/cards/00000000-0000-4000-8000-000000000000',
    isRefused: true,
    isPlain: true,
  },
  { name: 'form that is gone', path: '#/coffee-lab/form/nothing', isRefused: true, isPlain: true },
  { name: 'returning from a CRM', path: '#/integration/iiko?code=1' },
  { name: 'invitation that is over', path: '#/invite?email=anna%40kartoteka.example' },
]

/** Of somebody who works in the coffee house and does not own it. */
export const memberScreens = (): Screen[] => [
  { name: 'select account, member', path: '#/select_application' },
  { name: 'invitations', path: '#/invites_application' },
  { name: 'settings, people, member', path: '#/coffee-lab/settings/accesses' },
  { name: 'settings, activity, member', path: '#/coffee-lab/settings/activity' },
  { name: 'settings, API, member', path: '#/coffee-lab/settings/api' },
  { name: 'settings, SMS, member', path: '#/coffee-lab/settings/sms' },
  { name: 'certificates, member', path: '#/coffee-lab/settings/certificates' },
  { name: 'finances, choice, member', path: '#/coffee-lab/balance/tariffs-overview' },
  { name: 'integration, member', path: '#/coffee-lab/integration' },
]

/** Each asks anew, in a tab that has read nothing yet. */
export function failedScreens(world: ScreenWorld): Screen[] {
  const at = '#/coffee-lab'
  const failed = (name: string, path: string, call: string): Screen => ({
    name: `could not be read: ${name}`,
    path: `${at}${path}`,
    fails: `**/api/${call}`,
    ...(path !== '' && path !== '/clients' && { isPlain: true }),
  })
  const of = (call: string) => `applications/*/${call}`
  return [
    failed('overview', '', of('dashboard*')),
    failed('cards', '/cards', of('cards/connection')),
    failed('card', `/cards/${world.template}`, of('template/*')),
    failed('forms', '/form', of('form')),
    failed('form', `/form/${world.form}`, of('form/*')),
    failed('clients', '/clients', of('clients?*')),
    failed('chart', '/clients/chart', of('clients/graph*')),
    failed('imports', '/clients/import', of('imports*')),
    failed('client', `/clients/${world.client}`, of('clients/*')),
    failed('pushes', '/pushes', of('pushes*')),
    failed('push', `/pushes/${world.draftPush}`, of('push/*')),
    failed('triggers', '/triggers', of('triggers*')),
    failed('trigger', `/triggers/${world.trigger}`, of('trigger/*')),
    failed('segments', '/segments', of('segments*')),
    failed('segment', `/segments/${world.segment}`, of('segment/*')),
    failed('notifications', '/notifications', of('notifications?*')),
    failed('system', '/integration', of('integration')),
    failed('modules', '/marketplace', of('marketplace')),
    failed('module', '/marketplace/welcome', of('marketplace/*')),
    failed('accept cards', '/acceptance', of('cards/connection')),
    failed('general', '/settings/general', 'settings2/general/**'),
    failed('certificates', '/settings/certificates', of('cert/*')),
    failed('people', '/settings/accesses', of('users')),
    failed('variables', '/settings/variables', of('variables')),
    failed('SMS', '/settings/sms', 'settings2/sms/**'),
    failed('letters', '/settings/email', 'settings2/application/**'),
    failed('keys', '/settings/api', of('keys')),
    failed('tariff', '/balance/tariffs', of('tarif')),
    failed('tariffs', '/balance/tariffs-overview', of('tariffs')),
    failed('transactions', '/balance/transactions', of('transactions*')),
    failed('referral', '/balance/referral', of('referral')),
    failed('partner, clients', '/partner/clients', of('children?*')),
  ]
}
