import type { CabinetDb } from '../../base/db.ts'

type EmailTables = {
  mail_settings: {
    cabinet_id: number
    sender_name: string
    reply_to: string | null
    waiting_reply_to: string | null
    token_hash: Buffer | null
    token_until: Date | null
  }
}
export type SettingsRow = Omit<EmailTables['mail_settings'], 'cabinet_id'>

const tables = (db: CabinetDb) => db.tx.withTables<EmailTables>()
const NONE: SettingsRow = {
  sender_name: '',
  reply_to: null,
  waiting_reply_to: null,
  token_hash: null,
  token_until: null,
}

/** @param options `isLocked`: a click on a mailed link waits until the transaction is over */
export async function settingsOf(db: CabinetDb, { isLocked = false } = {}): Promise<SettingsRow> {
  return (
    (await tables(db)
      .selectFrom('mail_settings')
      .select(['sender_name', 'reply_to', 'waiting_reply_to', 'token_hash', 'token_until'])
      .where('cabinet_id', '=', db.cabinetId)
      .$if(isLocked, (query) => query.forUpdate())
      .executeTakeFirst()) ?? NONE
  )
}

export async function saveSettings(db: CabinetDb, row: SettingsRow): Promise<void> {
  await tables(db)
    .insertInto('mail_settings')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet(row))
    .execute()
}

/**
 * Puts the waiting address into use: of many at the same time exactly one gets the row.
 * @returns undefined when the token is not one that waits
 */
export async function takeToken(db: CabinetDb, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tables(db)
    .updateTable('mail_settings')
    .set((of) => ({
      reply_to: of.ref('waiting_reply_to'),
      waiting_reply_to: null,
      token_hash: null,
      token_until: null,
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('token_hash', '=', hash)
    .where('token_until', '>', now)
    .returning('reply_to')
    .executeTakeFirst()
  return row?.reply_to ?? undefined
}
