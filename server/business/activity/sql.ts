import type { AuditCursor } from '../../base/audit-pages.ts'
import { selectAuditOfCabinet } from '../../base/audit.ts'
import type { CabinetDb } from '../../base/db.ts'

const activity = (db: CabinetDb) => db.tx.selectFrom(selectAuditOfCabinet(db).as('log')).selectAll('log')
export type ActivityRow = Awaited<ReturnType<ReturnType<typeof activity>['execute']>>[number]

type Filter = {
  /** Support is nobody of the account, so its rows are not found by a person. */
  personId: string | undefined
  from: Date | undefined
  until: Date | undefined
  before: AuditCursor | undefined
  leftOut: readonly string[]
  limit: number
}

/** The latest first. */
export function activityRows(
  db: CabinetDb,
  { personId, from, until, before, leftOut, limit }: Filter,
): Promise<ActivityRow[]> {
  return activity(db)
    .where('log.call', 'not in', leftOut)
    .$if(personId !== undefined, (rows) =>
      rows.where('log.user_id', '=', personId as string).where('log.call', 'not like', 'operator.%'),
    )
    .$if(from !== undefined, (rows) => rows.where('log.at', '>=', from as Date))
    .$if(until !== undefined, (rows) => rows.where('log.at', '<', until as Date))
    .$if(before !== undefined, (rows) =>
      rows.where((where) =>
        where(where.refTuple('log.at', 'log.id'), '<', where.tuple(before?.at as Date, before?.id as string)),
      ),
    )
    .orderBy('log.at', 'desc')
    .orderBy('log.id', 'desc')
    .limit(limit)
    .execute()
}
