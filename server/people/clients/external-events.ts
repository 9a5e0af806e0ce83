/** What programs and the CRM report about a client: purchases, visits, orders. They change nothing of the client. */
import type { ReplyOf } from '../../../contract/call.ts'
import {
  EVENT_AHEAD_MS,
  EVENTS_A_DAY,
  type ExternalEvent,
  externalEvents as contract,
  type NewEvent,
} from '../../../contract/people/external-events.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import * as sql from './external-events-sql.ts'
import { idsOfPerson } from './merge-sql.ts'
import { addUpReturns, newsAt } from './purchases.ts'
import { clientById } from './sql.ts'

const refuse = refusals(contract)

/** Which base a CRM's document is in concerns nobody outside. */
const sourceOf = (source: string) => (source.startsWith('crm|') ? 'crm' : source) as ExternalEvent['source']

const eventReply = (row: sql.EventRow): ExternalEvent => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  amountMinor: row.amount_minor,
  text: row.text,
  senderId: row.sender_id,
  refundOf: row.refund_of,
  isVoid: row.is_void,
  earnedMinor: row.earned_minor,
  missingMinor: row.missing_minor,
  source: sourceOf(row.source),
  receivedAt: row.received_at.toISOString(),
})

/** The client, and those who were merged into this one. @throws Refusal client_not_found */
async function rowsOf(db: CabinetDb, clientId: string): Promise<string[]> {
  const row = await clientById(db, clientId)
  if (!row || row.erased_at !== null) throw refuse('client_not_found')
  return idsOfPerson(db, clientId)
}

const isNewer = (one: sql.EventRow, other: sql.EventRow) =>
  other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1)

/** With the events of clients who were merged into this one. @throws Refusal client_not_found */
export async function listEvents(
  db: CabinetDb,
  clientId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<ReplyOf<typeof contract.listEvents>> {
  const rowIds = await rowsOf(db, clientId)
  const [at = '', id = ''] = after?.split('_') ?? []
  const found: sql.EventRow[] = []
  for (const one of rowIds)
    found.push(
      ...(await sql.eventsAfter(db, one, after === undefined ? undefined : { at: new Date(at), id }, limit + 1)),
    )
  const rows = found.toSorted(isNewer).slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { events: rows.map(eventReply), next: last ? `${last.at.toISOString()}_${last.id}` : null }
}

const isSame = (row: sql.EventRow, clientId: string, event: NewEvent) =>
  row.client_id === clientId &&
  row.kind === event.kind &&
  row.at.getTime() === Date.parse(event.at) &&
  row.amount_minor === event.amountMinor &&
  row.text === event.text &&
  row.refund_of === refundOf(event)

const refundOf = (event: NewEvent) => (event.kind === 'refund' ? event.refundOf : null)

/** @throws Refusal client_not_found, event_id_reused, event_limit, invalid_input for a time to come */
export async function addEvent(
  db: CabinetDb,
  clientId: string,
  event: NewEvent,
  source: 'api' | 'cabinet',
  now: Date,
): Promise<ReplyOf<typeof contract.addEvent>> {
  const held = await sql.holdClient(db, clientId)
  if (!held) throw refuse('client_not_found')
  const known = await sql.eventOfSender(db, { source, sender_id: event.senderId })
  if (known) return repeated(known, clientId, event)
  if (Date.parse(event.at) > now.getTime() + EVENT_AHEAD_MS)
    throw refuse('invalid_input', {}, { at: { code: 'time_to_come' } })
  const waitMs = await countTry(
    db.tx,
    `events|${db.cabinetId}|${clientId}`,
    { max: EVENTS_A_DAY, windowMs: DAY_MS },
    now,
  )
  if (waitMs > 0) throw refuse('event_limit', { max: EVENTS_A_DAY })
  const row = {
    id: crypto.randomUUID(),
    client_id: clientId,
    kind: event.kind,
    at: new Date(event.at),
    amount_minor: event.amountMinor,
    text: event.text,
    source,
    sender_id: event.senderId,
    received_at: now,
    refund_of: refundOf(event),
    news_at: newsAt({ kind: event.kind, at: new Date(event.at) }, null, now),
    // A program may still know the person by the client who was merged.
    held_by: held.merged_into,
  }
  if (await sql.insertEvent(db, row)) return { event: eventReply(whole(row)), isRepeat: false }
  const other = await sql.eventOfSender(db, row)
  if (!other) throw refuse('event_id_reused')
  return repeated(other, clientId, event)
}

/** As the database completes a row. */
const whole = (row: Omit<sql.EventRow, keyof typeof EARNS_NOTHING>): sql.EventRow => ({ ...EARNS_NOTHING, ...row })
const EARNS_NOTHING = {
  is_void: false,
  returned_minor: 0,
  held_by: null,
  earn_rate: null,
  earned_minor: 0,
  missing_minor: 0,
  news_at: null,
}

function repeated(row: sql.EventRow, clientId: string, event: NewEvent) {
  if (!isSame(row, clientId, event)) throw refuse('event_id_reused')
  return { event: eventReply(row), isRepeat: true }
}

/** Of a client who was merged into this one too. @throws Refusal client_not_found, event_not_found */
export async function removeEvent(db: CabinetDb, clientId: string, id: string): Promise<void> {
  const row = await sql.eventById(db, id)
  for (const one of await rowsOf(db, clientId))
    if ((await sql.deleteEvents(db, one, id)) > 0) {
      if (row && row.refund_of !== null) await addUpReturns(db, row.source, row.refund_of)
      return
    }
  throw refuse('event_not_found')
}

export async function readEvent(db: CabinetDb, id: string): Promise<ExternalEvent | undefined> {
  const row = await sql.eventById(db, id)
  return row && eventReply(row)
}

/** Every event of the row, for a file of the person. */
export async function allEvents(db: CabinetDb, clientId: string): Promise<ExternalEvent[]> {
  const events: ExternalEvent[] = []
  let after: sql.After | undefined
  do {
    const rows: sql.EventRow[] = await sql.eventsAfter(db, clientId, after, BATCH)
    events.push(...rows.map(eventReply))
    after = rows.length < BATCH ? undefined : rows.at(-1)
  } while (after)
  return events
}

const BATCH = 1000
