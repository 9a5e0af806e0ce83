/** Amounts as vendors write them. Ours are whole minor units. */

/** `12.5`, `"12.50"` or `"1 250,5"` in major units as minor ones; null when it is no amount. */
export function minorOf(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = typeof value === 'number' ? value : Number(value.replace(/[\s\u00a0]/g, '').replace(',', '.'))
  const minor = Math.round(number * 100)
  return Number.isSafeInteger(minor) ? minor : null
}

/** Minor units as a number of major ones, `1250` → 12.5. */
export const majorOf = (minor: number): number => minor / 100

/** The same phone in any spelling: compares the last ten digits, which leaves out 8, +7 and 00. */
export const samePhone = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => text.replace(/\D/g, '').slice(-10)) as [string, string]
  return a.length >= 7 && a === b
}

/** `+79990000001` from `8 (999) 000-00-01` and the like, as far as possible without a country; else ''. */
export function phoneOf(text: string | null | undefined): string {
  const digits = (text ?? '').replace(/\D/g, '')
  if (digits.length < 9 || digits.length > 15) return ''
  return `+${digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits}`
}

/** `1990-05-17` from any text that begins with a day; null for zeros and empty texts. */
export function dayOf(text: string | null | undefined): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})/.exec(text ?? '')?.[1]
  if (day === undefined || day < '1900') return null
  const time = Date.parse(`${day}T00:00:00Z`)
  // 31 February would be read as 3 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null
}
