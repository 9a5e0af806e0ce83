/** The live line as a browser holds it. */
import { NEWS_PATH } from '../contract/platform/notifications.ts'

export type NewsLine = {
  status: number
  /** Names of the events that came, in their order. */
  events: string[]
  /** Everything that was received, heartbeats too. */
  text(): string
  /** Resolves when the server has ended the line. */
  ended: Promise<void>
  hangUp(): void
}

export async function openNewsLine(server: { url: string }, c: number | string, token?: string): Promise<NewsLine> {
  const end = new AbortController()
  const response = await fetch(`${server.url}/api${NEWS_PATH.replace('{c}', String(c))}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: end.signal,
  })
  const events: string[] = []
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      events.splice(0, events.length, ...[...text.matchAll(/^event: (\w+)$/gm)].map(([, name = '']) => name))
    }
  }
  return {
    status: response.status,
    events,
    text: () => text,
    ended: read().catch(() => undefined),
    hangUp: () => end.abort(),
  }
}
