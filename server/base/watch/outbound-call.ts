/** A call to somebody else's server as it is watched: a span, a count, a line in the log. Nothing of its content. */
import { currentContext } from './context.ts'
import { inSpan } from './in-span.ts'

type OutboundCall = {
  /** Who is asked, in one word of a short list. */
  vendor: string
  /** What is done, such as `POST`. */
  verb: string
  host?: string
}

/** @param outcomeOf one word of a short list: the class of a status, or what became of the call */
export function watchCall<T>(
  { vendor, verb, host }: OutboundCall,
  work: () => Promise<T>,
  outcomeOf: (made: T) => { outcome: string; isFault: boolean; status?: number },
): Promise<T> {
  const context = currentContext()
  if (!context) return work()
  const attributes = { 'kartoteka.vendor': vendor, ...(host !== undefined && { 'server.address': host }) }
  return inSpan(`${verb} ${vendor}`, 'client', attributes, async (span) => {
    const startedMs = performance.now()
    let seen = { outcome: 'failed', isFault: true } as ReturnType<typeof outcomeOf>
    try {
      const made = await work()
      seen = outcomeOf(made)
      return made
    } finally {
      const { outcome, isFault, status } = seen
      const ms = performance.now() - startedMs
      context.metrics.countOutbound({ vendor, outcome }, ms / 1000)
      span?.set({ 'kartoteka.outcome': outcome, ...(status !== undefined && { 'http.response.status_code': status }) })
      if (isFault) span?.fail(outcome)
      context.log.info(
        { vendor, verb, outcome, ...(status !== undefined && { status }), ms: Math.round(ms) },
        'a vendor was called',
      )
    }
  })
}

export const classOf = (status: number): string => `${Math.floor(status / 100)}xx`
