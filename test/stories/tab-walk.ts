/**
 * Walks through a page with the Tab key alone and writes down what it cannot reach or where the cursor cannot be seen.
 */
import type { Page } from 'playwright-core'

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
    names[index] =
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') || element.textContent || (element as HTMLInputElement).labels?.[0]?.textContent || element.id || element.getAttribute('class') || '').trim().slice(0, 40)}”`
  }
  Object.assign(globalThis, { lookOf: look })
  window.scrollTo(0, 0)
  return names
}

/** The mark of what has the focus, and whether it looks other than before. */
function focused(mark: string): { at: string | null; isSeen: boolean } {
  const element = document.activeElement
  const { lookOf } = globalThis as unknown as { lookOf: (element: Element) => string }
  // A page may choose another of a group while one walks over it: the group is reached all the same.
  const ofGroup =
    element instanceof HTMLInputElement && element.type === 'radio' && !element.hasAttribute(mark)
      ? document.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"][${mark}]`)
      : null
  if (ofGroup) return { at: ofGroup.getAttribute(mark), isSeen: true }
  const at = element?.getAttribute(mark) ?? null
  return {
    at,
    isSeen: at === null || lookOf(element as Element) !== (element as unknown as { lookBefore: string }).lookBefore,
  }
}

/** @returns one line for each fault */
export async function tabThrough(page: Page): Promise<string[]> {
  const names = await page.evaluate(markActing, MARK)
  const reached = new Set<string>()
  const unseen = new Set<string>()
  // Two rounds at most: the focus may begin in the middle of the page.
  for (
    let presses = Object.keys(names).length * 2 + 4;
    presses > 0 && reached.size < Object.keys(names).length;
    presses--
  ) {
    await page.keyboard.press('Tab')
    const { at, isSeen } = await page.evaluate(focused, MARK)
    if (at === null) continue
    reached.add(at)
    if (!isSeen) unseen.add(at)
  }
  return [
    ...Object.entries(names)
      .filter(([at]) => !reached.has(at))
      .map(([, name]) => `cannot be reached: ${name}`),
    ...[...unseen].map((at) => `the focus cannot be seen on ${names[at]}`),
  ]
}
