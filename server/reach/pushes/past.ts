/** What was sent in a past that was brought along: the demo. Every run is over, with what the wallets have answered. */
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './past-sql.ts'
import { messageKey } from './message-ids.ts'

export type PastMessage = {
  passId: string
  clientId: string
  text: string
  /** The wallet in which the card was at that time. */
  wallet: 'apple' | 'google'
  isAccepted: boolean
  /** When an iPhone fetched it; Google never reports that. */
  fetchedAt: Date | null
  /** The card left the wallet, and this message was the last one there. */
  removedAt: Date | null
  /** Of the card that carries it. */
  version: number
}

export type PastRun = {
  id: string
  pushId: string
  /** Null: a person has sent it. */
  triggerId: string | null
  /** As it was written, with its variables. */
  message: string
  at: Date
  messages: readonly PastMessage[]
}

/** A run ends when its wallets have answered. */
const TAKES_MS = 40_000

function runRow({ id, pushId, triggerId, message, at, messages }: PastRun) {
  const sent = messages.filter((one) => one.isAccepted).length
  const endedAt = new Date(at.getTime() + TAKES_MS)
  return {
    id,
    push_id: pushId,
    trigger_id: triggerId,
    moscow_day: moscowDay(at),
    message,
    cards: messages.length,
    apple: messages.filter((one) => one.wallet === 'apple').length,
    google: messages.filter((one) => one.wallet === 'google').length,
    sent,
    failed: messages.length - sent,
    created_at: at,
    started_at: at,
    ended_at: endedAt,
  }
}

function messageRow(run: PastRun, one: PastMessage) {
  const answer = one.isAccepted ? 'sent' : 'not_sent'
  return {
    id: messageKey(run.id, one.passId),
    client_id: one.clientId,
    pass_id: one.passId,
    run_id: run.id,
    text: one.text,
    channel: one.wallet,
    state: one.fetchedAt ? 'delivered' : answer,
    apple: one.wallet === 'apple' ? answer : null,
    google: one.wallet === 'google' ? answer : null,
    pass_version: one.version,
    at: run.at,
    delivered_at: one.fetchedAt,
    apple_removed_at: one.wallet === 'apple' ? one.removedAt : null,
    google_removed_at: one.wallet === 'google' ? one.removedAt : null,
  }
}

/** Stores runs of at most a thousand cards with their messages, and the status of each push after its last one. */
export async function addPastRuns(db: CabinetDb, runs: readonly PastRun[]): Promise<void> {
  if (runs.length === 0) return
  await sql.insertPastRuns(db, runs.map(runRow))
  await sql.insertPastChunks(
    db,
    runs.map((run) => ({ run_id: run.id, passes: run.messages.map((one) => one.passId).toSorted() })),
  )
  await sql.insertPastMessages(
    db,
    runs.flatMap((run) => run.messages.map((one) => messageRow(run, one))),
  )
  await sql.settlePast(db, [...new Set(runs.map((run) => run.pushId))])
}
