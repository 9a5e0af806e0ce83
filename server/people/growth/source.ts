/** Where a visitor of a form came from, as its link says. */

/** What people add to links for analytics: https links in ads, newsletters and posts. */
export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type Utm = Partial<Record<(typeof UTM_NAMES)[number], string>>

export const UTM_MAX = 100
const SOURCE_MAX = 60
/** What a link without a source is called. */
export const DIRECT = 'direct'
/** How the stored source of a named link begins. */
export const LINK = 'link:'

/** Cut between whole characters: half of one cannot be stored. */
function cleaned(text: string, max: number): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, max).join('').trim()
}

/** @param query `utm_source` and the others; anything else is ignored. @returns null: the link has none */
export function readUtm(query: Readonly<Record<string, string | undefined>>): Utm | null {
  const utm = Object.fromEntries(
    UTM_NAMES.flatMap((name) => {
      const text = cleaned(query[`utm_${name}`] ?? '', UTM_MAX)
      return text === '' ? [] : [[name, text]]
    }),
  )
  return Object.keys(utm).length === 0 ? null : utm
}

/** The name that is counted: `Instagram` and `instagram` are one source. */
export function sourceOf(utm: Utm | null): string {
  const name = cleaned((utm?.source ?? '').toLowerCase(), SOURCE_MAX)
  if (name.startsWith(LINK)) return name.replace(':', ' ')
  return name === DIRECT ? '' : name
}
