/**
 * How often public forms are opened: counted in the process and written every few seconds, so that a form that many
 * strangers open at once writes no row for each of them. A stop of the server writes what is left; a process that is
 * killed loses the seconds since the last writing.
 */
import { moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { insideCabinet } from '../../base/db.ts'
import { countVisits, type Origin, OTHER_SOURCES, sourceNameOf } from '../growth/growth.ts'
import * as sql from './sql.ts'

const WRITE_MS = 10_000
/** A stranger can name any source in a link: more of one form are counted together. */
const SOURCES_MAX = 200
/** The database has been away for long: what comes further is not counted, and the process does not grow. */
const COUNTS_MAX = 50_000

type Count = { cabinetId: number; formId: string; templateId: string; day: string; source: string; count: number }
type Gathered = {
  counts: Map<string, Count>
  /** By cabinet and form: counted by day already, but not in the form, whose row was locked. */
  left: Map<number, Map<string, number>>
  /** How many sources of a form are counted apart. */
  sources: Map<string, number>
  writing: Promise<void> | undefined
  timer: NodeJS.Timeout
}

const gathered = new WeakMap<App, Gathered>()

const keyOf = (one: Count) => `${one.cabinetId}|${one.formId}|${one.templateId}|${one.day}|${one.source}`

function add(to: Gathered, one: Count): void {
  const key = keyOf(one)
  const known = to.counts.get(key)
  if (known) known.count += one.count
  else if (to.counts.size < COUNTS_MAX) to.counts.set(key, one)
}

/** Counts a visit; it is in the figures within a minute. */
export function noteVisit(
  app: App,
  cabinetId: number,
  { id, template_id: templateId, ...origin }: { id: string; template_id: string } & Origin,
): void {
  let own = gathered.get(app)
  if (!own) {
    const timer = setInterval(() => void writeVisits(app).catch(() => undefined), WRITE_MS).unref()
    own = { counts: new Map(), left: new Map(), sources: new Map(), writing: undefined, timer }
    gathered.set(app, own)
  }
  const one: Count = {
    cabinetId,
    formId: id,
    templateId,
    day: moscowDay(app.clock.now()),
    source: sourceNameOf(origin),
    count: 1,
  }
  if (!own.counts.has(keyOf(one))) {
    const sources = own.sources.get(id) ?? 0
    own.sources.set(id, sources + 1)
    if (sources >= SOURCES_MAX) one.source = OTHER_SOURCES
  }
  add(own, one)
}

/**
 * Writes what was counted until now. What could not be written is tried again with the next ones.
 * @param isLast it waits for forms that somebody has locked: there are no next ones
 */
export async function writeVisits(app: App, isLast = false): Promise<void> {
  const own = gathered.get(app)
  if (!own) return
  // What another writing has taken is in the database when this one ends.
  await own.writing?.catch(() => undefined)
  own.writing = writeAll(app, own, isLast)
  await own.writing
}

/** The last writing, when no page is opened any more. */
export async function endVisits(app: App): Promise<void> {
  clearInterval(gathered.get(app)?.timer)
  await writeVisits(app, true).catch(() => undefined)
}

async function writeAll(app: App, own: Gathered, isLast: boolean): Promise<void> {
  const cabinets = Map.groupBy(own.counts.values(), (one) => one.cabinetId)
  for (const cabinetId of own.left.keys()) if (!cabinets.has(cabinetId)) cabinets.set(cabinetId, [])
  own.counts = new Map()
  own.sources = new Map()
  const faults: unknown[] = []
  for (const [cabinetId, counts] of cabinets) {
    try {
      const before = own.left.get(cabinetId) ?? new Map<string, number>()
      const left = await writeOf(app, cabinetId, { counts, left: before, isLast })
      own.left.delete(cabinetId)
      if (left.size > 0) own.left.set(cabinetId, left)
    } catch (error) {
      for (const one of counts) add(own, one)
      faults.push(error)
    }
  }
  if (faults.length === 0) return
  app.log.warn({ error: String(faults[0]) }, 'visits of forms could not be written and are kept')
  throw new AggregateError(faults, `visits of ${faults.length} businesses were not written: ${String(faults[0])}`)
}

type Visits = { counts: readonly Count[]; left: ReadonlyMap<string, number>; isLast: boolean }

/** @returns what is still to be added to forms that somebody has locked: nobody waits for them here */
function writeOf(app: App, cabinetId: number, { counts, left, isLast }: Visits): Promise<Map<string, number>> {
  return insideCabinet(app.database, cabinetId, async (db) => {
    const forms = new Map(left)
    for (const { formId, count } of counts) forms.set(formId, (forms.get(formId) ?? 0) + count)
    await countVisits(db, counts, app.clock.now())
    // The rows that others wait for are locked last, and in one order.
    const locked = await sql.addOpened(db, forms, isLast)
    return new Map(locked.map((id) => [id, forms.get(id) ?? 0]))
  })
}
