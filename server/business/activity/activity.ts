/** Who did what in a cabinet, from the audit log, for its owner. */
import type { ActivityRow } from '../../../contract/business/activity.ts'
import { DAY_MS, moscowMidnight } from '../../../contract/time.ts'
import { auditCursorOf, cutAuditPage } from '../../base/audit-pages.ts'
import type { CabinetDb } from '../../base/db.ts'
import { peopleOf } from '../../platform/cabinets/cabinets.ts'
import { fullNames } from '../../platform/users/users.ts'
import * as sql from './sql.ts'
import { readSubjects } from './subjects.ts'

/** What changes nothing that anybody else can see. */
const LEFT_OUT = [
  'notifications.readNotification',
  'notifications.readAll',
  'notifications.unreadAll',
  'issuing.previewForm',
] as const

const isOfSupport = (call: string) => call.startsWith('operator.')

type NameOf = (userId: string) => { name: string; email: string | null } | undefined

/** People who have left keep their name in the list, and nothing else of them is shown. */
async function readNames(db: CabinetDb, userIds: readonly string[]): Promise<NameOf> {
  const emails = new Map((await peopleOf(db)).map((one) => [one.id, one.email]))
  const names = await fullNames(db.tx, userIds)
  return (userId) => {
    const name = names.get(userId)
    return name === undefined ? undefined : { name, email: emails.get(userId) ?? null }
  }
}

function reply(row: sql.ActivityRow, nameOf: NameOf, subject: ActivityRow['subject']): ActivityRow {
  const by = isOfSupport(row.call) ? 'support' : row.via === 'session' ? 'person' : row.via
  const id = by === 'person' || by === 'key' ? row.user_id : null
  const named = id === null ? undefined : nameOf(id)
  return {
    id: row.id,
    at: row.at.toISOString(),
    by,
    person: id !== null && named ? { id, ...named } : null,
    call: row.call,
    subject,
  }
}

type Query = { person?: string | undefined; day: string; limit: number; before: string }

export async function listActivity(db: CabinetDb, query: Query) {
  const from = query.day === '' ? undefined : moscowMidnight(query.day)
  const found = await sql.activityRows(db, {
    personId: query.person,
    from,
    until: from && new Date(from.getTime() + DAY_MS),
    before: auditCursorOf(query.before),
    leftOut: LEFT_OUT,
    limit: query.limit + 1,
  })
  const { rows, before } = cutAuditPage(found, query.limit)
  const nameOf = await readNames(
    db,
    rows.flatMap((row) => (row.user_id === null || isOfSupport(row.call) ? [] : [row.user_id])),
  )
  const subjects = await readSubjects(db, rows)
  return { rows: rows.map((row) => reply(row, nameOf, subjects.get(row.id) ?? null)), before }
}
