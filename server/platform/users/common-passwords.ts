/** Passwords that pass the rule of three kinds of letters and are still guessed first, in lower case. */
const BASES = ['password', 'passw0rd', 'p@ssw0rd', 'qwerty', 'qwertz', 'azerty', 'welcome', 'admin', 'letmein', 'iloveyou', 'abc', 'abcd', 'abcdef', 'monkey', 'dragon', 'football', 'summer', 'winter', 'spring', 'autumn', 'test', 'user', 'login', 'master', 'hello', 'changeme', 'secret', 'kartoteka', 'company', 'heslo', 'passwort', 'parol', 'privet']
const TAILS = ['1', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '123456789', '1!', '123!', '01', '11', '2024', '2025', '2026', '2024!', '2025!', '2026!', '00', '007', '69', '99']

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(BASES.flatMap((base) => [base, ...TAILS.map((tail) => base + tail), ...TAILS.map((tail) => `${tail}${base}`)]))
