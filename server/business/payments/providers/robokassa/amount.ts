/** Amounts as Robokassa writes them. Pure. */

/** `12345` → `123.45`: the same text in the link and in its signature. */
export const outSum = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

/** `123.450000` → 12345. @returns null for what is no amount of whole cents */
export function minorOf(text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  const parts = fraction.padEnd(6, '0')
  return whole === '' || !parts.endsWith('0000') ? null : Number(whole) * 100 + Number(parts.slice(0, 2))
}
