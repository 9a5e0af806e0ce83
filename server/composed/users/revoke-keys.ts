/** Someone who changed the address of an account knew its password, and may have left with a key. */
import type { RevokedKey } from '../../../contract/platform/email-changes.ts'
import type { Language } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import { type Tx, visitCabinet } from '../../base/db.ts'
import { queueEmail } from '../../base/mail.ts'
import { describeCabinet, ownCabinetIds } from '../../platform/cabinets/cabinets.ts'
import { revokeKeysSince } from '../../platform/keys/keys.ts'

/** Revokes what was created or rotated as this user since then, in the caller's transaction, and emails which. */
export async function revokeKeys(
  app: App,
  tx: Tx,
  user: { id: string; email: string; lang: Language },
  since: Date,
): Promise<RevokedKey[]> {
  const revoked: RevokedKey[] = []
  for (const cabinetId of await ownCabinetIds(tx, user.id)) {
    revoked.push(
      ...(await visitCabinet(tx, cabinetId, async (db) => {
        const names = await revokeKeysSince(db, user.id, since)
        if (names.length === 0) return []
        const { name: business } = await describeCabinet(db)
        return names.map((name) => ({ name, business }))
      })),
    )
  }
  if (revoked.length > 0)
    await queueEmail(app, tx, {
      to: user.email,
      lang: user.lang,
      kind: 'keys_revoked',
      values: { keys: revoked.map(({ name, business }) => `${name} (${business})`).join(', ') },
    })
  return revoked
}
