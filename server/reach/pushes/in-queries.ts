/** Pushes inside the statements of other rooms. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { PushStatus, PushTables } from './sql.ts'

type Shown = Pick<PushTables['pushes'], 'name' | 'message'> & { status: PushStatus }

/** A column of the push whose id is in `idColumn`; null when there is none. */
export const columnOfPush = <Column extends keyof Shown>(
  db: CabinetDb,
  column: Column,
  idColumn: string,
): RawBuilder<Shown[Column] | null> =>
  sql`(select ${sql.ref(`p.${column}`)} from pushes p
    where p.cabinet_id = ${db.cabinetId} and p.id = ${sql.ref(idColumn)} and p.removed_at is null)`
