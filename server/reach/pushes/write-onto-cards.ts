/**
 * Messages are stored first and written onto their cards last: a till that changes one of the cards waits for as long
 * as they are written, not for as long as a batch is worked on.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as passes from '../passes/passes.ts'
import * as messagesSql from './messages-sql.ts'

/** A stored message; `version`: of the card that will show it, unless it changes meanwhile. */
export type Unwritten = { messageId: string; passId: string; text: string; isSilent: boolean; version: number }

/** Call it last. @returns the cards that show their messages; the message of another one is removed */
export async function writeOntoCards(app: App, db: CabinetDb, messages: readonly Unwritten[]): Promise<Set<string>> {
  const versions = await passes.writeMessages(
    app,
    db,
    messages.map(({ passId, text, isSilent }) => ({ id: passId, text, isSilent })),
  )
  const late = messages.filter(({ passId }) => !versions.has(passId))
  await messagesSql.removeMessages(
    db,
    late.map((one) => one.messageId),
  )
  const moved = messages.flatMap(({ messageId: id, passId, version }) => {
    const now = versions.get(passId)
    return now === undefined || now === version ? [] : [{ id, version: now }]
  })
  await messagesSql.setVersions(db, moved)
  return new Set(versions.keys())
}
