/**
 * Replaces the body in a frame that shows an earlier page. The style sheet stays loaded, the attributes of the root
 * (theme, language) are updated, and the scroll position is kept.
 */
export function showPage(shown: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html')
  const { scrollTop } = shown.documentElement
  for (const name of shown.documentElement.getAttributeNames()) {
    if (!next.documentElement.hasAttribute(name)) shown.documentElement.removeAttribute(name)
  }
  for (const { name, value } of next.documentElement.attributes) shown.documentElement.setAttribute(name, value)
  shown.body.replaceWith(shown.adoptNode(next.body))
  dress(shown)
  shown.documentElement.scrollTop = scrollTop
}

/** A phone shows no scroll bar. */
export function dress(shown: Document): void {
  shown.documentElement.style.scrollbarWidth = 'none'
}

/** Scrolls a field to the middle of the frame without scrolling the page around it. */
export function showField(shown: Document, key: string): void {
  const field = shown.querySelector(`[data-key="${CSS.escape(key)}"]`)
  const root = shown.documentElement
  if (!field) return
  const { top, height } = field.getBoundingClientRect()
  if (top < 0 || top + height > root.clientHeight) root.scrollTop += top - (root.clientHeight - height) / 2
}

/** A page without scripts: the frame does not run them and would report each one in the console. */
export function withoutScripts(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  return `<!doctype html>${page.documentElement.outerHTML}`
}
