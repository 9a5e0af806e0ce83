/** Cards of many clients at once: of an import. */
import { sql } from 'kysely'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { clientsByIds } from '../../people/clients/clients.ts'
import { notifyOfCardUse } from './card-use.ts'
import { mainCards, TAG_OF_NEW } from './sql.ts'

/** Makes a card for each of these new clients, on no phone yet. Without a certificate it is made later. */
export async function issuePasses(
  app: App,
  db: CabinetDb,
  clients: readonly { id: string; template_id: string }[],
): Promise<void> {
  const certificate = clients.length > 0 ? await activeCertificate(db) : undefined
  if (!certificate) return
  const now = app.clock.now()
  const ids = clients.map(() => crypto.randomUUID())
  await sql`
    insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at)
    select ${db.cabinetId}, given.id, given.client_id, given.template_id, ${certificate.id}::uuid, ${TAG_OF_NEW},
      date_trunc('second', ${now}::timestamptz), ${now}
    from unnest(${ids}::uuid[], ${clients.map(({ id }) => id)}::uuid[],
      ${clients.map((client) => client.template_id)}::uuid[]) given (id, client_id, template_id)
    on conflict on constraint passes_client do nothing`.execute(db.tx)
  await notifyOfCardUse(app, db)
}

/** Makes the cards that these clients do not have yet, together: one by one each costs several statements. */
export async function issueMissing(app: App, db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  const have = new Set((await issuedDays(db, clientIds)).map(({ clientId }) => clientId))
  const without = clientIds.filter((id) => !have.has(id))
  if (without.length > 0) await issuePasses(app, db, await clientsByIds(db, without))
}

/** The main cards of those who have one, by client. */
export async function mainPassIds(db: CabinetDb, clientIds: readonly string[]): Promise<Map<string, string>> {
  return new Map((await mainCards(db, clientIds)).map((card) => [card.client_id, card.id]))
}

/** When the cards of these clients were issued, and with which design. */
export async function issuedDays(
  db: CabinetDb,
  clientIds: readonly string[],
): Promise<{ clientId: string; day: string; templateId: string }[]> {
  const { rows } = await sql<{ clientId: string; day: string; templateId: string }>`
    select client_id as "clientId", moscow_day(created_at)::text as day, template_id as "templateId"
    from passes where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])`.execute(db.tx)
  return rows
}
