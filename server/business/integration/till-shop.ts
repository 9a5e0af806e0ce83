/** What a till may do here: find a card, and settle a document of its own, once. */
import { AMOUNT_MAX_MINOR } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { standingOf } from '../../platform/cabinets/cabinets.ts'
import type { CardHolder, Move, Settled, Shop, TillDocument, TillPurchase } from '../../engines/crm/serve.ts'
import {
  clientOfCode,
  clientsByIds,
  lockClients,
  nameOfClient,
  type StoredClient,
} from '../../people/clients/clients.ts'
import { changeAmount } from '../../reach/holders/holders.ts'
import { takePurchase } from '../../reach/purchases/purchases.ts'
import { earnsThere, sourceOf } from './purchases.ts'
import type { IntegrationRow } from './sql.ts'
import * as sql from './tills-sql.ts'

/** A till that could not send for so long is not waited for. */
const KEPT_MS = 400 * DAY_MS
const BY = { source: 'crm', userId: null } as const
const ID_MAX = 100
const PLACE_MAX = 60
const NUMBER_MAX = 200

const COLUMNS = { balance: 'balance_minor', bonus: 'bonus_minor' } as const

const holderOf = (row: StoredClient): CardHolder => ({
  id: row.id,
  cardNumber: row.card_number,
  name: nameOfClient(row),
  amounts: {
    balanceMinor: row.balance_minor,
    bonusMinor: row.bonus_minor,
    discountHundredths: row.discount_hundredths,
  },
})

type Planned = Exclude<Settled, { kind: 'done' }> | { kind: 'fits'; afterMinor: number[] }

/** What the amounts become, one movement after the other. */
function plan(rows: readonly StoredClient[], moves: readonly Move[]): Planned {
  const amounts = new Map(rows.map(({ id, balance_minor, bonus_minor }) => [id, { balance_minor, bonus_minor }]))
  const afterMinor: number[] = []
  for (const move of moves) {
    const has = amounts.get(move.holderId)
    if (!has) return { kind: 'gone' }
    const column = COLUMNS[move.amount]
    const after = has[column] + move.deltaMinor
    if (after < 0) return { kind: 'too_little', move, hasMinor: has[column] }
    if (after > AMOUNT_MAX_MINOR) return { kind: 'too_much', move }
    has[column] = after
    afterMinor.push(after)
  }
  return { kind: 'fits', afterMinor }
}

export function openTillShop(app: App, db: CabinetDb, row: IntegrationRow): Shop {
  const source = sourceOf(row)
  const now = app.clock.now()

  async function move(document: TillDocument, { holderId, amount: kind, deltaMinor }: Move): Promise<void> {
    if (deltaMinor === 0) return
    const action = deltaMinor > 0 ? ('add' as const) : ('take' as const)
    const [reason, till] = [document.number.slice(0, NUMBER_MAX), document.place.slice(0, PLACE_MAX)]
    await changeAmount(app, db, holderId, { kind, action, amount: Math.abs(deltaMinor), reason, till }, BY)
  }

  async function buy(place: string, purchase: TillPurchase): Promise<void> {
    const { holderId: clientId, id, kind, refundOf, amountMinor } = purchase
    await takePurchase(
      app,
      db,
      {
        clientId,
        source,
        senderId: id.slice(0, ID_MAX),
        kind: kind === 'sale' ? 'purchase' : 'refund',
        refundOf: refundOf?.slice(0, ID_MAX) ?? null,
        at: now,
        amountMinor,
        text: place,
        isVoid: false,
      },
      { earns: !earnsThere(row), connectedAt: row.begun_at ?? row.created_at },
    )
  }

  /** Undefined: it is new. */
  async function settledBefore(id: Buffer, asked: Buffer): Promise<Settled | undefined> {
    const before = await sql.findDocument(db, { source, id })
    if (!before) return undefined
    if (!before.asked.equals(asked)) return { kind: 'changed' }
    return { kind: 'done', isRepeat: true, afterMinor: before.after_minor.map(Number) }
  }

  return {
    async find(code) {
      const found = await clientOfCode(db, code)
      return found && holderOf(found)
    },
    async settle(document) {
      const { moves, purchases } = document
      const [id, asked] = [sha256(document.id), sha256(JSON.stringify([moves, purchases]))]
      const ids = [...new Set([...moves, ...purchases].map(({ holderId }) => holderId))]
      // In one order before anything is looked at: the second of two waits here, and then sees what the first has done.
      const held = await lockClients(db, ids)
      const before = await settledBefore(id, asked)
      if (before) return before
      if ((await standingOf(app, db)).isLimited) return { kind: 'limited' }
      const rows = (await clientsByIds(db, ids)).filter((client) => client.erased_at === null)
      if (held.length < ids.length || rows.length < ids.length) return { kind: 'gone' }
      const planned = plan(rows, moves)
      if (planned.kind !== 'fits') return planned
      const { afterMinor } = planned
      const isNew = await sql.insertDocument(db, { source, id, asked, after_minor: afterMinor, at: now })
      if (!isNew) return (await settledBefore(id, asked)) ?? { kind: 'changed' }
      for (const one of moves) await move(document, one)
      for (const purchase of purchases) await buy(document.place, purchase)
      await sql.dropDocumentsBefore(db, new Date(now.getTime() - KEPT_MS))
      return { kind: 'done', isRepeat: false, afterMinor }
    },
  }
}
