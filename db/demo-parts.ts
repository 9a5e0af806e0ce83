/** The list of what the demo has added to this installation: only this is closed or removed with it. */
import type { Db, Tx } from '../server/base/db.ts'

/** `closed`: nobody can log in to the demo; `removed`: it is added again only where it is named. */
type Kind = 'user' | 'operator' | 'business' | 'closed' | 'removed'

const tables = (db: Db | Tx) => db.withTables<{ demo_parts: { kind: Kind; id: string } }>()

/** Numbers of businesses or users; one that is gone by now may still be in the list. */
export async function demoParts(db: Db | Tx, ...kinds: readonly Kind[]): Promise<string[]> {
  const rows = await tables(db).selectFrom('demo_parts').select('id').where('kind', 'in', kinds).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Adding a part twice adds it once. */
export async function addDemoPart(db: Db | Tx, kind: Kind, id = ''): Promise<void> {
  await tables(db)
    .insertInto('demo_parts')
    .values({ kind, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns whether it was in the list */
export async function dropDemoPart(tx: Tx, kind: Kind, id = ''): Promise<boolean> {
  const done = await tables(tx)
    .deleteFrom('demo_parts')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
