/** What can be wrong with a screen and measured in a browser: layout, clipped text, headings, actions. */
import type { Page } from 'playwright-core'

export type LayoutFaults = { sideways: string[]; clipped: string[]; order: string[] }

/** Waits until a page has everything: chunks, data, pictures, fonts; nothing moves, and three frames are the same. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isBusy = document.querySelector('main [aria-busy="true"], .mantine-Skeleton-root') !== null
    const isLoading = [...document.images].some((image) => image.loading !== 'lazy' && !image.complete)
    return document.querySelector('h1') !== null && !isBusy && !isLoading && document.fonts.status === 'loaded'
  })
  await page.evaluate(async () => {
    // Colours of a scheme that has just changed may be on their way; what turns for ever, or follows a scroll, is not
    // waited for.
    const ending = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
    let size = ''
    for (let still = 0; still < 3;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      // Names count too: a dialog gets its own a frame after it is there.
      const count = (selector: string) => document.body.querySelectorAll(selector).length
      const now = [document.documentElement.scrollHeight, count('*'), count('[aria-label], [aria-labelledby]')].join()
      still = now === size ? still + 1 : 0
      size = now
    }
  })
}

/**
 * Measures the page as it is. Text counts as clipped when its letters run out of a box that hides them without an
 * ellipsis.
 */
export function findLayoutFaults(page: Page): Promise<LayoutFaults> {
  return page.evaluate(() => {
    const found: LayoutFaults = { sideways: [], clipped: [], order: [] }
    const named = (element: Element) => {
      const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)
      const name = [...element.classList].find((one) => !one.startsWith('m_')) ?? ''
      return `${element.tagName.toLowerCase()}${name && `.${name}`}${text && ` “${text}”`}`
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert]') === null
    /** For screen readers only: a box of one pixel. */
    const isUnseen = (box: DOMRect, style: CSSStyleDeclaration) =>
      box.width <= 2 || box.height <= 2 || style.clipPath !== 'none'
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      found.sideways.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement
      if (
        !owner ||
        node.textContent?.trim() === '' ||
        /^(SCRIPT|STYLE|OPTION|TEXTAREA)$/.test(owner.tagName) ||
        !isShown(owner)
      )
        continue
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      if (text.width === 0) continue
      let isScrolled = false
      let isCut = false
      let isFixed = false
      for (let at: Element | null = owner; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at)
        const box = at.getBoundingClientRect()
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
          isScrolled = true
          break
        }
        isFixed ||= style.position === 'fixed'
        const hasFrame =
          Number.parseFloat(style.borderRightWidth) > 0 &&
          style.borderRightStyle !== 'none' &&
          style.position !== 'absolute'
        if (hasFrame && text.right > box.right + 1 && text.left < box.right) {
          found.clipped.push(`${named(owner)} sticks out of its frame by ${Math.round(text.right - box.right)} px`)
          break
        }
        if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue
        if (isUnseen(box, style)) {
          isCut = true
          break
        }
        const isShort = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        const isControl =
          at.closest('button, [role=tab], [role=button], .mantine-SegmentedControl-root, h1, h2, h3, label') !== null &&
          at.closest('[data-may-shorten]') === null
        const isOut = text.right > box.right + 1 || text.left < box.left - 1
        const isAway = text.left >= box.right || text.right <= box.left
        if (isOut && !isAway && (!isShort || isControl))
          found.clipped.push(
            `${named(owner)} is cut by ${Math.round(Math.max(text.right - box.right, box.left - text.left))} px`,
          )
        if (isOut) isCut = true
        if (isOut) break
      }
      if (!isScrolled && !isCut && !isFixed && text.right > root.clientWidth + 1 && text.left < root.clientWidth)
        found.sideways.push(`${named(owner)} runs out of the screen`)
    }

    const headings = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility())
    if (headings.length !== 1) found.order.push(`${headings.length} first headings`)
    const primaries = [...document.querySelectorAll('button.mantine-Button-root, a.mantine-Button-root')].filter(
      (one) =>
        (one.getAttribute('data-variant') ?? 'filled') === 'filled' &&
        isShown(one) &&
        one.closest('[role=dialog]') === null,
    )
    if (primaries.length > 1)
      found.order.push(
        `${primaries.length} primary actions: ${primaries.map((one) => one.textContent?.trim()).join(', ')}`,
      )
    return found
  })
}
