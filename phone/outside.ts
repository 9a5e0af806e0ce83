/**
 * Where the phones find Apple's courier, Google's wallet and the trusted root; a real phone has these built in. Without
 * an address, that wallet is real and has no test phone.
 */
export type Outside = {
  appleCourierUrl?: string
  googleDeviceUrl?: string
  testRootUrl: string
  /** The server's public address, which may differ from this page's address, for instance behind a tunnel. */
  publicUrl: string
}

/** Null when the server does not let this browser use them, or does not answer. */
export async function readOutside(): Promise<Outside | null> {
  const response = await fetch('/outside/phone.json', { headers: { accept: 'application/json' } }).catch(() => null)
  return response?.ok ? ((await response.json()) as Outside) : null
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The address at which this page can reach a link of the server: `localhost` and `127.0.0.1` are one machine, and a
 * server behind a tunnel uses its public address in links. Other addresses are returned unchanged.
 */
export function reachable(link: string, pageUrl: string, publicUrl?: string): string {
  if (!URL.canParse(link, pageUrl)) return link
  const url = new URL(link, pageUrl)
  const page = new URL(pageUrl)
  const isSameMachine = LOOPBACK.test(url.hostname) && LOOPBACK.test(page.hostname) && url.port === page.port
  const isOwnName = publicUrl !== undefined && URL.canParse(publicUrl) && url.origin === new URL(publicUrl).origin
  return isSameMachine || isOwnName ? page.origin + url.pathname + url.search + url.hash : url.href
}
