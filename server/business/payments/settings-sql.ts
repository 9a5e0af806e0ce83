import type { HASHES } from '../../../contract/business/payments.ts'
import type { Db, Tx } from '../../base/db.ts'

export type SettingsRow = {
  provider: string
  version: number
  login: string
  hash: (typeof HASHES)[number]
  is_test: boolean
  sealed: Buffer
}

const tables = (db: Db | Tx) => db.withTables<{ payment_settings: SettingsRow }>()

export function findSettings(db: Db | Tx, provider: string): Promise<SettingsRow | undefined> {
  return tables(db).selectFrom('payment_settings').selectAll().where('provider', '=', provider).executeTakeFirst()
}

/** @returns false when somebody saved a newer version meanwhile */
export async function saveSettings(tx: Tx, row: SettingsRow): Promise<boolean> {
  if (row.version === 0) {
    const made = await tables(tx)
      .insertInto('payment_settings')
      .values({ ...row, version: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const done = await tables(tx)
    .updateTable('payment_settings')
    .set({ ...row, version: row.version + 1 })
    .where('provider', '=', row.provider)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
