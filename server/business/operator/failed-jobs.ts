/** Jobs that no worker tries any more, as the operator sees them: what they are about, never what they contain. */
import type { FailedJob } from '../../../contract/business/operated.ts'
import type { App, ParkedJob } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import * as sql from './cabinets-sql.ts'
import { refuse } from './operator.ts'

const SUBJECTS: readonly [RegExp, FailedJob['subject']][] = [
  [/^(fix-audience|send-chunk|send-message|end-waiting|clear-push)$/, 'pushes'],
  [/^(announce-cards|update-|retry-wallet|wake-retries|follow-|generate-cards|send-own-card)/, 'cards'],
  [/^(email-|send-letter)/, 'emails'],
  [/-export$/, 'exports'],
  [/clients/, 'crm'],
  [/trigger/, 'triggers'],
  [/tariffs|spending|demo-ends/, 'plans'],
]

export const subjectOf = (name: string): FailedJob['subject'] =>
  SUBJECTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'

function cabinetIdOf({ data }: ParkedJob): number | undefined {
  const { cabinetId } = (data ?? {}) as { cabinetId?: unknown }
  return typeof cabinetId === 'number' ? cabinetId : undefined
}

export async function listFailedJobs(app: App, { page, limit }: { page: number; limit: number }) {
  const all = await app.jobs.listParked()
  const { offset } = sliceOf({ page, limit })
  const shown = all.slice(offset, offset + limit)
  const names = await app.database.asOperator((tx) =>
    sql.namesOfCabinets(
      tx,
      shown.flatMap((one) => cabinetIdOf(one) ?? []),
    ),
  )
  return { data: shown.map((one) => reply(one, names)), meta: metaOf(all.length, { page, limit }) }
}

function reply(one: ParkedJob, names: ReadonlyMap<number, string>): FailedJob {
  const cabinetId = cabinetIdOf(one)
  const name = cabinetId === undefined ? undefined : names.get(cabinetId)
  return {
    id: one.id,
    name: one.name,
    subject: subjectOf(one.name),
    cabinet: cabinetId === undefined || name === undefined ? null : { id: cabinetId, name },
    reason: one.reason,
    tries: one.tries,
    failedAt: one.at.toISOString(),
  }
}

export async function countFailedJobs(app: App): Promise<number> {
  return (await app.jobs.listParked()).length
}

/** @throws Refusal job_not_found */
export async function repeatFailedJob(app: App, id: string): Promise<void> {
  if (!(await app.jobs.repeatParked(id))) throw refuse('job_not_found')
}

/** @throws Refusal job_not_found */
export async function deleteFailedJob(app: App, id: string): Promise<void> {
  if (!(await app.jobs.dropParked(id))) throw refuse('job_not_found')
}
