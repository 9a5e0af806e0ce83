/**
 * What the running code works for: a request, or a job. It follows every `await`, so a line of the log, a job that is
 * put into the queue and a call to a vendor carry the number of the request, and no function has to pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { Span } from './span.ts'

export type Context = {
  /** Of the request with which all of it began; undefined for scheduled work. */
  requestId: string | undefined
  job?: { name: string; id: string }
  log: Pick<Logger, 'info'>
  metrics: Metrics
  /** The span that new ones belong to; undefined without tracing. */
  span: Span | undefined
}

const contexts = new AsyncLocalStorage<Context | undefined>()

export const currentContext = (): Context | undefined => contexts.getStore()

export const runInContext = <T>(context: Context, work: () => T): T => contexts.run(context, work)

/** For what a request opens and later ones use too, such as a connection: its events belong to none of them. */
export const withoutContext = <T>(work: () => T): T => contexts.run(undefined, work)

/** What every line of the log says of the context. */
export function namesOfContext(): { requestId?: string; job?: string; jobId?: string } {
  const { requestId, job } = currentContext() ?? {}
  return { ...(requestId !== undefined && { requestId }), ...(job && { job: job.name, jobId: job.id }) }
}
