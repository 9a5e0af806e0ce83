/** One connection among many breaks off: the call is made again at once, before anybody waits for it. */
import type { Verbs } from '../../engines/crm/connector.ts'
import { Unreachable } from '../../engines/crm/troubles.ts'

const TRIES = 3
/** One that took longer was a timeout: the system is slow, and asking more helps nobody. */
const QUICK_MS = 3_000

/**
 * @param work safe to run twice
 * @param tries how often the work was tried before
 */
export async function askAgain<T>(work: (tries: number) => Promise<T>, tries = 1): Promise<T> {
  const last = tries + TRIES - 1
  for (let now = tries; ; now++) {
    const sinceMs = performance.now()
    try {
      return await work(now)
    } catch (error) {
      const isBlip = error instanceof Unreachable && error.reason === 'connection_lost'
      if (!isBlip || now === last || performance.now() - sinceMs > QUICK_MS) throw error
    }
  }
}

/** Verbs that change nothing there. What is searched for or written is repeated with its client. */
const READING = ['read', 'changes', 'all', 'purchases'] as const satisfies (keyof Verbs)[]
type Ask = (...given: unknown[]) => Promise<unknown>

export function askingAgain(verbs: Verbs): Verbs {
  const patient = READING.flatMap((verb) => {
    const ask = verbs[verb] as Ask | undefined
    return ask ? [[verb, (...given: unknown[]) => askAgain(() => ask(...given))] as const] : []
  })
  return { ...verbs, ...Object.fromEntries(patient) }
}
