/** What acts on a page and can be seen: everything that a keyboard must reach. */

/** Marks everything that acts and can be seen. @returns their names, by mark */
export function markActing(mark: string): Record<string, string> {
  // A link may highlight the tile around it: three steps up.
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
  // A link that covers a whole row is framed by what covers it.
  const cover = (element: Element) => {
    const { outline, boxShadow } = getComputedStyle(element, '::after')
    return outline + boxShadow
  }
  const look = (element: Element) =>
    frame(element) +
    cover(element) +
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
  // A colour in transition would be read as the old one.
  if (document.adoptedStyleSheets.length === 0) {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  }
  // Of the screen before, in the same document.
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
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
