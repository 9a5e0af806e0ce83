/** The code that shows a form's card on a website. Pure. */

/** Pixels; the card is drawn 300 wide at most. */
export const EMBED_SIZE = { width: 316, height: 560 } as const

/** @param linkUrl of a named link, by which visitors are counted: it ends with the link's code */
export function embedUrl(formUrl: string, linkUrl: string | undefined): string {
  const code = linkUrl === undefined ? undefined : new URL(linkUrl).pathname.split('/').at(-1)
  const url = new URL(formUrl)
  url.pathname += '/embed'
  url.search = code === undefined ? '' : new URLSearchParams({ via: code }).toString()
  return url.href
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const embedCode = (url: string, title: string): string =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" loading="lazy" ` +
  `style="width:${EMBED_SIZE.width}px;max-width:100%;height:${EMBED_SIZE.height}px;border:0"></iframe>`
