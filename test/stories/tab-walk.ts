/** Walks through a page by keyboard and writes down what cannot be reached or where the focus cannot be seen. */
import type { Page } from 'playwright-core'
import { markActing } from './acting.ts'
import { settle } from './screen-faults.ts'

const MARK = 'data-tab-walk'

type Walked = { reached: string[]; unseen: string[] }

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

function readWatch(): Walked {
  const { tabWalk } = globalThis as unknown as {
    tabWalk: { reached: Set<string>; unseen: Set<string>; note(): void }
  }
  tabWalk.note()
  return { reached: [...tabWalk.reached], unseen: [...tabWalk.unseen] }
}

/** So many presses between two questions about what was reached. */
const PRESSES = 20

async function pressThrough(page: Page, count: number): Promise<Walked> {
  await page.evaluate(watch, MARK)
  let walked: Walked = { reached: [], unseen: [] }
  // Two rounds at most: the focus may begin in the middle of the page.
  for (let presses = 0; presses < count * 2 + 4 && walked.reached.length < count; presses++) {
    await page.keyboard.press('Tab')
    if (presses % PRESSES !== PRESSES - 1 && presses < count) continue
    walked = await page.evaluate(readWatch)
  }
  return walked
}

/** Gives the focus to one after another in the page itself. */
async function focusEach(mark: string): Promise<Walked> {
  const { lookOf } = globalThis as unknown as { lookOf: (element: Element) => string }
  const walked: Walked = { reached: [], unseen: [] }
  for (const element of document.querySelectorAll<HTMLElement>(`[${mark}]`)) {
    element.focus({ preventScroll: true })
    // React draws what a focus changes as soon as this function rests.
    await new Promise((resolve) => queueMicrotask(() => resolve(null)))
    if (document.activeElement !== element) continue
    const at = element.getAttribute(mark) ?? ''
    walked.reached.push(at)
    if (lookOf(element) === (element as unknown as { lookBefore?: string }).lookBefore) walked.unseen.push(at)
  }
  ;(document.activeElement as HTMLElement | null)?.blur()
  return walked
}

async function focusThroughOnce(page: Page): Promise<Walked> {
  // A browser shows the focus that a script sets only to somebody who uses the keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(focusEach, MARK)
}

/** A page that is drawn anew again and again cannot be walked through. */
const ROUNDS = 5

/** @returns one line for each fault */
async function walk(
  page: Page,
  walkOnce: (page: Page, count: number) => Promise<Walked>,
  rounds = ROUNDS,
): Promise<string[]> {
  const names = await page.evaluate(markActing, MARK)
  const count = Object.keys(names).length
  const { reached, unseen } = await walkOnce(page, count)
  const isGone = await page.evaluate(([mark, before]) => document.querySelectorAll(`[${mark}]`).length < before, [
    MARK,
    count,
  ] as const)
  // What was marked has been drawn anew meanwhile, by an answer that came late: the walk is over another page.
  if (isGone && reached.length < count && rounds > 1) {
    await settle(page)
    return walk(page, walkOnce, rounds - 1)
  }
  return [
    ...Object.entries(names)
      .filter(([at]) => !reached.includes(at))
      .map(([, name]) => `cannot be reached: ${name}`),
    ...unseen.map((at) => `the focus cannot be seen on ${names[at]}`),
  ]
}

/** Presses Tab until everything was reached: finds a focus that is trapped, too. @returns one line for each fault */
export const tabThrough = (page: Page): Promise<string[]> => walk(page, pressThrough)

/** Focuses everything in one go, a tenth of the time of `tabThrough`. @returns one line for each fault */
export const focusThrough = (page: Page): Promise<string[]> => walk(page, focusThroughOnce)
