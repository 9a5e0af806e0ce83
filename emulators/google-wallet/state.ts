/** The state of the emulator, as plain JSON, so that a host can keep it between starts. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

export type Resource = Record<string, unknown> & { id: string }
export type StoredMessage = { id?: string; header?: string; body?: string; messageType?: string }

export type GoogleWalletState = {
  classes: Record<string, Resource>
  objects: Record<string, Resource>
  /** Account → ids of its cards with the time they were added, milliseconds. */
  devices: Record<string, Record<string, number>>
  /** Resource id → times of its notifications of the last day, milliseconds. */
  notifications: Record<string, number[]>
  /** Access token → email of the service account and the expiry of the token. */
  tokens: Record<string, { clientEmail: string; untilMs: number }>
  /** PKCS#8 PEM of the callback keys. */
  rootKeyPem: string
  intermediateKeyPem: string
}

/** How a host stores a state; `load` may give null. */
export type StateHooks<State> = {
  load(): State | null | Promise<State | null>
  save(state: State): void | Promise<void>
}

export function emptyState(): GoogleWalletState {
  return {
    classes: {},
    objects: {},
    devices: {},
    notifications: {},
    tokens: {},
    rootKeyPem: newKeyPem(),
    intermediateKeyPem: newKeyPem(),
  }
}

function newKeyPem(): string {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString()
}

export function publicKeyBase64(pem: string): string {
  return createPublicKey(createPrivateKey(pem)).export({ format: 'der', type: 'spki' }).toString('base64')
}

export function privateKey(pem: string): KeyObject {
  return createPrivateKey(pem)
}

/** Saves soon after a change, many changes at once; `flush` saves now. */
export function keepState<State>(state: State, hooks: StateHooks<State> | undefined) {
  let timer: NodeJS.Timeout | null = null
  const save = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    await hooks?.save(state)
  }
  return {
    changed(): void {
      if (hooks && !timer) timer = setTimeout(() => void save(), 100).unref()
    },
    async flush(): Promise<void> {
      if (timer) await save()
    },
  }
}
