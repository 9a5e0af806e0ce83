/**
 * The phone's connection to the push service: gets a push token, listens, and gets a new token when the old one is
 * forgotten.
 */
import type { PhoneLog } from '../log.ts'
import type { Store } from '../store.ts'

export type Courier = {
  /** The phone's push token, requested when there is none yet; '' when the courier does not answer. */
  pushToken(): Promise<string>
  /** Listens if the phone has a token. */
  listen(): void
}

type CourierOptions = {
  /** Base address of the courier. */
  address: string
  token: Store<string>
  log: PhoneLog
  onPush: (topic: string) => void
  /** The phone has a new token: its passes must be registered again. */
  onNewAddress: () => void
}

const PAUSES_MS = [2_000, 5_000, 15_000, 30_000]

export function openCourier({ address, token, log, onPush, onNewAddress }: CourierOptions): Courier {
  let stream: EventSource | undefined
  let failures = 0

  async function pushToken(): Promise<string> {
    if (token.get() !== '') return token.get()
    const url = new URL(`${address}/register`, location.href)
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const response = await fetch(url, init).catch(() => null)
    log.write({
      outcome: response?.ok ? 'done' : 'failed',
      word: 'log.courier',
      request: `POST ${url.pathname}`,
      status: response?.status,
    })
    if (!response?.ok) return ''
    const answer = (await response.json()) as { pushToken: string }
    token.set(() => answer.pushToken)
    listen()
    return answer.pushToken
  }

  function listen(): void {
    if (token.get() === '' || stream) return
    stream = new EventSource(`${address}/stream?token=${encodeURIComponent(token.get())}`)
    const arrived = (event: MessageEvent<string>) => {
      const { topic } = JSON.parse(event.data) as { topic: string }
      log.write({ outcome: 'done', word: 'log.push', values: { topic } })
      onPush(topic)
    }
    for (const name of ['message', 'push']) stream.addEventListener(name, arrived)
    stream.addEventListener('open', () => {
      failures = 0
    })
    stream.addEventListener('error', () => {
      // The browser reconnects automatically; closed means that the courier has forgotten this token.
      if (stream?.readyState !== EventSource.CLOSED) return
      stream = undefined
      token.set(() => '')
      renewLater()
    })
  }

  function renewLater(): void {
    setTimeout(
      async () => ((await pushToken()) === '' ? renewLater() : onNewAddress()),
      PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)],
    )
    failures++
  }

  return { pushToken, listen }
}
