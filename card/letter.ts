/** The first letter of a business: it stands for a picture that a card has none of, on phones and in the preview. */

export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? ''

/** Where the server draws it. @param background `#rrggbb` */
export function letterPath(name: string, background: string): string {
  const code = initialOf(name).codePointAt(0)?.toString(16)
  return `/files/plain/${background.slice(1)}${code === undefined ? '' : `-${code}`}.png`
}
