/** Cards that accounts add and remove: the phone's stream and the issuer's callback are notified of both. */
import { deliverCallback, signCallback } from './callbacks.ts'
import type { CardChange } from './resources.ts'
import type { GoogleWalletState, Resource } from './state.ts'

type CardsWorld = {
  state: GoogleWalletState
  now: () => number
  /** Pauses before each delivery of a callback. */
  callbackRetryMs: readonly number[] | undefined
  sendChange(change: CardChange, account?: string): void
  saveSoon(): void
}

export function openHeldCards({ state, now, callbackRetryMs, sendChange, saveSoon }: CardsWorld) {
  const deliveries = new Set<Promise<unknown>>()

  function callBack(object: Resource, eventType: 'save' | 'del'): void {
    const classId = String(object['classId'])
    const url = (state.classes[classId]?.['callbackOptions'] as { url?: string } | undefined)?.url
    if (!url) return
    const envelope = signCallback({ classId, objectId: object.id, eventType }, state, now())
    const delivery = deliverCallback(url, envelope, callbackRetryMs)
    deliveries.add(delivery)
    void delivery.finally(() => deliveries.delete(delivery))
  }

  return {
    add(account: string, objectId: string): void {
      const object = state.objects[objectId]
      const cards = (state.devices[account] ??= {})
      if (!object || cards[objectId] !== undefined) return
      cards[objectId] = now()
      object['hasUsers'] = true
      sendChange({ type: 'changed', objectId, notify: false })
      callBack(object, 'save')
      saveSoon()
    },
    remove(account: string, objectId: string): boolean {
      const cards = state.devices[account]
      const object = state.objects[objectId]
      if (!object || cards?.[objectId] === undefined) return false
      delete cards[objectId]
      object['hasUsers'] = Object.values(state.devices).some((held) => held[objectId] !== undefined)
      sendChange({ type: 'changed', objectId, notify: false }, account)
      callBack(object, 'del')
      saveSoon()
      return true
    },
    copy(objectId: string, copies: readonly string[]): void {
      const object = state.objects[objectId]
      if (!object) throw new Error(`Google has no card ${objectId}`)
      for (const id of copies) {
        state.objects[id] = { ...structuredClone(object), id }
        state.devices[`holder-of-${id}`] = { [id]: now() }
      }
      saveSoon()
    },
    /** Resolves when pending callbacks are delivered or given up. */
    async finishCallbacks(): Promise<void> {
      await Promise.all(deliveries)
    },
  }
}
