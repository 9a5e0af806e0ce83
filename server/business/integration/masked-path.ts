/** Where a request went, without what may be secret or about a person. Only plain words of an address are kept. */

const HIDDEN = '…'
const PATH_MAX = 200
/** Words such as `create_or_update` and versions such as `1.2`; ids, phones, addresses and keys are neither. */
const WORD = /^[a-z][A-Za-z_-]{0,23}(\.[a-z]{2,5})?$/
const VERSION = /^v?\d{1,2}(\.\d{1,2})?$/

/**
 * @param server address of the CRM as it was entered: it is shown elsewhere, and may have a key in it
 * @param known texts that never show, such as what is entered as a password, or the name of a client
 */
export function maskedPath(url: string, server: string, known: readonly string[]): string {
  const at = readUrl(url)
  if (!at) return HIDDEN
  const base = readUrl(server)
  const isBelow = base?.origin === at.origin && at.pathname.startsWith(base.pathname)
  const path = isBelow ? at.pathname.slice(base.pathname.length) : at.pathname
  const secrets = known.map((one) => one.trim().toLowerCase()).filter((one) => one.length > 1)
  const show = (part: string) => {
    const plain = part.toLowerCase()
    const isKnown = secrets.some((secret) => plain === secret || (secret.length > 3 && plain.includes(secret)))
    return !isKnown && (WORD.test(part) || VERSION.test(part)) ? part : HIDDEN
  }
  const parts = path.split('/').filter((part) => part !== '')
  const names = [...new Set(at.searchParams.keys())]
  const query = names.length === 0 ? '' : `?${names.map((name) => `${show(name)}=${HIDDEN}`).join('&')}`
  return `/${parts.map(show).join('/')}${query}`.slice(0, PATH_MAX)
}

function readUrl(url: string): URL | undefined {
  try {
    return new URL(url)
  } catch {
    return undefined
  }
}
