/** Cards with a past, each kind of change in one statement. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type PastPass = {
  id: string
  client_id: string
  template_id: string
  is_main: boolean
  version: number
  fetched_version: number
  message: string
  message_number: number
  message_at: Date | null
  modified_at: Date
  created_at: Date
}

export async function insertPastPasses(
  db: CabinetDb,
  cards: readonly PastPass[],
  { certificateId, tag }: { certificateId: string; tag: number },
): Promise<void> {
  await sql`
    insert into passes (cabinet_id, id, client_id, template_id, is_main, certificate_id, tag, version, fetched_version,
      message, message_number, message_at, modified_at, created_at)
    select ${db.cabinetId}, id, client_id, template_id, is_main, ${certificateId}::uuid, ${tag}, version,
      fetched_version, message, message_number, message_at, date_trunc('second', modified_at), created_at
    from jsonb_populate_recordset(null::passes, ${JSON.stringify(cards)}::jsonb)`.execute(db.tx)
}

export type PastPhone = { id: string; device_id: string; pass_id: string; push_token: string; created_at: Date }

export async function insertPastPhones(db: CabinetDb, phones: readonly PastPhone[]): Promise<void> {
  if (phones.length === 0) return
  await sql`
    insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
    select ${db.cabinetId}, id, device_id, pass_id, push_token, created_at, created_at
    from jsonb_populate_recordset(null::registrations, ${JSON.stringify(phones)}::jsonb)`.execute(db.tx)
}

type At = { id: string; at: Date }

export async function removePastPhones(db: CabinetDb, cards: readonly At[]): Promise<void> {
  if (cards.length === 0) return
  await sql`delete from registrations where cabinet_id = ${db.cabinetId}
    and pass_id = any(${cards.map((one) => one.id)}::uuid[])`.execute(db.tx)
  await sql`update passes p set apple_removed_at = given.at
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as given (id uuid, at timestamptz)
    where p.cabinet_id = ${db.cabinetId} and p.id = given.id`.execute(db.tx)
}

/** Google has no version of it yet: it gets one with the next change, or when somebody saves the card again. */
export async function setPastSaved(db: CabinetDb, cards: readonly (At & { objectId: string })[]): Promise<void> {
  if (cards.length === 0) return
  await sql`update passes p
    set google_saved_at = given.at, google_object_id = given."objectId"
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as given (id uuid, at timestamptz, "objectId" text)
    where p.cabinet_id = ${db.cabinetId} and p.id = given.id`.execute(db.tx)
}

export async function setPastUnsaved(db: CabinetDb, cards: readonly At[]): Promise<void> {
  if (cards.length === 0) return
  await sql`update passes p set google_saved_at = null, google_removed_at = given.at
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as given (id uuid, at timestamptz)
    where p.cabinet_id = ${db.cabinetId} and p.id = given.id`.execute(db.tx)
}
