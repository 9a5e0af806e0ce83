/**
 * Puts the body of a new page into the document of a frame that shows an earlier one. The style sheet stays loaded, the
 * attributes of the root (theme, language) follow, and the visitor's place on the page is kept.
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

/** A phone shows no bar at the side. */
export function dress(shown: Document): void {
  shown.documentElement.style.scrollbarWidth = 'none'
}

/** Brings a field into the middle of the frame, and leaves the page around the frame where it is. */
export function showField(shown: Document, key: string): void {
  const field = shown.querySelector(`[data-key="${CSS.escape(key)}"]`)
  const root = shown.documentElement
  if (!field) return
  const { top, height } = field.getBoundingClientRect()
  if (top < 0 || top + height > root.clientHeight) root.scrollTop += top - (root.clientHeight - height) / 2
}

/** A page as the frame may load it: the frame runs no scripts, and without them it need not complain. */
export function withoutScripts(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  return `<!doctype html>${page.documentElement.outerHTML}`
}
