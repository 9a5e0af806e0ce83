/** Amounts as people type them and as the contract counts them: hundredths, whole numbers only. */

/** `'1 250,5'` → 125050, `'−3.20'` → -320; null when it is no amount with at most two decimals. */
export function hundredthsOf(text: string): number | null {
  const plain = text
    .replace(/[\s\u00A0\u202F]/g, '')
    .replace(/[−–]/g, '-')
    .replace(',', '.')
  const parts = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!parts) return null
  const [, sign, whole, decimals = ''] = parts
  const value = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' && value !== 0 ? -value : value
}

/** 125050 → `'1250.50'`, 500 → `'5'` with `isShort`: the text of an input. */
export function amountText(hundredths: number, isShort = false): string {
  const size = Math.abs(hundredths)
  const cents = String(size % 100).padStart(2, '0')
  const text = `${hundredths < 0 ? '-' : ''}${Math.floor(size / 100)}.${cents}`
  return isShort
    ? text.replace(/\.?0+$/, (zeros) => (zeros.includes('.') ? '' : zeros)).replace(/(\.\d)0$/, '$1')
    : text
}
