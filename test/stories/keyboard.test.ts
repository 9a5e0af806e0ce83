import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type KeyboardUser, lookAtHardest, lookBeforeLogin, OWNER, startKeyboardUser } from './keyboard-user.ts'
import { focusThrough, tabThrough } from './tab-walk.ts'
import { appears } from './browser.ts'

/**
 * The back office by keyboard alone: no mouse is touched in this story. Every other screen gets the focus in
 * the walk over the screens; the slow walk beside this one presses Tab through each.
 */
describe('the back office without a mouse', () => {
  let user: KeyboardUser

  beforeAll(async () => {
    user = await startKeyboardUser()
  })
  afterAll(() => user?.close())

  it('shows the focus on all that acts before the login', async () => {
    expect(await lookBeforeLogin(user, tabThrough)).toEqual([])
  })

  it('chooses a business, opens pages by letters and finds one by the palette', async () => {
    const { press, tabTo, seeHeading, page } = user
    await user.signIn(OWNER)
    await tabTo('Coffee Lab')
    await press('Enter')
    await page.waitForURL(/#\/coffee-lab$/)
    await seeHeading(/Anna/)
    await press('g', 'k')
    await seeHeading('Clients')
    await press('/')
    await page.keyboard.type('zzz')
    await appears(page.getByText('No results'))
    await press('Escape', 'Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press('g', 'o')
    await seeHeading(/Anna/)
    await press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Variables')
    await press('Enter')
    await seeHeading('Variables')
    // A page is found at once and a client later: the mark is on the first of all of them.
    await press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.waitFor()
    await page.keyboard.type('Mar')
    const found = palette.locator('[data-action]')
    await appears(found.filter({ hasText: '+' }))
    await expect.poll(() => found.evaluateAll((all) => all.findIndex((one) => one.matches('[data-selected]')))).toBe(0)
    await press('Escape')
    await palette.waitFor({ state: 'hidden' })
    await press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('skips the menu, opens a drawer, stays in it, closes it and has the focus where it was', async () => {
    const { press, tabTo, page } = user
    await user.loadPage('#/coffee-lab/settings/variables')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await tabTo('Skip to content')
    await press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await tabTo('Add variable')
    await press('Enter')
    await page.getByRole('dialog', { name: 'New variable' }).waitFor()
    for (let presses = 0; presses < 12; presses++) {
      await press('Tab')
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    }
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Add variable')
  })

  it('reaches and shows everything that acts where that is hardest', async () => {
    expect(await lookAtHardest(user, tabThrough)).toEqual([])
  })

  it.each([
    ['pressing Tab', tabThrough],
    ['focusing', focusThrough],
  ])(
    'by %s it would find what cannot be reached and a focus that cannot be seen: both are planted',
    async (_, walk) => {
      const { page } = user
      await user.loadPage('#/coffee-lab/settings')
      await page.evaluate(() => {
        const [first, second] = document.querySelectorAll<HTMLElement>('main input')
        // Only the keyboard is misled: the field stays in the order of Tab.
        first?.addEventListener('focus', () => first.blur())
        second?.style.setProperty('outline', 'none', 'important')
        for (let element = second; element && element.tagName !== 'FORM'; element = element.parentElement ?? undefined)
          element.style.setProperty('all', 'initial', 'important')
      })
      const faults = await walk(page)
      expect(faults).toContainEqual(expect.stringContaining('cannot be reached: input'))
      expect(faults).toContainEqual(expect.stringContaining('the focus cannot be seen on input'))
    },
  )
})
