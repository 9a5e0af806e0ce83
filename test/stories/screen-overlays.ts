/**
 * What opens over a page: drawers, dialogs, menus, popovers. They are opened by icon and place, which are the same in
 * every language.
 */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Screen } from './screen-list.ts'
import { OVER_SHOP, POOR_SHOP } from './screen-shops.ts'
import { OVER } from './screen-walk.ts'
import type { ScreenWorld } from './screen-world.ts'

type Open = (page: Page) => Promise<unknown>

/** Closes one after the other, the topmost first. */
async function closeAll(page: Page): Promise<void> {
  const open = page.locator(OVER).filter({ visible: true })
  for (let left = await open.count(); left > 0; left = await open.count()) {
    await page.keyboard.press('Escape')
    await page.waitForFunction(
      ([selector, before]) =>
        [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length < before,
      [OVER, left] as const,
    )
  }
}

/** Closes what the screen before has left open over the same page, then opens its own. */
const over = (name: string, path: string, open: Open, more: Partial<Screen> = {}): Screen => ({
  name,
  path,
  isOver: true,
  ...more,
  act: async (page) => {
    await closeAll(page)
    await open(page)
    await page.locator(OVER).filter({ visible: true }).first().waitFor()
  },
})

/** A question of the one dialog for questions: axe has seen it once. */
const asks = (name: string, path: string, open: Open, more: Partial<Screen> = {}): Screen =>
  over(name, path, open, { isPlain: true, ...more })

const icon = (name: string) => `:has(.tabler-icon-${name})`
const press =
  (selector: string, nth = 0): Open =>
  (page) =>
    page.locator(selector).nth(nth).click()
const primary = press('[data-primary] button')
/** The three dots, then the line with this icon. @param nth which dots: of a header, or of a row of its table */
const fromMenu =
  (name: string, nth = 0): Open =>
  async (page) => {
    await page
      .locator(`main button[aria-haspopup=menu]${icon('dots')}`)
      .nth(nth)
      .click()
    await page.locator(`[role=menuitem]${icon(name)}`).click()
  }
const then =
  (...steps: Open[]): Open =>
  async (page) => {
    for (const step of steps) await step(page)
  }
const filters = '[data-table-filter]'

/** A PNG that fits no place of a card. */
const chooseWrongPicture: Open = async (page) => {
  const picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#c98b4b' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
}

export function overlayScreens(world: ScreenWorld): Screen[] {
  const at = '#/coffee-lab'
  return [
    asks('cards, updating all that are out', '#/salon-vera/cards', fromMenu('refresh')),
    over('card, on a phone', `${at}/cards/${world.template}`, press(`main header button${icon('device-mobile')}`)),
    over('cards, deleting', `${at}/cards`, fromMenu('trash')),
    over('form, kinds of fields', `${at}/form/${world.form}`, press(`main button[aria-haspopup=menu]${icon('plus')}`)),
    over('forms, new', `${at}/form`, primary),
    over('payments, new bill', `${at}/balance/payments`, press(`main button${icon('plus')}`)),
    over('payments, a plan after the demo', `${OVER_SHOP}/clients`, press('[data-state=limited] a')),
    over('payments, the way out', `${POOR_SHOP}/clients`, press('[data-state=limited] a')),
    over('forms, reminder', `${at}/form`, fromMenu('bell-ringing')),
    over('forms, QR code', `${at}/form`, press(`main button${icon('qrcode')}`)),
    over('form, new link', `${at}/form/${world.form}/links`, primary),
    over('form, QR code of a link', `${at}/form/${world.form}/links`, press(`main button${icon('qrcode')}`)),
    over('form, poster', `${at}/form/${world.form}/links`, press(`main header button${icon('printer')}`)),
    asks('form, deleting a link', `${at}/form/${world.form}/links`, fromMenu('trash')),
    asks('forms, deleting', `${at}/form`, fromMenu('trash')),
    over('form, code for a website', `${at}/form/${world.form}/links`, press(`main button${icon('code')}`)),
    over('clients, sharing a form', `${at}/clients`, primary),
    over('clients, saved views', `${at}/clients`, press(`main button${icon('bookmark')}`)),
    over('clients, a filter', `${at}/clients`, press(filters), { isWideOnly: true }),
    over(
      'clients, some ticked',
      `${at}/clients`,
      then(press('main tbody input[type=checkbox]'), press('main tbody input[type=checkbox]', 1)),
    ),
    over(
      'client, code for the till',
      `${at}/clients/${world.client}?tab=card`,
      press(`main button${icon('cash-register')}`),
    ),
    asks(
      'client, withdrawing a card',
      `${at}/clients/${world.collector}?tab=card`,
      // The third dots: the header's, the main card's, the other one's.
      fromMenu('credit-card-off', 2),
    ),
    over('client, words of the consent', `${at}/clients/${world.client}?tab=card`, press('main dd > button')),
    asks(
      'client, deleting an event',
      `${at}/clients/${world.eventful}?tab=events`,
      press(`main button${icon('trash')}`),
    ),
    over('client, message', `${at}/clients/${world.client}`, primary),
    over('client, changing an amount', `${at}/clients/${world.client}`, press(`main button${icon('plus-minus')}`)),
    over('client, merging', `${at}/clients/${world.client}`, fromMenu('arrow-merge')),
    over('client, erasing', `${at}/clients/${world.client}`, fromMenu('user-x')),
    over('client, link to the card', `${at}/clients/${world.client}`, press(`main button${icon('qrcode')}`), {
      isWideOnly: true,
    }),
    asks('pushes, deleting', `${at}/pushes`, fromMenu('trash')),
    asks('push, sending', `${at}/pushes/${world.draftPush}`, primary),
    asks('segments, deleting', `${at}/segments?by=name&d=desc`, fromMenu('trash')),
    over('segments, deleting one that is used', `${at}/segments?o=name&d=asc`, fromMenu('trash')),
    over(
      'segment, kinds of conditions',
      `${at}/segments/${world.segment}`,
      press(`main button[aria-haspopup=menu]${icon('plus')}`),
    ),
    asks(
      'triggers, deleting',
      `${at}/triggers`,
      then((page) => page.locator('main [data-rfd-drag-handle-draggable-id]').first().waitFor(), fromMenu('trash')),
    ),
    over('module, new promo code', `${at}/marketplace/welcome`, press(`[role=search] button${icon('plus')}`)),
    asks('module, changing a promo code', `${at}/marketplace/welcome`, fromMenu('pencil')),
    asks(
      'module, new offer for friends',
      `${at}/marketplace/referral?tab=configuration`,
      press(`[role=search] button${icon('plus')}`),
    ),
    asks('module, turning on', '#/salon-vera/marketplace/welcome', primary),
    over('system that is missing', `${at}/integration`, press('main li:last-child > button')),
    over('system, deleting', '#/hotel-sever/integration', fromMenu('trash')),
    asks('tariffs, choosing one', '#/salon-vera/balance/tariffs-overview', press('main ul button:not(:disabled)')),
    asks(
      'tariff, more cards',
      `${at}/balance/tariffs`,
      then(
        (page) => page.locator('main input[inputmode]').first().fill('3'),
        press('main .mantine-Group-root:has(> .mantine-NumberInput-root) > button'),
      ),
    ),
    asks(
      'tariff, ending the demo',
      '#/corner-shop/balance/tariffs',
      press('main button.mantine-Button-root[data-variant=default]'),
    ),
    asks('settings, ending other sessions', `${at}/settings/general`, press('[aria-labelledby=sessions-title] button')),
    asks(
      'certificates, deleting the test one',
      `${at}/settings/certificates`,
      press('[aria-labelledby=apple-title] button[data-variant=default]'),
    ),
    over('people, inviting', `${at}/settings/accesses`, primary),
    asks('people, taking an access away', `${at}/settings/accesses`, fromMenu('trash')),
    asks('people, revoking an invitation', '#/corner-shop/settings/accesses', fromMenu('trash')),
    over('variables, new', `${at}/settings/variables`, primary),
    over('variables, changing', `${at}/settings/variables`, fromMenu('pencil')),
    asks('variables, deleting', `${at}/settings/variables`, fromMenu('trash')),
    asks(
      'SMS, taking the provider away',
      `${at}/settings/sms`,
      press('[aria-labelledby=provider-title] form button', -1),
    ),
    over('API, renaming a key', `${at}/settings/api`, fromMenu('pencil')),
    over('API, a new secret', `${at}/settings/api`, fromMenu('refresh')),
    asks('API, revoking a key', `${at}/settings/api`, fromMenu('trash')),
    over('another account', `${at}/acceptance`, press('nav button[aria-haspopup=dialog]'), { isWideOnly: true }),
    asks('logging out', '#/profile', then(press('header [class*=user]'), press(`[role=menuitem]${icon('logout')}`))),
    over('card, a picture of another size', `${at}/cards/${world.template}`, chooseWrongPicture),
  ]
}

/** They exist on a phone only. */
export const phoneSheets = (): Screen[] =>
  (
    [
      over(
        'clients, filters on a phone',
        '#/coffee-lab/clients',
        press(`[role=search] button${icon('adjustments-horizontal')}`),
      ),
      over('clients, order on a phone', '#/coffee-lab/clients', press(`[role=search] button${icon('arrows-sort')}`)),
      over('everything behind "More"', '#/coffee-lab/segments', press('nav button[aria-haspopup=dialog]')),
    ] satisfies Screen[]
  ).map((screen) => ({ ...screen, isPhoneOnly: true }))

/** Before the login. */
export const outsideOverlays = (): Screen[] => [
  over('sign up, agreement', '#/signup', press('form .k-small button, form button.k-small')),
  over('sign up, personal data', '#/signup', press('form .k-small button, form button.k-small', 1)),
  over('languages', '#/login', press('button[aria-haspopup=menu]')),
  over('colours', '#/reset', press('button[aria-haspopup=menu]', 1)),
]

/** Of the operator of the installation. */
export function operatorOverlays(world: ScreenWorld): Screen[] {
  const at = '#/operator'
  const cabinet = `${at}/cabinets/${world.cabinet}`
  return [
    over('operator, another tariff', cabinet, press('main header button[data-variant=default]')),
    over('operator, correcting the balance', `${cabinet}`, fromMenu('coin')),
    over('operator, look of a form', `${cabinet}`, fromMenu('photo')),
    asks('operator, ending sessions', `${at}/users/${world.user}`, press('main header button[data-variant=default]')),
    asks('operator, giving rights', `${at}/users/${world.user}`, fromMenu('shield-check')),
    over('operator, changing a tariff', `${at}/tariffs`, press('main li button')),
    over('operator, price of a module', `${at}/tariffs`, press('[aria-labelledby=module-prices] li button')),
    over('operator, refunding a payment', cabinet, fromMenu('receipt-refund', 1)),
    over(
      'operator, paying out',
      `${at}/payouts`,
      then(press('main li input[type=checkbox]'), press('main header button')),
    ),
    over('operator, booking a payment', `${at}/bills`, fromMenu('cash')),
    asks('operator, revoking an invitation', `${at}/invitations`, fromMenu('trash')),
    over('operator, a filter of accounts', `${at}/cabinets`, press(filters), { isWideOnly: true }),
  ]
}
