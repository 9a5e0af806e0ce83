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
import * as messagesSql from './messages-sql.ts'

const refuseClient = refusals(clientContract)

/** Sends a message to one client; the text may have variables. */
export async function sendToClient(
  app: App,
  db: CabinetDb,
  clientId: string,
  message: string,
): Promise<{ channels: ('apple' | 'google')[] }> {
  const client = await getClient(db, clientId)
  const tag = await passes.startChange(db)
  const pass = await passes.passOfClient(db, client.id)
  const [one] = pass ? await passes.findRecipients(db, [pass.id]) : []
  if (!pass || !one || (!one.hasApple && one.googleObjectId === null)) throw refuseClient('no_card_installed')
  const text = fillText(message, (await passes.wholeCard(db, pass)).values)
  const messageId = crypto.randomUUID()
  await messagesSql.insertMessages(db, [
    {
      id: messageId,
      client_id: client.id,
      pass_id: pass.id,
      run_id: null,
      text,
      ...walletsOf(one),
      state: 'queued',
      pass_version: pass.version + 1,
      at: app.clock.now(),
    },
  ])
  await passes.writeMessages(app, db, [{ id: pass.id, text }], tag)
  await app.jobs.enqueue(db.tx, sendMessageJob, { cabinetId: db.cabinetId, messageId })
  return {
    channels: [
      ...(one.hasApple ? ['apple' as const] : []),
      ...(one.googleObjectId !== null ? ['google' as const] : []),
    ],
  }
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

export async function pushHistory(db: CabinetDb, clientId: string, page: { page: number; limit: number }) {
  await getClient(db, clientId)
  const { rows, total } = await messagesSql.messagesOf(db, clientId, sliceOf(page))
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
