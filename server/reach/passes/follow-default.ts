/** Cards that show the default value of a variable follow a new one: a few in the call, many by a job in parts. */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { countExtraValues } from '../../people/clients/clients.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as countsSql from './counts-sql.ts'
import { queueCardUpdates } from './queue-updates.ts'
import * as updatesSql from './updates-sql.ts'

/** Cards in a transaction: a till that changes one of them meanwhile waits. */
const PART = 50
/** Parts of one job, before others have their turn. */
const PARTS = 40

const Which = z.object({
  cabinetId: z.int(),
  templates: z.array(z.uuid()),
  variable: z.string(),
  after: z.uuid().nullable(),
})
type Which = z.infer<typeof Which>
type Shown = Pick<Which, 'templates' | 'variable'>

/** @returns behind which card to go on; null: there is no other */
async function followPart(app: App, db: CabinetDb, { templates, variable }: Shown, after: string | null) {
  const next = await updatesSql.nextOfDefault(db, { templateIds: templates, variable, after, limit: PART })
  const shown = next.filter((card) => card.isShown)
  await queueCardUpdates(
    app,
    db,
    shown.map((card) => card.id),
    false,
  )
  return { last: next.length < PART ? null : (next.at(-1)?.id ?? null), cards: shown.length }
}

/** Safe to run twice: a card is updated once more. */
export const followDefault: Job<Which> = defineJob({
  name: 'follow-default',
  shape: Which,
  async handle(app, { cabinetId, after, ...shown }) {
    let place = after
    for (let part = 1; part <= PARTS; part += 1) {
      const isLast = part === PARTS
      const last = await openForWork(app, cabinetId, async (db) => {
        const done = await followPart(app, db, shown, place)
        if (isLast && done.last !== null)
          await app.jobs.enqueue(db.tx, followDefault, { cabinetId, ...shown, after: done.last })
        return done.last
      })
      if (last === null) return
      place = last
    }
  },
})

/**
 * Updates the cards that show the default value of a variable, because their client has no value.
 * @returns how many cards; where a job updates them, all of the templates less the clients with a value: about as many
 */
export async function updateCardsOfDefault(
  app: App,
  db: CabinetDb,
  templateIds: readonly string[],
  variable: string,
): Promise<number> {
  const templates = [...templateIds]
  if (templates.length === 0) return 0
  const all = await countsSql.countAllOf(db, templates)
  if (all < PART) return (await followPart(app, db, { templates, variable }, null)).cards
  await app.jobs.enqueue(db.tx, followDefault, { cabinetId: db.cabinetId, templates, variable, after: null })
  return Math.max(0, all - ((await countExtraValues(db)).get(variable) ?? 0))
}
