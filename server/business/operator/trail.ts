/** Who did what: the trail of writing calls. */
import { ALL_ROOMS } from '../../../contract/all.ts'
import type { Call } from '../../../contract/call.ts'
import type { TrailRow } from '../../../contract/business/operated.ts'
import { DAY_MS, moscowMidnight } from '../../../contract/time.ts'
import type { Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { emailKey, fullName } from '../../platform/users/users.ts'
import * as sql from './trail-sql.ts'

/** Calls that leave a row, by name. */
export function trailCalls(): { call: string }[] {
  const rooms: [string, Readonly<Record<string, Call>>][] = Object.entries(ALL_ROOMS)
  const names = rooms.flatMap(([room, calls]) =>
    Object.entries(calls).flatMap(([name, one]) => (one.writes ? [`${room}.${name}`] : [])),
  )
  return names.sort().map((call) => ({ call }))
}

function reply(row: sql.TrailRow): TrailRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    via: row.via,
    call: row.call,
    method: row.method,
    path: row.path,
    ip: row.ip,
    requestId: row.request_id,
    // The row stays after its user is deleted.
    user: row.user_id === null ? null : { id: row.user_id, name: fullName(row), email: row.email ?? '' },
    cabinet:
      row.about_cabinet === null || row.cabinet_name === null
        ? null
        : { id: row.about_cabinet, name: row.cabinet_name },
  }
}

/** The latest rows about one cabinet. */
export async function trailOf(tx: Tx, cabinetId: number, limit: number): Promise<TrailRow[]> {
  return (await sql.trailRows(tx, { cabinetId, limit })).map(reply)
}

/** `1764000000000.` and an id: where the page before ended. */
function cursorOf(text: string): sql.TrailFilter['before'] {
  const [ms = '', id = ''] = text.split('.')
  return text === '' ? undefined : { at: new Date(Number(ms)), id }
}

export type TrailQuery = {
  email: string
  cabinet?: number | undefined
  call: string
  day: string
  limit: number
  before: string
}

export async function readTrail(app: App, query: TrailQuery): Promise<{ rows: TrailRow[]; before: string | null }> {
  const from = query.day === '' ? undefined : moscowMidnight(query.day)
  const found = await app.database.asOperator((tx) =>
    sql.trailRows(tx, {
      emailKey: query.email === '' ? undefined : emailKey(query.email),
      cabinetId: query.cabinet,
      call: query.call || undefined,
      from,
      until: from && new Date(from.getTime() + DAY_MS),
      before: cursorOf(query.before),
      limit: query.limit + 1,
    }),
  )
  const rows = found.slice(0, query.limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(reply),
    before: found.length > query.limit && last ? `${last.at.getTime()}.${last.id}` : null,
  }
}
