/** Whom a push is for, and audiences that are not wholly fixed yet. */
import { type RawBuilder, sql } from 'kysely'
import type { Rules } from '../../../contract/people/segments.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type PushStatus, tables } from './sql.ts'

/** Templates of a push, as a sub-select without its brackets. */
const templatesOfPush = (db: CabinetDb, pushId: string): RawBuilder<string> =>
  sql`select pt.template_id from push_templates pt where pt.cabinet_id = ${db.cabinetId} and pt.push_id = ${pushId}`

/** Whether a push is for a template; one without templates is for all of them. */
export function isTemplateOfPush(
  db: CabinetDb,
  pushId: string,
  templateColumn: RawBuilder<string>,
): RawBuilder<boolean> {
  const templates = templatesOfPush(db, pushId)
  return sql`(${templateColumn} in (${templates}) or not exists (${templates}))`
}

export async function templateIdsOfPush(db: CabinetDb, pushId: string): Promise<string[]> {
  const { rows } = await sql<{ template_id: string }>`${templatesOfPush(db, pushId)}`.execute(db.tx)
  return rows.map((row) => row.template_id)
}

/** Its sending begins: what was missed before is no news any more. */
export async function markQueued(db: CabinetDb, id: string): Promise<void> {
  await tables(db)
    .updateTable('pushes')
    .set({ status: 'queue', missed_at: null, missed_code: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Before every client. */
const FIRST = '00000000-0000-0000-0000-000000000000'

type NewAudience = { runId: string; rules: Rules | null; statusBefore: PushStatus }

export async function insertAudience(db: CabinetDb, { runId, rules, statusBefore }: NewAudience): Promise<void> {
  await tables(db)
    .insertInto('push_audiences')
    .values({
      cabinet_id: db.cabinetId,
      run_id: runId,
      after_client: FIRST,
      rules: rules && JSON.stringify(rules),
      status_before: statusBefore,
    })
    .execute()
}

/** Locks it; undefined when all of it is fixed, or the run was taken back. */
export function lockAudience(db: CabinetDb, runId: string) {
  return tables(db)
    .selectFrom('push_audiences as a')
    .innerJoin('push_runs as r', (join) =>
      join.onRef('r.cabinet_id', '=', 'a.cabinet_id').onRef('r.id', '=', 'a.run_id'),
    )
    .innerJoin('pushes as p', (join) => join.onRef('p.cabinet_id', '=', 'r.cabinet_id').onRef('p.id', '=', 'r.push_id'))
    .selectAll('a')
    .select(['r.push_id', 'r.created_at', 'p.type'])
    .where('a.cabinet_id', '=', db.cabinetId)
    .where('a.run_id', '=', runId)
    .where('p.removed_at', 'is', null)
    .forUpdate('a')
    .executeTakeFirst()
}

/** The own run of a push that nobody is sent yet, not one of a trigger. */
export async function runBeingFixed(db: CabinetDb, pushId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select r.id from push_audiences a
    join push_runs r on r.cabinet_id = a.cabinet_id and r.id = a.run_id
    where a.cabinet_id = ${db.cabinetId} and r.push_id = ${pushId} and r.trigger_id is null`.execute(db.tx)
  return rows[0]?.id
}

export type Audience = NonNullable<Awaited<ReturnType<typeof lockAudience>>>

export async function moveAudience(
  db: CabinetDb,
  runId: string,
  to: { after_client?: string; cards: number; silent: number },
): Promise<void> {
  await tables(db)
    .updateTable('push_audiences')
    .set(to)
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', runId)
    .execute()
}

export async function endAudience(db: CabinetDb, runId: string): Promise<void> {
  await tables(db)
    .deleteFrom('push_audiences')
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', runId)
    .execute()
}

/** The push is what it was before, says why it was not sent, and may be sent again that day. */
export async function takeRunBack(db: CabinetDb, audience: Audience, code: string): Promise<void> {
  await sql`update pushes set status = ${audience.status_before}, missed_at = ${audience.created_at},
      missed_code = ${code}
    where cabinet_id = ${db.cabinetId} and id = ${audience.push_id}`.execute(db.tx)
  await tables(db)
    .deleteFrom('push_runs')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', audience.run_id)
    .execute()
}
