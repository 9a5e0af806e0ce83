/** Erasing one client: in every room at once, in one transaction, with a proof. */
import { cardNumberText } from '../../../card/values.ts'
import {
  type Erasure,
  type ErasureCounts,
  type ErasurePreview,
  erasures as contract,
} from '../../../contract/reach/erasures.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { forgetLinkOf, isLinked } from '../../business/integration/integration.ts'
import {
  clientByPhone,
  countErasable,
  countTypedBy,
  getClient,
  idsMergedInto,
  type listErasures,
  recordErasure,
  type StoredClient,
} from '../../people/clients/clients.ts'
import { countExportFiles, dropExportFiles } from '../../people/exports/exports.ts'
import { countImportFiles, forgetInImports } from '../../people/imports/imports.ts'
import { countOfPhone, forgetPhone } from '../../people/verification/verification.ts'
import { forgetInBulkEdits } from '../../reach/bulk-edits/bulk-edits.ts'
import * as holders from '../../reach/holders/holders.ts'
import { walletsBehind, walletsOfClients } from '../../reach/passes/passes.ts'
import { forgetPreorder } from '../../reach/preorders/preorders.ts'
import { forgetReminder } from '../../reach/reminders/reminders.ts'
import { forgetTelegram, messagesOf } from '../../reach/telegram/telegram.ts'
import { countMessages, emptyMessages } from '../../reach/pushes/pushes.ts'

const refuse = refusals(contract)

/** @throws Refusal client_not_found */
export async function previewErasure(db: CabinetDb, id: string): Promise<ErasurePreview> {
  const client = await getClient(db, id)
  return {
    ...(await countErasable(db, id)),
    messages: (await countMessages(db, id)) + (await messagesOf(db, [id], { offset: 0, limit: 1 })).total,
    sms: await countOfPhone(db, client.tel),
    files: (await countExportFiles(db)) + (await countImportFiles(db)),
    typed: await countTypedBy(db, client.tel),
    crm: (await isLinked(db, id)) ? 1 : 0,
    cardNumber: client.card_number,
    wallets: (await walletsOfClients(db, [id])).get(id)?.installs ?? [],
  }
}

type Proof = Awaited<ReturnType<typeof listErasures>>['data'][number]

/** Proofs with the wallets that have not got the withdrawn card yet. */
export async function withWaiting(db: CabinetDb, proofs: readonly Proof[]): Promise<Erasure[]> {
  const behind = await walletsBehind(
    db,
    proofs.map((proof) => proof.clientId),
  )
  return proofs.map(({ clientId, ...proof }) => ({ ...proof, waiting: behind.get(clientId) ?? [] }))
}

/** Nothing of one person is left in any room. @returns how much there was of each */
async function forgetPerson(app: App, db: CabinetDb, row: StoredClient): Promise<Omit<ErasureCounts, 'files'>> {
  const { id } = row
  const gone = await holders.eraseClient(app, db, id)
  const [messages, telegram, sms, isLinked] = await Promise.all([
    emptyMessages(db, id),
    forgetTelegram(db, id),
    forgetPhone(db, row.tel),
    forgetLinkOf(db, id),
    forgetPreorder(db, id),
    forgetReminder(db, id),
    forgetInBulkEdits(db, id),
  ])
  // A number that was only typed may be another client's.
  if (row.typed_tel !== '' && !(await clientByPhone(db, row.typed_tel))) await forgetPhone(db, row.typed_tel)
  return { ...gone, messages: messages + telegram, sms, crm: isLinked ? 1 : 0 }
}

/** @throws Refusal client_not_found, wrong_card_number */
export async function eraseClient(
  { app, db, user }: CabinetCtx,
  id: string,
  { confirm, reason }: { confirm: string; reason: string },
): Promise<Erasure> {
  const [client, merged] = await Promise.all([getClient(db, id), idsMergedInto(db, [id])])
  if (confirm !== cardNumberText(client.card_number))
    throw refuse('wrong_card_number', {}, { confirm: { code: 'wrong_card_number' } })
  const others = await Promise.all(merged.map((one) => getClient(db, one)))
  const counts = await forgetPerson(app, db, client)
  for (const other of others) await forgetPerson(app, db, other)
  const now = app.clock.now()
  const [exported, imported] = await Promise.all([
    dropExportFiles(db, now),
    forgetInImports(app, db, [client, ...others]),
  ])
  const proof = await recordErasure(db, {
    id: crypto.randomUUID(),
    client_id: id,
    card_number: client.card_number,
    at: now,
    by_user: user.userId,
    reason,
    done: { ...counts, files: exported + imported },
  })
  const [shown] = await withWaiting(db, [proof])
  if (!shown) throw refuse('client_not_found')
  return shown
}
