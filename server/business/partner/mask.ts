/** Enough of a name, an address or a number to tell two people apart, and no more. Pure. */
const DOTS = '•••'
const letters = (text: string) => [...text.trim()]

/** `Coffee Lab` → `Cof•••`: at most three letters, and never the whole. */
export function maskName(name: string): string {
  const all = letters(name)
  return all.slice(0, Math.min(3, Math.ceil(all.length / 2))).join('') + DOTS
}

/** `Anna`, `Novak` → `Anna N.` */
export function shortName(name: string, surname: string): string {
  const [first = ''] = letters(surname)
  return `${name.trim()}${first ? ` ${first}.` : ''}`.trim()
}

/** `anna@shop.example` → `a•••@s•••.example` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = '', domain] = [letters(email.slice(0, at))[0], email.slice(at + 1)]
  const dot = domain.lastIndexOf('.')
  return `${local}${DOTS}@${letters(domain)[0] ?? ''}${DOTS}${dot > 0 ? domain.slice(dot) : ''}`
}

/** `+420601123456` → `+420•••56` */
export function maskPhone(phone: string): string {
  return phone === '' ? '' : `${phone.slice(0, 4)}${DOTS}${phone.slice(-2)}`
}
