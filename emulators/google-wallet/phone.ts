/** The phone's own view of the wallet: its cards, their removal, and a stream of changes. Not a Google interface. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from './answers.ts'
import { cardView } from './card-view.ts'
import type { CardChange } from './resources.ts'
import type { GoogleWalletState } from './state.ts'

const KEEP_ALIVE_MS = 20_000

export function cardsOf(account: string, state: GoogleWalletState): object[] {
  const held = Object.hasOwn(state.devices, account) ? (state.devices[account] ?? {}) : {}
  return Object.entries(held).flatMap(([objectId, addedAtMs]) => {
    const object = state.objects[objectId]
    const owner = object && state.classes[String(object['classId'])]
    if (!object || !owner) return []
    const view = cardView(owner, object)
    return [
      { objectId, addedAt: new Date(addedAtMs).toISOString(), class: owner, object, messages: view.messages, view },
    ]
  })
}

/** Listeners by account; an event goes only to accounts that have the card. */
export function openStreams(state: GoogleWalletState) {
  const streams = new Map<string, Set<ServerResponse>>()
  const timer = setInterval(() => {
    for (const responses of streams.values()) for (const res of responses) res.write(': still here\n\n')
  }, KEEP_ALIVE_MS).unref()

  return {
    listen(account: string, req: IncomingMessage, res: ServerResponse): void {
      res.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      res.write('retry: 1000\n\n')
      const responses = streams.get(account) ?? new Set()
      streams.set(account, responses.add(res))
      req.on('close', () => responses.delete(res))
    },
    notify(change: CardChange, account?: string): void {
      const line = `event: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`
      for (const [name, responses] of streams) {
        const holds =
          name === account || (account === undefined && state.devices[name]?.[change.objectId] !== undefined)
        if (holds) for (const res of responses) res.write(line)
      }
    },
    close(): void {
      clearInterval(timer)
      for (const responses of streams.values()) for (const res of responses) res.end()
      streams.clear()
    },
  }
}

export function sendCards(res: ServerResponse, account: string, state: GoogleWalletState): void {
  sendJson(res, 200, { cards: cardsOf(account, state) })
}
