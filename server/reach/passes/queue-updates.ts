/** Changed cards: their versions rise, and a job announces them. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { announceOrder } from './announce.ts'
import * as sql from './sql.ts'

const CHUNK = 500

/** Cards of each open transaction that a job will announce, and whether it notifies their holders. */
const announced = new WeakMap<CabinetDb['tx'], Map<string, boolean>>()

/** A card that changes twice in one transaction is announced once: nobody sees it before the commit. */
function firstChanges(db: CabinetDb, passIds: readonly string[], notify: boolean): string[] {
  const before = announced.get(db.tx) ?? new Map<string, boolean>()
  announced.set(db.tx, before)
  const first = passIds.filter((id) => !before.has(id) || (notify && !before.get(id)))
  for (const id of first) before.set(id, notify)
  return first
}

/** Raises the versions and queues the announcement, in the caller's transaction. */
export async function queueCardUpdates(
  app: App,
  db: CabinetDb,
  passIds: readonly string[],
  notify: boolean,
): Promise<void> {
  const changed = firstChanges(db, passIds, notify)
  if (changed.length === 0) return
  await Promise.all([sql.raiseVersions(db, changed, app.clock.now()), queueAnnouncement(app, db, changed, notify)])
}

/** The same for cards whose versions were raised with what has changed. */
export async function announceChanged(app: App, db: CabinetDb, passIds: readonly string[], notify: boolean) {
  await queueAnnouncement(app, db, firstChanges(db, passIds, notify), notify)
}

const queueAnnouncement = (app: App, db: CabinetDb, passIds: readonly string[], notify: boolean) =>
  Promise.all(
    Array.from({ length: Math.ceil(passIds.length / CHUNK) }, (_, at) =>
      app.jobs.enqueue(db.tx, announceOrder, {
        cabinetId: db.cabinetId,
        passes: passIds.slice(at * CHUNK, (at + 1) * CHUNK),
        notify,
      }),
    ),
  )
