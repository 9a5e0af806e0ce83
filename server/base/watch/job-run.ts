/** A job as it is watched: it continues the request that has put it into the queue. */
import { z } from 'zod'
import type { App } from '../app.ts'
import { currentContext, runInContext } from './context.ts'
import { nameOf } from './in-span.ts'

/** Beside the data of a job; the shapes of jobs leave out what they do not name. */
const Sent = z.object({
  sentBy: z.object({ requestId: z.string().max(40).optional(), traceparent: z.string().max(60).optional() }),
})

/** The data of a job with what is running now, a request or another job. */
export function withSender<T extends object>(data: T): T {
  const { requestId, span } = currentContext() ?? {}
  if (requestId === undefined && !span) return data
  const sentBy = { ...(requestId !== undefined && { requestId }), ...(span && { traceparent: span.traceparent }) }
  return { ...data, sentBy }
}

type Run = { name: string; id: string; data: unknown; tries: number; isLast: boolean }

/** Runs a job: every line, span and call of it carries the number of the request. */
export async function watchJob(app: App, { name, id, data, tries, isLast }: Run, work: () => Promise<void>) {
  const sent = Sent.safeParse(data)
  const { requestId, traceparent } = sent.success ? sent.data.sentBy : {}
  const attributes = { 'kartoteka.job': name, 'kartoteka.job_id': id, 'kartoteka.tries': tries }
  const named = { ...attributes, ...(requestId !== undefined && { 'kartoteka.request_id': requestId }) }
  const span = app.tracing?.begin(`job ${name}`, 'consumer', named, traceparent)
  const startedMs = performance.now()
  const finish = (outcome: 'done' | 'failed' | 'parked') => {
    const ms = performance.now() - startedMs
    app.metrics.countJob({ job: name, outcome }, ms / 1000)
    span?.end()
    app.log.info({ outcome, tries, ms: Math.round(ms) }, 'a job ran')
  }
  await runInContext({ requestId, job: { name, id }, log: app.log, metrics: app.metrics, span }, async () => {
    try {
      await work()
      finish('done')
    } catch (error) {
      span?.fail(nameOf(error))
      finish(isLast ? 'parked' : 'failed')
      throw error
    }
  })
}
