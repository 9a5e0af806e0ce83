/** The tills of the emulated CRMs: what they keep survives a restart, and a switch says what is wrong with each. */
import type { CrmTroubles, VendorRouter } from '../crm/router.ts'
import type { Counter, Switch, TillState } from './till.ts'

export type Till = {
  counter: Counter
  state: TillState
  /** @param trouble from now on, until it is switched again */
  setTrouble(trouble: Switch): void
  /** Writes down what has changed, now. */
  save(): Promise<void>
}
export type TillStore = { load(): Promise<unknown>; save(state: unknown): Promise<void> }

/** `Retry-After` or what the vendor has instead of it is part of its own answer. */
const TROUBLES: Readonly<Record<Switch, Partial<CrmTroubles>>> = {
  none: {},
  away: { isDown: true },
  slow: { slowMs: 4000 },
  limit: { throttled: Number.MAX_SAFE_INTEGER },
  garbage: { html: true },
}
/** Calls of programs are written down together, so that they do not cost twice. */
const SAVED_EVERY_MS = 1000

type Kept = { counter: unknown } & TillState

/** @param store left out: nothing survives */
export async function openTill(
  counter: Counter,
  router: VendorRouter,
  store: TillStore | undefined,
): Promise<Till & { handler: VendorRouter['handler']; close(): Promise<void> }> {
  const state: TillState = { trouble: 'none', receipts: [] }
  const kept = (await store?.load()) as Kept | null | undefined
  if (kept) {
    counter.restore(kept.counter)
    state.receipts = kept.receipts
    state.trouble = kept.trouble
    router.setTroubles(TROUBLES[kept.trouble])
  }
  let timer: NodeJS.Timeout | undefined
  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    await store?.save({ counter: counter.keep(), ...state } satisfies Kept)
  }
  return {
    counter,
    state,
    save,
    setTrouble(trouble) {
      state.trouble = trouble
      router.setTroubles(TROUBLES[trouble])
    },
    handler(request, response) {
      if (store)
        response.once('close', () => {
          timer ??= setTimeout(() => void save().catch(() => undefined), SAVED_EVERY_MS).unref()
        })
      router.handler(request, response)
    },
    close: async () => {
      if (timer) await save()
    },
  }
}
