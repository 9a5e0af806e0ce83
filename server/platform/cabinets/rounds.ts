/** Scheduled work that goes through many cabinets. */
import { type CabinetDb, insideCabinet } from '../../base/db.ts'
import type { App } from '../../base/app.ts'

/** Cabinets that are looked up at a time. */
const BATCH = 200

/**
 * Works in one cabinet after the other. A failure in one does not stop the others.
 * @param find ids upwards from `after`, at most `limit`
 * @throws AggregateError at the end, so that the job is retried
 */
export async function eachCabinet(
  app: App,
  find: (after: number, limit: number) => Promise<number[]>,
  work: (db: CabinetDb) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  let ids: number[] = []
  do {
    ids = await find(ids.at(-1) ?? 0, BATCH)
    for (const id of ids) {
      await insideCabinet(app.database, id, work).catch((error: unknown) => {
        app.log.error(
          { cabinetId: id, error: error instanceof Error ? error.message : String(error) },
          'the round failed in a cabinet',
        )
        failures.push(error)
      })
    }
  } while (ids.length === BATCH)
  if (failures.length > 0) throw new AggregateError(failures, `the round failed in ${failures.length} cabinets`)
}
