import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type KeyboardUser,
  lookAsOperator,
  lookAsOwner,
  lookBeforeLogin,
  OWNER,
  startKeyboardUser,
} from './keyboard-user.ts'
import { focusThrough, tabThrough } from './tab-walk.ts'
import { appears } from './browser.ts'

/** Where Tab itself is pressed all the way: a frame, a table, lists that are dragged, editors with frames and maps. */
const PRESSED = [
  '#/login',
  '#/coffee-lab',
  '#/coffee-lab/clients',
  '#/coffee-lab/triggers',
  '#/coffee-lab/pushes/create?type=geo',
  'the first of #/coffee-lab/cards',
  'the first of #/coffee-lab/form',
  'the first of #/coffee-lab/segments',
]

/**
 * The back office by keyboard alone: no mouse is touched in this story. The slow walk beside it presses Tab through
 * every screen.
 */
describe('the back office without a mouse', () => {
  let user: KeyboardUser

  beforeAll(async () => {
    user = await startKeyboardUser()
  })
  afterAll(() => user?.close())

  const lookAt = (page: KeyboardUser['page'], screen: string) =>
    PRESSED.includes(screen) ? tabThrough(page) : focusThrough(page)

  it('shows the focus on all that acts before the login', async () => {
    expect(await lookBeforeLogin(user, lookAt)).toEqual([])
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

  it('reaches and shows everything that acts, screen by screen', async () => {
    expect(await lookAsOwner(user, lookAt)).toEqual([])
  })

  it('reaches and shows everything where the installation is run', async () => {
    expect(await lookAsOperator(user, lookAt)).toEqual([])
    await user.signIn(OWNER)
  })

  it.each([
    ['pressing Tab', tabThrough],
    ['focusing', focusThrough],
  ])(
    'by %s it would find what cannot be reached and a focus that cannot be seen: both are planted',
    async (_, walk) => {
      const { page } = user
      await user.loadPage('#/create_application')
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
