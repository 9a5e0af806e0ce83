/** What a finger meets on a phone: whether everything that acts takes a tap over 44 by 44 px. */
import type { Page } from 'playwright-core'

/** WCAG 2.5.5, in CSS pixels. */
const FINGER_PX = 44

/**
 * Measures everything that acts and can be seen, as the browser answers a tap: a square of 44 px has to fit where the
 * thing itself, what is drawn around it for the finger, or its label takes the tap and nothing else does. So two
 * neighbours whose areas lie over each other are found too: one of them takes what the other needs. Left out, as WCAG
 * leaves it out, are links within a sentence and pins of a map, whose list is beside it; and what lies under something
 * open is not met at all.
 * @returns a line for each that is too small
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const ROLES = ['button', 'link', 'tab', 'switch', 'checkbox', 'radio', 'option', 'slider', 'combobox', 'textbox']
    const ACTING = [
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role^=menuitem]',
      ...ROLES.map((role) => `[role=${role}]`),
    ].join()
    const PIN = '.leaflet-marker-icon'
    /** The frame around pills gives the focus to the field among them. */
    const frameOf = (element: Element) =>
      element.matches('.mantine-PillsInputField-field') ? element.closest('.mantine-Input-input') : null
    const OVER = '[role=dialog], [role=menu], [role=listbox], .mantine-ActionBar-root'
    /** The edges are inside of the square; the browser rounds each edge of a box to a pixel of its own. */
    const reach = finger - 2
    const near = (edge: number) => Math.min(Math.max(edge, 2), reach - 2)
    /** Its middles and, as controls are round there, a little inside of its corners. */
    const steps = [0, reach / 2, reach]
    const isMiddle = (step: number) => step === reach / 2
    const SQUARE = steps.flatMap((x) =>
      steps.map((y) => (isMiddle(x) || isMiddle(y) ? { x, y } : { x: near(x), y: near(y) })),
    )
    type Box = { left: number; right: number; top: number; bottom: number }
    const named = (element: Element) => {
      const name = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
      const text = (name ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
      const kind = [...element.classList].find((one) => !one.startsWith('m_')) ?? element.getAttribute('type') ?? ''
      return `${element.tagName.toLowerCase()}${kind && `.${kind}`}${text && ` “${text}”`}`
    }
    const labelsOf = (element: Element) => [...((element as HTMLInputElement).labels ?? [])]
    const fieldIn = (hit: Element | null) =>
      hit?.closest('.mantine-Input-input')?.querySelector('.mantine-PillsInputField-field') ?? null
    const actorOf = (hit: Element | null) => hit?.closest(ACTING) ?? hit?.closest('label')?.control ?? fieldIn(hit)
    const isWithin = (x: number, y: number, { left, right, top, bottom }: Box) =>
      x >= left && x <= right && y >= top && y <= bottom

    const isInSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false
      let block = element.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      const texts = document.createTreeWalker(block ?? document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (/\p{L}/u.test(node.textContent ?? '') && !node.parentElement?.closest(ACTING)) return true
      return false
    }

    /** Undefined where it is met over enough, null where it is not met at all. */
    const measure = (element: Element, boxes: readonly Box[]): string | null | undefined => {
      const takes = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        const actor = actorOf(hit)
        if (actor === element) return true
        // What is rounder belongs there to what is behind it, which does nothing.
        return actor === null && hit?.contains(element) === true && boxes.some((box) => isWithin(x, y, box))
      }
      const run = (x: number, y: number, stepX: number, stepY: number) => {
        let px = 0
        while (px < reach && takes(x + stepX * (px + 1), y + stepY * (px + 1))) px++
        return px
      }
      let best: string | null = null
      for (const { left, right, top, bottom } of boxes) {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const fits = (fromX: number, fromY: number) => SQUARE.every((at) => takes(fromX + at.x, fromY + at.y))
        if (fits(x - reach / 2, y - reach / 2)) return undefined
        if (!takes(x, y)) continue
        const [toLeft, toRight, up, down] = [run(x, y, -1, 0), run(x, y, 1, 0), run(x, y, 0, -1), run(x, y, 0, 1)]
        const [width, height] = [toLeft + toRight + 1, up + down + 1]
        // The middle of what takes the tap need not be the middle of what is seen.
        const place = (before: number, after: number) => -Math.min(before, Math.max(reach / 2, reach - after))
        if (width >= reach && height >= reach && fits(x + place(toLeft, toRight), y + place(up, down))) return undefined
        best ??= `takes a tap over ${Math.min(width, finger)} by ${Math.min(height, finger)} px`
      }
      return best
    }

    const seen = new Map<Element, [number, number]>()
    const bringIntoView = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (!seen.has(at)) seen.set(at, [at.scrollLeft, at.scrollTop])
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    }

    const TOAST = '.mantine-Notifications-root'
    const toasts = [...document.querySelectorAll<HTMLElement>(TOAST)]
    /** They lie over the page for some seconds, and are measured for themselves. */
    const showToasts = (areShown: boolean) => {
      for (const toast of toasts) toast.style.visibility = areShown ? '' : 'hidden'
    }

    const over = [...document.querySelectorAll(OVER)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    const places = over.length > 0 ? over : [document.body]
    const found: string[] = []
    for (const element of places.flatMap((place) => [...place.querySelectorAll(ACTING)])) {
      if (element.matches(':disabled, [data-disabled], [aria-disabled=true]') || element.closest(`[inert], ${PIN}`))
        continue
      showToasts(element.closest(TOAST) !== null)
      const shown = [element, ...labelsOf(element), frameOf(element)].filter(
        (part) => part?.checkVisibility({ visibilityProperty: true }) === true,
      ) as Element[]
      const boxesOf = () =>
        shown.map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width > 2 && height > 2)
      let boxes = boxesOf()
      if (boxes.length === 0 || isInSentence(element)) continue
      let fault = measure(element, boxes)
      if (fault === undefined) continue
      bringIntoView(shown[0] ?? element)
      boxes = boxesOf()
      fault = measure(element, boxes)
      if (fault === undefined) continue
      const [box] = boxes
      const hit = box && document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      const actor = actorOf(hit ?? null)
      if (fault !== null) found.push(`${named(element)} ${fault}`)
      // A list that has opened over a dialog is a screen of its own.
      else if (hit && hit.closest(OVER) === element.closest(OVER))
        found.push(`${named(element)} lies under ${named(actor ?? hit)}`)
    }
    showToasts(true)
    for (const [element, [left, top]] of seen) element.scrollTo({ left, top, behavior: 'instant' })
    return found
  }, FINGER_PX)
}
