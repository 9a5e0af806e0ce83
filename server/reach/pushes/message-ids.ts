/**
 * Ids of runs and messages begin with the time at which the run began: messages lie in tables by month, and an id says
 * in which (decision 195). Ids from before there were months say nothing, and their messages lie with the rest.
 */
import { sql } from 'kysely'
import { DAY_MS } from '../../../contract/time.ts'
import { namedAtTimeOf, namedUuid, timedUuid, timeOfUuid } from '../../base/named-uuid.ts'

/** Longer than a wallet is asked again (a week), and than most phones are switched off. */
const ANSWERS_MS = 62 * DAY_MS
/** Below it no id is of a month with a table of its own. */
const FIRST_MONTH = new Date('2026-11-01T00:00:00Z')

export const newRunId = (now: Date): string => timedUuid(now)
export const newMessageId = (now: Date): string => timedUuid(now)

/** The id of a message, derived from run and card, so that it is the same in every try. */
export function messageKey(runId: string, passId: string): string {
  const name = `${runId}|${passId}`
  return timeOfUuid(runId) ? namedAtTimeOf(runId, name) : namedUuid(name)
}

/** The lowest id of that time. */
const idFrom = (at: Date) => `${timedUuid(at).slice(0, 13)}-0000-0000-000000000000`

/** The first moment of the month in which that time is, in UTC as the tables of months. */
export const monthOf = (at: Date, later = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later))

/**
 * Messages of this run. The ids are bounded by its month and no closer: PostgreSQL would take them for few, and read
 * all messages of the run where some of its cards are asked for.
 * @param alias of the table in the statement
 */
export function areOfRun(alias: string, runId: string) {
  const at = timeOfUuid(runId)
  const isOfRun = sql<boolean>`${sql.ref(`${alias}.run_id`)} = ${runId}`
  const id = sql.ref(`${alias}.id`)
  return at
    ? sql<boolean>`${isOfRun} and ${id} >= ${idFrom(monthOf(at))} and ${id} < ${idFrom(monthOf(at, 1))}`
    : isOfRun
}

/** Messages of which a wallet or a phone may still say something, and all from before there were months. */
export function areRecent(alias: string, now: Date) {
  const id = sql.ref(`${alias}.id`)
  const since = new Date(now.getTime() - ANSWERS_MS)
  return sql<boolean>`(${id} >= ${idFrom(since)} or ${id} < ${idFrom(FIRST_MONTH)})`
}
