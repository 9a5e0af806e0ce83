/** The code that shows a form's card on a website. Pure. */

const SIZE = { width: 316, height: 560 } as const
/** What a logo and the edge of a background take. */
const LOGO = 66
const EDGE = 32

type EmbedSize = { width: number; height: number }

/** Pixels; the card is drawn 300 wide at most. */
export const embedSize = ({ logo, background }: { logo: string | null; background: string | null }): EmbedSize => ({
  width: SIZE.width + (background === null ? 0 : EDGE),
  height: SIZE.height + (logo === null ? 0 : LOGO) + (background === null ? 0 : EDGE),
})

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

export const embedCode = (url: string, title: string, size: EmbedSize): string =>
  `<iframe src="${escaped(url)}" title="${escaped(title)}" loading="lazy" ` +
  `style="width:${size.width}px;max-width:100%;height:${size.height}px;border:0"></iframe>`
