/** Who may still go back to an address: see `undo-email.ts`. */
import type { App } from '../../base/app.ts'
import { lookUpIn, type Tx } from '../../base/db.ts'
import * as changes from './email-changes-sql.ts'

/** Whose address this was until a change that can still be undone; undefined when it is free. */
export const holderOf = (app: App, tx: Tx, emailKey: string): Promise<changes.ChangeRow | undefined> =>
  lookUpIn(tx, { email: emailKey }, () => changes.holderOf(tx, emailKey, app.clock.now()))
