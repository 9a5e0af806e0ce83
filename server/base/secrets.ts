/** Keys of the installation: made by the process that needs one first, stored encrypted, the same for all processes. */
import { sql } from 'kysely'
import type { Keys } from './crypto.ts'
import type { Db, Tx } from './db.ts'

export const placeOfSecret = (name: string) => ({
  cabinetId: 0,
  table: 'installation_secrets',
  column: 'sealed',
  row: name,
})

/**
 * @param database the pool, or the caller's own transaction: with one connection in use, waiting for a second may
 * deadlock
 * @param make called when there is none yet; if two processes call it at the same time, the first result stays
 */
export async function installationSecret(
  database: { readonly db: Db | Tx },
  keys: Keys,
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const read = async () => {
    const { rows } = await sql<{
      sealed: Buffer
    }>`select sealed from installation_secrets where name = ${name}`.execute(database.db)
    return rows[0] && keys.open(rows[0].sealed, placeOfSecret(name)).toString()
  }
  const known = await read()
  if (known !== undefined) return known
  const sealed = keys.seal(await make(), placeOfSecret(name))
  await sql`insert into installation_secrets (name, sealed) values (${name}, ${sealed}) on conflict do nothing`.execute(
    database.db,
  )
  return (await read()) as string
}
