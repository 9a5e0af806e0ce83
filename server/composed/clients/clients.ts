/** Clients as screens and files choose and show them: by segment and wallet, with card, form and state in the CRM. */
import type { Client, ClientFilters } from '../../../contract/people/clients.ts'
import type { z } from 'zod'
import type { CabinetCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { clientSyncStates } from '../../business/integration/integration.ts'
import * as clients from '../../people/clients/clients.ts'
import { findFormById } from '../../people/forms/forms.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import type { By } from '../../reach/holders/holders.ts'
import { countFriends, findInviter } from '../../reach/marketplace/marketplace.ts'
import * as passes from '../../reach/passes/passes.ts'

/** Filters that ask other rooms than the clients', as conditions. @throws Refusal segment_not_found */
export async function conditionsOf(
  db: CabinetDb,
  { segment, platform }: Pick<z.infer<typeof ClientFilters>, 'segment' | 'platform'>,
  now: Date,
): Promise<clients.ClientCondition[]> {
  return [
    ...(segment === undefined ? [] : [await segmentCondition(db, segment, now)]),
    ...(platform === undefined ? [] : [passes.isHeldIn(platform)]),
  ]
}

/** Who has changed an amount: a person in the back office, or a program with a key. */
export const callerAsSource = ({ user }: Pick<CabinetCtx, 'user'>): By => ({
  // A key has no session.
  source: user.sessionId === '' ? 'api' : 'cabinet',
  userId: user.userId,
})

/** What a list and a page say of the wallets of one client. */
export const walletsReply = (held: passes.InWallets | undefined) => ({
  installs: held?.installs ?? [],
  removedAt: held?.removedAt?.toISOString() ?? null,
})

export async function wholeClient({ app, db, cabinet }: CabinetCtx, row: clients.StoredClient): Promise<Client> {
  const pass = await passes.passOfClient(db, row.id)
  const devices = pass ? await passes.devicesOf(db, pass) : []
  const wallets = await passes.walletsOfClients(db, [row.id])
  const removals = pass ? passes.removalsOf(pass, devices) : []
  const form = row.form_id ? await findFormById(db, row.form_id) : undefined
  return {
    ...clients.rowReply(row),
    ...walletsReply(wallets.get(row.id)),
    removals,
    inviteCode: row.invite_code,
    inviter: await findInviter(db, row.id),
    friends: await countFriends(db, row.id),
    tags: (await clients.tagsOfClients(db, [row.id])).get(row.id) ?? [],
    sync: (await clientSyncStates(db, [row.id])).get(row.id) ?? null,
    cardTrack: row.card_track,
    version: row.version,
    cardUrl: pass ? passes.installUrl(app, cabinet.domain, cabinet.id, pass.id) : null,
    devices,
    form: form ? { formKey: form.form_key, name: form.name } : null,
    consentAt: row.consent_at?.toISOString() ?? null,
    archivedAt: row.archived_at?.toISOString() ?? null,
    mergedInto: row.merged_into,
    merged: (await clients.mergedInto(db, row.id)).map((one) => ({
      id: one.id,
      name: clients.nameOfClient(one),
      cardNumber: one.card_number,
      at: one.at.toISOString(),
    })),
    consent: await clients.consentWithWords(db, row),
    typedTel: row.typed_tel,
    sameNumber: await clients.sameNumber(db, row),
    utm: row.utm,
    consentSource: row.consent_source,
  }
}
