/** Merging two clients: what it would give, doing it, and taking them apart again. */
import { type MergePreview, merges as contract } from '../../../contract/reach/merges.ts'
import type { Client } from '../../../contract/people/clients.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { shareAmounts } from '../../business/integration/integration.ts'
import {
  getClient,
  mergedFacts,
  nameOfClient,
  phoneOf,
  readPair,
  type StoredClient,
} from '../../people/clients/clients.ts'
import * as holders from '../../reach/holders/holders.ts'
import { walletsOfClients } from '../../reach/passes/passes.ts'
import { moveChats, returnChats } from '../../reach/telegram/telegram.ts'
import { callerAsSource, personOf, wholeClient } from '../clients/clients.ts'

const refuse = refusals(contract)

type Shown = Parameters<typeof nameOfClient>[0] &
  Pick<StoredClient, 'tel' | 'typed_tel' | 'email' | 'balance_minor' | 'bonus_minor' | 'discount_hundredths'>
const shown = (row: Shown) => ({
  name: nameOfClient(row),
  tel: phoneOf(row),
  email: row.email,
  balanceMinor: row.balance_minor,
  bonusMinor: row.bonus_minor,
  discountHundredths: row.discount_hundredths,
})

/** The CRM has the amounts of both, so a sum here would count them twice. @throws Refusal amount_of_crm */
async function expectOwnAmounts(db: CabinetDb, ids: readonly string[]): Promise<void> {
  if (await shareAmounts(db, ids)) throw refuse('amount_of_crm')
}

/** @throws Refusal client_not_found, merge_with_itself, amount_of_crm */
export async function previewMerge(db: CabinetDb, keptId: string, goneId: string): Promise<MergePreview> {
  const { kept, gone } = await readPair(db, keptId, goneId)
  await expectOwnAmounts(db, [keptId, goneId])
  const after = mergedFacts(kept, gone)
  const wallets = await walletsOfClients(db, [keptId, goneId])
  const side = (row: StoredClient) => ({
    ...shown(row),
    id: row.id,
    cardNumber: row.card_number,
    wallets: wallets.get(row.id)?.installs ?? [],
  })
  const isAmount = (name: string) => /_(minor|hundredths)$/.test(name)
  return {
    kept: side(kept),
    gone: side(gone),
    after: shown(after),
    filled: Object.entries(after)
      .filter(([name, value]) => !isAmount(name) && JSON.stringify(value) !== JSON.stringify(kept[name as 'tel']))
      .filter(([name]) => name !== 'typed_tel')
      .map(([name]) => name),
  }
}

export async function mergeClients(ctx: CabinetCtx, keptId: string, goneId: string): Promise<Client> {
  const pair = await readPair(ctx.db, keptId, goneId, true)
  await expectOwnAmounts(ctx.db, [keptId, goneId])
  const { client, personIds } = await holders.mergeClients(ctx.app, ctx.db, pair, callerAsSource(ctx))
  await moveChats(ctx.db, keptId, goneId)
  return wholeClient(ctx, client, await personOf(ctx.db, personIds))
}

export async function undoMerge(ctx: CabinetCtx, keptId: string, goneId: string): Promise<Client> {
  await holders.undoMerge(ctx.app, ctx.db, keptId, goneId, callerAsSource(ctx))
  await returnChats(ctx.db, keptId, goneId)
  return wholeClient(ctx, await getClient(ctx.db, keptId))
}
