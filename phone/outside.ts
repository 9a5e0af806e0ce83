/** Where the phones find Apple's courier, Google's wallet and the trusted root; a real phone has these built in. */
export type Outside = {
  appleCourierUrl: string
  googleDeviceUrl: string
  testRootUrl: string
  /** The server's public address, which may differ from this page's address, for instance behind a tunnel. */
  publicUrl?: string
}

const USUAL: Outside = {
  appleCourierUrl: '/outside/apple/courier',
  googleDeviceUrl: '/outside/google/device',
  testRootUrl: '/apple/test-root.pem',
}

export async function readOutside(): Promise<Outside> {
  try {
    const response = await fetch('/phone/outside.json')
    if (!response.ok) return USUAL
    const answer = (await response.json()) as Partial<Outside>
    return {
      ...USUAL,
      ...Object.fromEntries(Object.entries(answer).filter(([, value]) => typeof value === 'string' && value !== '')),
    }
  } catch {
    return USUAL
  }
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
