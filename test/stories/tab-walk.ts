/**
 * Walks through a page with the Tab key alone and writes down what it cannot reach or where the cursor cannot be seen.
 */
import type { Page } from 'playwright-core'
import { settle } from './screen-faults.ts'

const MARK = 'data-tab-walk'

/** Marks everything that acts and can be seen. @returns their names, by mark */
function markActing(mark: string): Record<string, string> {
  // A link may light up the tile it stands for: three steps up.
  const around = (element: Element) => {
    const found = [element]
    for (let one = element.parentElement; one && found.length < 4; one = one.parentElement) found.push(one)
    return found
  }
  // A part of a drawing is framed by one of its shapes.
  const frame = (element: Element) =>
    element instanceof SVGElement
      ? [...element.children].map((shape) => getComputedStyle(shape).strokeWidth).join(' ')
      : ''
  const look = (element: Element) =>
    frame(element) +
    around(element)
      .map((one) => {
        const { outline, boxShadow, borderColor, backgroundColor, textDecoration, color } = getComputedStyle(one)
        return [outline, boxShadow, borderColor, backgroundColor, textDecoration, color].join('|')
      })
      .join('\n')
  const isShown = (element: HTMLElement) =>
    element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) &&
    element.closest('[inert],[aria-hidden="true"]') === null
  const isFirstOfGroup = (element: HTMLElement) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const group = [
      ...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(element.name)}"]`),
    ]
    return element === (group.find((one) => one.checked) ?? group[0])
  }
  // A colour on its way would be read as the one before: nothing moves while the walk looks.
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  ;(document.activeElement as HTMLElement | null)?.blur()
  const names: Record<string, string> = {}
  const acting = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && isShown(element) && isFirstOfGroup(element),
  )
  for (const [index, element] of acting.entries()) {
    element.setAttribute(mark, String(index))
    Object.assign(element, { lookBefore: look(element) })
    const name =
      element.getAttribute('aria-label') ||
      element.textContent ||
      (element as HTMLInputElement).labels?.[0]?.textContent ||
      element.id ||
      element.getAttribute('class') ||
      ''
    names[index] = `${element.tagName.toLowerCase()} “${name.trim().slice(0, 40)}”`
  }
  Object.assign(globalThis, { lookOf: look })
  window.scrollTo(0, 0)
  return names
}

/** Notes what has the focus, and whether it looks other than before, at each Tab that takes the focus away again. */
function watch(mark: string): void {
  type Walk = { reached: Set<string>; unseen: Set<string>; note(): void }
  const { lookOf } = globalThis as unknown as { lookOf: (element: Element) => string }
  const note = () => {
    const element = document.activeElement
    // A page may choose another of a group while one walks over it: the group is reached all the same.
    const ofGroup =
      element instanceof HTMLInputElement && element.type === 'radio' && !element.hasAttribute(mark)
        ? document.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"][${mark}]`)
        : null
    const at = (ofGroup ?? element)?.getAttribute(mark) ?? null
    if (at === null) return
    walk.reached.add(at)
    const isSeen = lookOf(element as Element) !== (element as unknown as { lookBefore?: string }).lookBefore
    if (!ofGroup && !isSeen) walk.unseen.add(at)
  }
  const walk: Walk = { reached: new Set(), unseen: new Set(), note }
  const old = (globalThis as unknown as { tabWalk?: Walk }).tabWalk
  if (old) removeEventListener('keydown', old.note, true)
  Object.assign(globalThis, { tabWalk: walk })
  addEventListener('keydown', note, true)
}

function readWatch(): { reached: string[]; unseen: string[] } {
  const { tabWalk } = globalThis as unknown as {
    tabWalk: { reached: Set<string>; unseen: Set<string>; note(): void }
  }
  tabWalk.note()
  return { reached: [...tabWalk.reached], unseen: [...tabWalk.unseen] }
}

/** So many presses between two questions about what was reached. */
const PRESSES = 20

/** A page that is drawn anew again and again cannot be walked through. */
const ROUNDS = 5

/** @returns one line for each fault */
export async function tabThrough(page: Page, rounds = ROUNDS): Promise<string[]> {
  const names = await page.evaluate(markActing, MARK)
  await page.evaluate(watch, MARK)
  const count = Object.keys(names).length
  let reached = new Set<string>()
  let unseen: string[] = []
  // Two rounds at most: the focus may begin in the middle of the page.
  for (let presses = 0; presses < count * 2 + 4 && reached.size < count; presses++) {
    await page.keyboard.press('Tab')
    if (presses % PRESSES !== PRESSES - 1 && presses < count) continue
    const seen = await page.evaluate(readWatch)
    ;[reached, unseen] = [new Set(seen.reached), seen.unseen]
  }
  const isGone = await page.evaluate(([mark, before]) => document.querySelectorAll(`[${mark}]`).length < before, [
    MARK,
    count,
  ] as const)
  // What was marked has been drawn anew meanwhile, by an answer that came late: the walk is over another page.
  if (isGone && reached.size < count && rounds > 1) {
    await settle(page)
    return tabThrough(page, rounds - 1)
  }
  return [
    ...Object.entries(names)
      .filter(([at]) => !reached.has(at))
      .map(([, name]) => `cannot be reached: ${name}`),
    ...unseen.map((at) => `the focus cannot be seen on ${names[at]}`),
  ]
}
