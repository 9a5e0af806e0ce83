/** The page that was asked for before the login. Only our own pages are remembered: an address is never trusted. */

const STORAGE_KEY = 'kartoteka.back'
const OF_USER = /create_application|select_application|invites_application/
const OF_CABINET = /[a-z0-9][a-z0-9-]{1,30}[a-z0-9](?:\/[a-z-]+(?:\/[A-Za-z0-9_-]{1,64}){0,2})?/
const QUERY = /\?[\w\-.~%&=+,:]*/
const PAGES = new RegExp(`^/(?:${OF_USER.source}|${OF_CABINET.source})(?:${QUERY.source})?$`)
const BEFORE_LOGIN = /^\/(?:login|signup|reset|logout|register)(?:[/?]|$)/

/** May this path of the hash be opened after a login? */
export function isReturnPath(path: string): boolean {
  return path.length <= 500 && PAGES.test(path) && !BEFORE_LOGIN.test(path)
}

/** @param path of the hash with its query, `/coffeelab/clients?page=2` */
export function rememberReturnPath(path: string): void {
  try {
    if (isReturnPath(path)) sessionStorage.setItem(STORAGE_KEY, path)
  } catch {
    // Storage is switched off: the login leads to the choice of an account.
  }
}

/** Whether somebody has come by an invitation, which only a confirmed address may answer. */
export function isInvited(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY)?.startsWith('/invit') ?? false
  } catch {
    return false
  }
}

/** Takes the remembered path; null if there is none that may be opened. */
export function takeReturnPath(): string | null {
  try {
    const path = sessionStorage.getItem(STORAGE_KEY)
    sessionStorage.removeItem(STORAGE_KEY)
    return path !== null && isReturnPath(path) ? path : null
  } catch {
    return null
  }
}
