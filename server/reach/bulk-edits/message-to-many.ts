/** A message to many clients becomes a push of its own, with its chunks, retries and figures (decision 073). */
import { BULK_MESSAGES_EACH } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { isClient } from '../../people/clients/clients.ts'
import { hasCardInWallet } from '../passes/passes.ts'
import { sendToChosen } from '../pushes/pushes.ts'
import * as sql from './sql.ts'

const NAME_LENGTH = 60

export const isForMany = ({ action, total }: sql.EditRow): boolean =>
  action.kind === 'message' && total > BULK_MESSAGES_EACH

/** The beginning of the message, whole words. */
export function nameOfMessage(message: string): string {
  const line = message.trim().replaceAll(/\s+/g, ' ')
  if (line.length <= NAME_LENGTH) return line
  const start = line.slice(0, NAME_LENGTH)
  return `${start.slice(0, start.lastIndexOf(' ')) || start}…`
}

/**
 * Fixes the cards and settles every row, in the caller's transaction: a worker that is killed leaves nothing behind,
 * and the next one begins anew. @returns the push; null when no card is in a wallet
 */
export async function sendToMany(app: App, db: CabinetDb, { id, action }: sql.EditRow): Promise<string | null> {
  if (action.kind !== 'message') throw new Error('only a message is sent')
  const holders = sql.isChosenBy(db, id)
  const { message } = action
  const push = await sendToChosen(app, db, { name: nameOfMessage(message), message, holders })
  await sql.settleAll(db, id, {
    isThere: isClient(db, 'one.client_id', []),
    isReached: isClient(db, 'one.client_id', [hasCardInWallet(db)]),
  })
  return push ?? null
}
