/**
 * Clients who bring a past along: the demo. Rows are what the verbs of each day would have left; triggers count them as
 * usual. Their cards are made by the room of cards.
 */
import type { AmountKind } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { takeCardNumbers } from '../../platform/cabinets/cabinets.ts'
import { sha256 } from '../../base/crypto.ts'
import * as sql from './change-sql.ts'
import { emptyFields } from './clients.ts'
import { insertPastEvents } from './external-events-sql.ts'

export type PastClient = Pick<
  sql.PastClient,
  | 'id'
  | 'template_id'
  | 'lang'
  | 'name'
  | 'surname'
  | 'sex'
  | 'birthday'
  | 'email'
  | 'tel'
  | 'extra'
  | 'form_id'
  | 'consent_at'
  | 'consent_text_hash'
  | 'consent_ip'
  | 'source'
  | 'utm'
  | 'created_at'
>

/** A change of an amount, in minor units; of a purchase, `reason` is the id of its document. */
export type PastAmount = {
  clientId: string
  at: Date
  kind: AmountKind
  delta: number
  source: 'cabinet' | 'promo' | 'purchase'
  by: string | null
  reason: string
  till: string
}

/** A purchase that a program has reported. `earned`: the points that were given for it, of `rate` of the amount. */
export type PastPurchase = {
  clientId: string
  at: Date
  amountMinor: number
  text: string
  senderId: string
  earn: { rate: number; earned: number } | null
}

const COLUMN = { balance: 'balance_minor', bonus: 'bonus_minor', discount: 'discount_hundredths' } as const
type Sums = Record<(typeof COLUMN)[AmountKind], number>
export type CountedAmount = PastAmount & { after: number }

const NOTHING: Sums = { balance_minor: 0, bonus_minor: 0, discount_hundredths: 0 }

/** What each change leaves. @throws Error when somebody has less than nothing, or the order is another one */
function count(amounts: readonly PastAmount[]): { sums: Map<string, Sums>; counted: CountedAmount[] } {
  const sums = new Map<string, Sums>()
  let latest = 0
  const counted = amounts.map((one) => {
    const { clientId, kind, delta, at } = one
    if (at.getTime() < latest) throw new Error('amounts of a past come in the order of their time')
    latest = at.getTime()
    const sum = sums.get(clientId) ?? { ...NOTHING }
    const after = sum[COLUMN[kind]] + delta
    if (after < 0) throw new Error(`a past takes ${-delta} where there is ${sum[COLUMN[kind]]} (${kind})`)
    sum[COLUMN[kind]] = after
    sums.set(clientId, sum)
    return { ...one, after }
  })
  return { sums, counted }
}

/** Keeps the words that past clients have agreed to. @returns what their rows refer to */
export async function keepPastConsent(db: CabinetDb, text: string, at: Date): Promise<Buffer> {
  const hash = sha256(text)
  if (!(await sql.holdConsentText(db, hash))) await sql.keepConsentText(db, hash, text, at)
  return hash
}

/**
 * Adds clients with what their past leaves them. The amounts themselves are written by `addPastAmounts`, when their
 * cards are there and what was sent to them: a visit after a message counts as one.
 * @param amounts of all of them, the earliest first
 * @throws Error when the tariff allows fewer cards, or somebody has less than nothing
 */
export async function addPastClients(
  db: CabinetDb,
  clients: readonly PastClient[],
  amounts: readonly PastAmount[],
): Promise<CountedAmount[]> {
  const numbers = await takeCardNumbers(db, { cards: clients.length, unnumbered: clients.length })
  if (!numbers) throw new Error(`the tariff does not allow ${clients.length} more cards`)
  const { sums, counted } = count(amounts)
  const changes = Map.groupBy(counted, (one) => one.clientId)
  await sql.insertPastClients(
    db,
    clients.map((client, place) => ({
      ...emptyFields(),
      ...(sums.get(client.id) ?? NOTHING),
      promo_code: '',
      card_track: '',
      consent_source: '',
      archived_at: null,
      card_number: numbers[place] as number,
      updated_at: changes.get(client.id)?.at(-1)?.at ?? client.created_at,
      version: 1 + (changes.get(client.id)?.length ?? 0),
      ...client,
    })),
  )
  return counted
}

/** Writes the rows of history. */
export function addPastAmounts(db: CabinetDb, amounts: readonly CountedAmount[]): Promise<void> {
  return sql.insertBalanceEvents(
    db,
    amounts.map(({ clientId, by, ...row }) => ({ id: crypto.randomUUID(), client_id: clientId, by_user: by, ...row })),
  )
}

/** Purchases that programs have reported, with the points that were given for them. */
export function addPastPurchases(db: CabinetDb, purchases: readonly PastPurchase[]): Promise<void> {
  return insertPastEvents(
    db,
    purchases.map(({ clientId, at, amountMinor, text, senderId, earn }) => ({
      id: crypto.randomUUID(),
      client_id: clientId,
      kind: 'purchase' as const,
      at,
      amount_minor: amountMinor,
      text,
      source: 'api',
      sender_id: senderId,
      received_at: at,
      earn_rate: earn?.rate ?? null,
      earned_minor: earn?.earned ?? 0,
    })),
  )
}
