/** A message to many clients becomes a push of its own, with its chunks, retries and figures (decision 073). */
import { BULK_MESSAGES_EACH } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { isClient } from '../../people/clients/clients.ts'
import { hasCardInWallet } from '../passes/passes.ts'
import { addChosen, beginForChosen, sendToChosen } from '../pushes/pushes.ts'
import * as sql from './sql.ts'

const NAME_LENGTH = 60
/** Clients whose cards are fixed in one transaction. */
const PART = 2000

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
 * Fixes the cards of the next part and settles its rows, in the caller's transaction together with how far it is. With
 * the last part the push is sent; where no card is in a wallet, there is none.
 * @returns whether there is more to do
 */
export async function sendNextPart(app: App, db: CabinetDb, edit: sql.EditRow, size = PART): Promise<boolean> {
  const { id, action } = edit
  if (action.kind !== 'message') throw new Error('only a message is sent')
  const { message } = action
  const push = edit.push_id ?? (await beginForChosen(app, db, { name: nameOfMessage(message), message }))
  const range = await sql.nextRange(db, id, edit.after_client, size)
  await addChosen(db, push, sql.clientsOfRange(db, id, range))
  const settled = await sql.settleRange(db, id, range, {
    isThere: isClient(db, 'one.client_id', [], true),
    isReached: isClient(db, 'one.client_id', [hasCardInWallet(db)], true),
  })
  await sql.updateEdit(db, id, { push_id: push, after_client: range.upTo, done: edit.done + settled })
  if (range.upTo !== null) return true
  await sendWhatIsFixed(app, db, id, push)
  return false
}

/** Also when the job is given up in between: those who are fixed by then get the message. */
export async function sendWhatIsFixed(app: App, db: CabinetDb, id: string, push: string): Promise<void> {
  if (!(await sendToChosen(app, db, push))) await sql.updateEdit(db, id, { push_id: null })
}
