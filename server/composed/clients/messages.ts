/** Messages to one client by any channel, and what was sent. */
import { type MessageChannel, TELEGRAM_TEXT_MAX } from '../../../contract/people/client-messages.ts'
import { clients as contract } from '../../../contract/people/clients.ts'
import { fillText } from '../../../card/fill.ts'
import { PUSH_TEXT_MAX } from '../../../contract/limits.ts'
import type { CabinetCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refuseAny, refusals } from '../../base/refusal.ts'
import { getClient, idsOfPerson } from '../../people/clients/clients.ts'
import { passesOfPerson, walletsOfClients, wholeCard } from '../../reach/passes/passes.ts'
import { pushHistory, sendToClient } from '../../reach/pushes/pushes.ts'
import { chatOfClient, messagesOf, queueMessage, readBot } from '../../reach/telegram/telegram.ts'

const refuse = refusals(contract)

/** @throws Refusal client_not_found */
export async function messageChannels({ app, db }: CabinetCtx, clientId: string): Promise<MessageChannel[]> {
  const client = await getClient(db, clientId)
  const installs = (await walletsOfClients(db, [client.id])).get(client.id)?.installs ?? []
  const bot = await readBot(app, db)
  const state = (await chatOfClient(db, client.id))?.state
  const telegram = !bot ? 'telegram_off' : state === undefined ? 'not_linked' : state === 'reachable' ? null : state
  return [
    { channel: 'push', hindrance: installs.length > 0 ? null : 'no_card_installed', maxLength: PUSH_TEXT_MAX },
    {
      channel: 'telegram',
      hindrance: client.archived_at !== null && telegram === null ? 'not_linked' : telegram,
      maxLength: TELEGRAM_TEXT_MAX,
    },
  ]
}

/** Values of the client's variables, as on the main card. */
async function valuesFor(db: CabinetDb, clientId: string): Promise<Record<string, string>> {
  const [pass] = await passesOfPerson(db, clientId)
  return pass ? (await wholeCard(db, pass)).values : {}
}

/** @throws Refusal client_not_found, no_card_installed, telegram_not_linked, invalid_input */
export async function sendMessageBy(
  ctx: CabinetCtx,
  clientId: string,
  { channel, message }: { channel: MessageChannel['channel']; message: string },
): Promise<{ channels: ('apple' | 'google' | 'telegram')[] }> {
  const { app, db } = ctx
  if (channel === 'push') {
    if (message.length > PUSH_TEXT_MAX)
      throw refuseAny('invalid_input', {}, { message: { code: 'too_long', detail: { max: PUSH_TEXT_MAX } } })
    return sendToClient(app, db, clientId, message)
  }
  const telegram = (await messageChannels(ctx, clientId)).find((one) => one.channel === 'telegram')
  if (telegram?.hindrance !== null) throw refuse('telegram_not_linked')
  const text = fillText(message, await valuesFor(db, clientId)).slice(0, TELEGRAM_TEXT_MAX)
  if (text.trim() === '') throw refuseAny('invalid_input', {}, { message: { code: 'required' } })
  await queueMessage(app, db, clientId, text)
  return { channels: ['telegram'] }
}

/** Messages to cards and in Telegram together, the latest first. @throws Refusal client_not_found */
export async function messageHistory(db: CabinetDb, clientId: string, page: { page: number; limit: number }) {
  await getClient(db, clientId)
  return messageHistoryOf(db, await idsOfPerson(db, clientId), page)
}

/** @param personIds of `idsOfPerson` */
export async function messageHistoryOf(
  db: CabinetDb,
  personIds: readonly string[],
  page: { page: number; limit: number },
) {
  const { limit, offset } = sliceOf(page)
  // A page of both is in the first rows of each, so many as lead up to its end.
  const upTo = { offset: 0, limit: offset + limit }
  const cards = await pushHistory(db, personIds, { page: 1, limit: upTo.limit })
  const telegram = await messagesOf(db, personIds, upTo)
  const rows = [
    ...cards.data,
    ...telegram.rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      channel: 'telegram' as const,
      deliveredAt: null,
      wallets: [],
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
  return { data: rows.slice(offset, offset + limit), meta: metaOf(cards.meta.total + telegram.total, page) }
}
