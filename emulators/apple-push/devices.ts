/**
 * The phones registered with the push service: their tokens, pushes waiting for phones that are offline, and listening
 * phones.
 */
import { randomBytes } from 'node:crypto'

export type Push = { topic: string; apnsId: string; at: string }
export type DevicesState = { devices: { token: string; goneAt: number | null; waiting: Push[] }[] }
/** Stores the tokens between two runs. */
export type StateStore = { load(): Promise<DevicesState | null>; save(state: DevicesState): Promise<void> }

type Device = { goneAt: number | null; waiting: Map<string, Push>; listeners: Set<(push: Push) => void> }

export type Devices = {
  register(): string
  /** Phones that have had these tokens for a while; one that is known stays as it is. */
  keep(tokens: readonly string[]): void
  /** The phone was wiped or the card removed: the token answers 410 from now on. */
  unregister(token: string): boolean
  /** `gone`: since when the token is dead, in milliseconds. */
  find(token: string): { gone: number | null } | null
  /** Sends to a listening phone; otherwise the newest push of each topic waits for it. */
  deliver(token: string, push: Push): void
  /** Starts to listen; waiting pushes come first. Returns a function that stops. Null: no such token. */
  listen(token: string, listener: (push: Push) => void): (() => void) | null
  flush(): Promise<void>
}

const SAVE_DELAY_MS = 200

export async function openDevices(store?: StateStore): Promise<Devices> {
  const devices = new Map<string, Device>()
  for (const { token, goneAt, waiting } of (await store?.load())?.devices ?? []) {
    devices.set(token, { goneAt, waiting: new Map(waiting.map((push) => [push.topic, push])), listeners: new Set() })
  }
  let timer: NodeJS.Timeout | null = null
  let saving: Promise<void> = Promise.resolve()

  function save(): void {
    const state = [...devices].map(([token, { goneAt, waiting }]) => ({
      token,
      goneAt,
      waiting: [...waiting.values()],
    }))
    saving = saving.then(() => store?.save({ devices: state }))
  }
  function saveSoon(): void {
    if (!store) return
    timer ??= setTimeout(() => {
      timer = null
      save()
    }, SAVE_DELAY_MS)
  }

  return {
    register() {
      const token = randomBytes(32).toString('hex')
      devices.set(token, { goneAt: null, waiting: new Map(), listeners: new Set() })
      saveSoon()
      return token
    },
    keep(tokens) {
      for (const token of tokens)
        if (!devices.has(token)) devices.set(token, { goneAt: null, waiting: new Map(), listeners: new Set() })
      saveSoon()
    },
    unregister(token) {
      const device = devices.get(token)
      if (!device) return false
      device.goneAt ??= Date.now()
      device.waiting.clear()
      saveSoon()
      return true
    },
    find(token) {
      const device = devices.get(token)
      return device ? { gone: device.goneAt } : null
    },
    deliver(token, push) {
      const device = devices.get(token)
      if (!device) return
      if (device.listeners.size > 0) {
        for (const listener of device.listeners) listener(push)
      } else {
        device.waiting.set(push.topic, push)
        saveSoon()
      }
    },
    listen(token, listener) {
      const device = devices.get(token)
      if (!device || device.goneAt !== null) return null
      device.listeners.add(listener)
      for (const push of device.waiting.values()) listener(push)
      if (device.waiting.size > 0) saveSoon()
      device.waiting.clear()
      return () => device.listeners.delete(listener)
    },
    async flush() {
      if (timer) {
        clearTimeout(timer)
        timer = null
        save()
      }
      await saving
    },
  }
}
