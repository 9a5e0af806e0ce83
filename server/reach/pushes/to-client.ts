/** A message to one client, and the messages of a client. */
import { fillText } from '../../../card/fill.ts'
import { clients as clientContract } from '../../../contract/people/clients.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { getClient } from '../../people/clients/clients.ts'
import * as passes from '../passes/passes.ts'
import { sendMessageJob, walletsOf } from './send-message.ts'
import { newMessageId } from './message-ids.ts'
import * as messagesSql from './messages-sql.ts'
import { writeOntoCards } from './write-onto-cards.ts'

const refuseClient = refusals(clientContract)

/** Sends a message to one client; the text may have variables. */
export async function sendToClient(
  app: App,
  db: CabinetDb,
  clientId: string,
  message: string,
): Promise<{ channels: ('apple' | 'google')[] }> {
  const client = await getClient(db, clientId)
  const held = await heldCards(db, client.id)
  if (held.length === 0) throw refuseClient('no_card_installed')
  const now = app.clock.now()
  const written = held.map(({ pass, one, values }, index) => ({
    id: pass.id,
    clientId: pass.client_id,
    text: fillText(message, values),
    // Every card shows it, and one of them announces it.
    isSilent: index > 0,
    message: { id: newMessageId(now), pass_version: pass.version + 1, ...walletsOf(one) },
  }))
  await messagesSql.insertMessages(
    db,
    written.map((card) => ({
      ...card.message,
      client_id: card.clientId,
      pass_id: card.id,
      run_id: null,
      text: card.text,
      is_silent: card.isSilent,
      state: 'queued' as const,
      at: now,
    })),
  )
  for (const { message: sent } of written)
    await app.jobs.enqueue(db.tx, sendMessageJob, { cabinetId: db.cabinetId, messageId: sent.id })
  const shown = await writeOntoCards(
    app,
    db,
    written.map(({ id, message: sent, ...card }) => ({
      ...card,
      passId: id,
      messageId: sent.id,
      version: sent.pass_version,
    })),
  )
  if (shown.size === 0) throw refuseClient('no_card_installed')
  return {
    channels: [
      ...(held.some(({ one }) => one.hasApple) ? ['apple' as const] : []),
      ...(held.some(({ one }) => one.googleObjectId !== null) ? ['google' as const] : []),
    ],
  }
}

/** The cards of a person that are in a wallet, the main one first. */
async function heldCards(db: CabinetDb, clientId: string) {
  const cards = await passes.passesOfPerson(db, clientId)
  const recipients = new Map(
    (
      await passes.findRecipients(
        db,
        cards.map((pass) => pass.id),
      )
    ).map((one) => [one.passId, one]),
  )
  const held: { pass: passes.PassRow; one: passes.Recipient; values: Record<string, string> }[] = []
  for (const pass of cards) {
    const one = recipients.get(pass.id)
    if (one && (one.hasApple || one.googleObjectId !== null))
      held.push({ pass, one, values: (await passes.wholeCard(db, pass)).values })
  }
  return held
}

type StoredMessage = Awaited<ReturnType<typeof messagesSql.messagesOf>>['rows'][number]

/** What each wallet has reported; a message of an older version of the server has only its channel. */
function walletsOfMessage(row: StoredMessage) {
  const isOld = row.apple === null && row.google === null
  return (['apple', 'google'] as const).flatMap((wallet) => {
    const answer = row[wallet] ?? (isOld && row.channel === wallet ? row.state : null)
    if (answer === null) return []
    const isFetched = wallet === 'apple' && row.state === 'delivered'
    const state = answer === 'sent' || answer === 'delivered' ? ('accepted' as const) : answer
    return [
      {
        wallet,
        state: isFetched ? ('fetched' as const) : state,
        fetchedAt: isFetched ? (row.delivered_at?.toISOString() ?? null) : null,
        removedAt: row[`${wallet}_removed_at`]?.toISOString() ?? null,
      },
    ]
  })
}

/** @param personIds of `idsOfPerson` */
export async function pushHistory(db: CabinetDb, personIds: readonly string[], page: { page: number; limit: number }) {
  const { rows, total } = await messagesSql.messagesOf(db, personIds, sliceOf(page))
  return {
    data: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      text: row.text,
      channel: row.channel,
      state: row.state,
      deliveredAt: row.delivered_at?.toISOString() ?? null,
      wallets: walletsOfMessage(row),
    })),
    meta: metaOf(total, page),
  }
}
