import { describe, expect, it } from 'vitest'
import { testScreens } from './screen-story.ts'
import { linesOf, openTab, SHORT_TOUR } from './screen-tours.ts'
import { examine } from './screen-walk.ts'

/** Every screen once: what a machine can see of it. The slow walk beside this one looks in every way at each. */
describe('every screen', () => {
  const opened = testScreens(false)

  it('would be caught with any of these faults: planted ones are found', async () => {
    const { world, browser } = opened()
    const { page, walk } = await openTab(browser, world, 'en', SHORT_TOUR)
    const planted = await examine(
      page,
      { name: 'spoiled', path: '#/login' },
      {
        ...walk,
        spoil: () =>
          page.evaluate(() => {
            const dress = (element: HTMLElement | null, style: Record<string, string>) => {
              for (const [name, value] of Object.entries(style)) element?.style.setProperty(name, value)
            }
            const button = document.querySelector<HTMLElement>('button[type=submit]')
            dress(button, { width: '60px' })
            button?.after(button.cloneNode(true))
            document.querySelector('label')?.remove()
            document.body.insertAdjacentHTML(
              'beforeend',
              '<h1>Another</h1><div class="wide"></div><p class="framed">Unbreakable</p>' +
                '<p>A sentence with <a href="#/login" class="within">words</a> that lead.</p>' +
                '<div><button class="low">Low</button></div>' +
                '<div><button class="under">Under</button><button class="upon">Upon</button></div>',
            )
            dress(document.querySelector('.low'), { height: '30px', width: '80px' })
            for (const name of ['.under', '.upon'])
              dress(document.querySelector(name), { height: '44px', width: '80px', padding: '0', border: '0' })
            dress(document.querySelector('.upon'), { 'margin-left': '-50px', position: 'relative' })
            dress(document.querySelector('.wide'), { width: '1500px', height: '1px' })
            dress(document.querySelector('.framed'), { width: '30px', border: '1px solid', 'white-space': 'nowrap' })
            console.error('planted')
          }),
      },
    )
    await page.context().close()
    expect(linesOf('axe', planted).join('\n')).toMatch(/spoiled · 1440 light · en: label/)
    expect(linesOf('sideways', planted)).toContainEqual(expect.stringContaining('spoiled · 390 · de: the page is'))
    expect(linesOf('clipped', planted)).toContainEqual(
      expect.stringContaining('en: span.mantine-Button-label “Log in” is cut by'),
    )
    expect(linesOf('clipped', planted)).toContainEqual(
      expect.stringContaining('de: span.mantine-Button-label “Anmelden” is cut by'),
    )
    expect(linesOf('clipped', planted)).toContainEqual(expect.stringContaining('“Unbreakable” sticks out of its frame'))
    expect(linesOf('order', planted)).toEqual(
      expect.arrayContaining(['spoiled · 1440 · en: 2 first headings', expect.stringContaining('2 primary actions')]),
    )
    const touch = linesOf('touch', planted)
    expect(touch).toContainEqual(
      expect.stringMatching(/390 · de: button.low “Low” takes a tap over 44 by (29|30|31) px/),
    )
    expect(touch).toContainEqual(expect.stringContaining('button.under “Under” lies under button.upon'))
    expect(touch.join('\n')).not.toMatch(/: button.upon|words/)
    expect(linesOf('console', planted)).toContainEqual(expect.stringContaining('planted'))
  })
})
