/** The rules of a password, one by one, so that they can be ticked off while it is typed. */

const RULES = {
  length: (password: string) => password.length >= 8,
  lower: (password: string) => /\p{Ll}/u.test(password),
  upper: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\d/.test(password),
} as const

export type PasswordRule = keyof typeof RULES

export function metRules(password: string): { rule: PasswordRule; isMet: boolean }[] {
  return (Object.keys(RULES) as PasswordRule[]).map((rule) => ({ rule, isMet: RULES[rule](password) }))
}
