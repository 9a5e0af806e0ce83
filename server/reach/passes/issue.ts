/** Issues the main card of a client. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refuseAny } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { notifyOfCardUse } from './card-use.ts'
import * as sql from './sql.ts'

/**
 * The client's main card, created when there is none. @param now the time from which the card is there
 * @throws Refusal not_found without a certificate
 */
export async function issuePass(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  now = app.clock.now(),
): Promise<sql.PassRow> {
  return (await sql.passOfClient(db, client.id)) ?? makeMainPass(app, db, client, now)
}

/**
 * The main card of a client who has none.
 * @param uncounted 1 for a client who is counted at the commit @param certificate when it has been read
 * @throws Refusal not_found without a certificate
 */
export async function makeMainPass(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  now = app.clock.now(),
  uncounted = 0,
  certificate?: { id: string },
): Promise<sql.PassRow> {
  const signing = certificate ?? (await activeCertificate(db))
  if (!signing) throw refuseAny('not_found')
  const [made] = await Promise.all([
    sql.insertPass(db, {
      id: crypto.randomUUID(),
      client_id: client.id,
      template_id: client.template_id,
      certificate_id: signing.id,
      modified_at: new Date(Math.floor(now.getTime() / 1000) * 1000),
      created_at: now,
    }),
    notifyOfCardUse(app, db, uncounted),
  ])
  // Somebody else was quicker.
  return made ?? ((await sql.passOfClient(db, client.id)) as sql.PassRow)
}
