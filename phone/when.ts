const MINUTE_MS = 60_000

/** "now", "5 min. ago", "2 hr. ago", "yesterday": the age of a notice in the phone's language. */
export function whenText(at: number, nowMs: number, locale: string, nowWord: string): string {
  const minutes = Math.floor((nowMs - at) / MINUTE_MS)
  if (minutes < 1) return nowWord
  const ago = new Intl.RelativeTimeFormat(locale, { style: 'narrow', numeric: 'auto' })
  if (minutes < 60) return ago.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day')
}
