/** What is done on the two test phones of their page. */
import type { Page } from 'playwright-core'
import type { Language } from '../../contract/limits.ts'
import { say } from '../../words/say.ts'
import type { ScreenWorld } from './screen-world.ts'

const word = (lang: Language, key: string) => say(lang, key)
const regionOf = (page: Page, lang: Language, phone: 'iphone' | 'android') =>
  page.getByRole('region', { name: word(lang, `phone.${phone}`), exact: true })

/** Puts a customer's card into both wallets of the test phone, which is open and speaks `lang`. */
export async function installOnPhones(page: Page, world: ScreenWorld, lang: Language): Promise<void> {
  for (const phone of ['iphone', 'android'] as const) {
    const screen = regionOf(page, lang, phone)
    await pressHome(page, lang, phone)
    await screen.getByRole('button', { name: word(lang, 'phone.home.browser'), exact: true }).click()
    await screen
      .getByLabel(word(lang, 'phone.browser.address'))
      .fill(phone === 'iphone' ? `${world.card}/card.pkpass` : world.card)
    await screen.getByRole('button', { name: word(lang, 'phone.browser.go'), exact: true }).click()
    if (phone === 'iphone') {
      await screen.getByRole('button', { name: word(lang, 'phone.add.add'), exact: true }).click()
      continue
    }
    await screen
      .frameLocator('iframe')
      .getByRole('link', { name: /Google Wallet/ })
      .click()
    await screen.frameLocator('iframe').getByRole('button', { name: 'Add to wallet' }).click()
    await screen.locator('.card-screen').waitFor()
  }
}

async function pressHome(page: Page, lang: Language, phone: 'iphone' | 'android'): Promise<void> {
  await regionOf(page, lang, phone)
    .getByRole('button', { name: word(lang, 'phone.home_button'), exact: true })
    .click()
}

/**
 * `locked`, `home`, `wallet`, `card` or `back` on both phones; a phone that is not visible is left alone.
 */
export async function showOnPhones(
  page: Page,
  lang: Language,
  what: 'locked' | 'home' | 'wallet' | 'card' | 'back',
): Promise<void> {
  for (const phone of ['iphone', 'android'] as const) {
    const screen = regionOf(page, lang, phone)
    if (!(await screen.isVisible())) continue
    await pressHome(page, lang, phone)
    if (what === 'locked')
      await screen.getByRole('button', { name: word(lang, 'phone.side_button'), exact: true }).click()
    if (what === 'locked' || what === 'home') continue
    await screen.getByRole('button', { name: new RegExp(`^\\d*${word(lang, 'phone.home.wallet')}$`) }).click()
    if (what === 'wallet') continue
    await screen
      .getByRole('list', { name: word(lang, 'phone.wallet.passes') })
      .getByRole('button')
      .last()
      .click()
    if (what === 'card') continue
    if (phone === 'iphone')
      await screen.getByRole('button', { name: word(lang, 'phone.pass.info'), exact: true }).click()
    else await screen.locator('.card-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  }
}
