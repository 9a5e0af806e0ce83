/** A server in a process of its own, as people and phones know it. */
import type { TestServer } from './server.ts'

/** What phones and people need to know of a server; its clock is the machine's. */
export async function seenFromOutside(url: string, visitor: { cookie: string }): Promise<TestServer> {
  return {
    url,
    visitor,
    authority: { rootPem: await (await fetch(`${url}/apple/test-root.pem`)).text() },
    passTime: () => undefined,
  } as unknown as TestServer
}
