/** One address, one user: case and composed letters do not make another. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
