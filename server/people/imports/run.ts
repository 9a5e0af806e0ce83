/**
 * Imports the lines that passed the check, and takes them back: some at a time, each piece in a transaction of
 * its own with what is left to do. After a crash the next worker continues behind the last piece.
 */
import type { ImportChoices } from '../../../contract/people/imports.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import { clientsByIds, clientsByKeys, type StoredClient } from '../clients/clients.ts'
import type { ImportedColumns, ImportedFacts } from '../clients/import-change.ts'
import { Which } from './check.ts'
import type { ImportDoors } from './doors.ts'
import { type Judged, judgeLines } from './judge.ts'
import { judgeStaged } from './judge-staged.ts'
import { tagClients, type TagIds, tagsOfLines, untagClients } from './line-tags.ts'
import { forgetFacts } from './remove-sql.ts'
import * as sql from './sql.ts'
import { addFaults } from './tally.ts'

/** New clients take card numbers, for which forms and tills wait until the end of the transaction. */
const PIECE = 50
/** Lines that are settled already. */
const FORGOTTEN = 1000

type Settled = Parameters<typeof sql.settleRows>[2][number]
type Run = { row: sql.ImportRow; choices: ImportChoices; doors: ImportDoors }
type Tagging = Run & { tags: TagIds }

const outcome = (line: number, verdict: sql.Verdict, more: Partial<Settled> = {}): Settled => ({
  line,
  verdict,
  faults: [],
  client_id: null,
  former: null,
  version_after: null,
  ...more,
})

async function addFresh(app: App, db: CabinetDb, fresh: readonly Judged[], run: Tagging): Promise<Settled[]> {
  const { row, choices, doors } = run
  const clients = fresh.map(({ line, facts }) => ({ line, id: crypto.randomUUID(), facts }))
  const added = await doors.addImported(app, db, clients, {
    templateId: choices.template,
    lang: row.lang,
    consentSource: choices.consentSource,
    by: row.made_by,
    asPreorders: row.crm !== null && (choices.asPreorders ?? false),
  })
  if (added === 'full') return clients.map(({ line }) => outcome(line, 'bad', { faults: [{ code: 'card_limit' }] }))
  const isAdded = new Set(added)
  if (row.crm !== null)
    await settleStaged(
      app,
      db,
      clients.filter(({ id }) => isAdded.has(id)),
      run,
    )
  else if (!choices.toCrm) await doors.keepFromCrm(db, added)
  await tagClients(
    db,
    clients.filter(({ id }) => isAdded.has(id)).map(({ id, facts }) => ({ id, tagIds: run.tags.idsOf(facts.tags) })),
  )
  return clients.map(({ line, id }) =>
    isAdded.has(id)
      ? outcome(line, 'added', { client_id: id, version_after: 1 })
      : outcome(line, 'bad', { faults: [{ code: 'taken' }] }),
  )
}

/** Clients of a CRM are linked with it, and get their cards now or later. */
async function settleStaged(
  app: App,
  db: CabinetDb,
  clients: readonly { id: string; facts: ImportedFacts }[],
  { choices, doors }: Run,
): Promise<void> {
  await doors.linkImported(app, db, clients)
  if (!choices.asPreorders) return
  const waiting = clients.map(({ id, facts }) => ({ id, templateId: choices.template, email: facts.email ?? '' }))
  await doors.keepPreorders(app, db, waiting)
}

/** What a change replaces, for the undo. */
const formerOf = (client: StoredClient, change: Partial<ImportedColumns>) =>
  Object.fromEntries(Object.keys(change).map((column) => [column, client[column as keyof ImportedColumns]]))

async function changeKnown(app: App, db: CabinetDb, changing: readonly Judged[], run: Tagging): Promise<Settled[]> {
  const known = changing.flatMap(({ line, client, change, newTags }) =>
    client ? [{ line, client, change, tagIds: run.tags.idsOf(newTags) }] : [],
  )
  const changed = new Set(
    await run.doors.changeImported(
      app,
      db,
      known.map(({ client, change }) => ({ id: client.id, version: client.version, change })),
      run.row.made_by,
    ),
  )
  const got = await tagClients(
    db,
    known.filter(({ client }) => changed.has(client.id)).map(({ client, tagIds }) => ({ id: client.id, tagIds })),
  )
  return known.map(({ line, client, change }) =>
    changed.has(client.id)
      ? outcome(line, 'changed', {
          client_id: client.id,
          former: { ...formerOf(client, change), ...(got.has(client.id) && { new_tags: got.get(client.id) }) },
          version_after: client.version + 1,
        })
      : outcome(line, 'bad', { faults: [{ code: 'taken' }] }),
  )
}

async function importRows(app: App, db: CabinetDb, all: readonly sql.LineRow[], run: Run): Promise<Settled[]> {
  // That several people there have one phone, only the check has seen.
  const doubtful = all.filter(({ verdict }) => verdict === 'doubt')
  const rows = all.filter(({ verdict }) => verdict !== 'doubt')
  const lines = rows.map(({ line, facts }) => ({ line, facts: facts ?? {}, faults: [] }))
  // Clients may have come, gone and changed since the check.
  const known =
    run.row.crm === null
      ? await judgeLines(db, lines, run.choices, new Map(), run.doors)
      : await judgeStaged(db, lines, run.choices, new Set(), run.doors)
  const isDone = ({ verdict }: Judged) => verdict === 'fresh' || verdict === 'changing'
  const tags = await tagsOfLines(db, known.filter(isDone), app.clock.now())
  const judged = known.map((one) =>
    isDone(one) && tags.lacks(one.verdict === 'fresh' ? one.facts.tags : one.newTags)
      ? { ...one, verdict: 'bad' as const, faults: [{ code: 'tag_limit' as const }] }
      : one,
  )
  const of = (verdict: Judged['verdict']) => judged.filter((one) => one.verdict === verdict)
  const idsOf = (verdict: Judged['verdict']) => of(verdict).flatMap(({ client }) => client?.id ?? [])
  await run.doors.leaveToExchange(app, db, idsOf('matched'))
  await run.doors.bringToDesk(db, [...doubtful.flatMap((row) => row.client_id ?? []), ...idsOf('doubt')])
  const fresh = of('fresh')
  const changing = of('changing')
  return [
    ...(fresh.length > 0 ? await addFresh(app, db, fresh, { ...run, tags }) : []),
    ...(changing.length > 0 ? await changeKnown(app, db, changing, { ...run, tags }) : []),
    ...doubtful.map(({ line, faults, client_id }) => outcome(line, 'doubt', { faults, client_id })),
    ...judged
      .filter((one) => !isDone(one))
      .map(({ line, verdict, faults, client, linkedId }) =>
        outcome(line, verdict, { faults, client_id: client?.id ?? linkedId ?? null }),
      ),
  ]
}

async function removeAdded(db: CabinetDb, rows: readonly sql.LineRow[], { doors }: Run): Promise<Settled[]> {
  const removed = new Set(
    await doors.removeImported(
      db,
      rows.flatMap((row) => row.client_id ?? []),
    ),
  )
  return rows.map(({ line, client_id: id, version_after: version }) =>
    // Somebody has removed the client before us: there is nothing left to undo.
    id === null || removed.has(id)
      ? outcome(line, 'undone')
      : outcome(line, 'kept', { client_id: id, version_after: version }),
  )
}

/** Who has the phones now that clients would get back. */
async function ownersOfPhones(db: CabinetDb, rows: readonly sql.LineRow[]): Promise<ReadonlyMap<string, string>> {
  const tels = rows.flatMap(({ former }) => former?.tel || [])
  return new Map((await clientsByKeys(db, { tels, cardNumbers: [], cardTracks: [] })).map(({ tel, id }) => [tel, id]))
}

async function giveBack(app: App, db: CabinetDb, rows: readonly sql.LineRow[], run: Run): Promise<Settled[]> {
  const clients = await clientsByIds(
    db,
    rows.flatMap((row) => row.client_id ?? []),
  )
  const now = new Map(clients.map((one) => [one.id, one]))
  const owners = await ownersOfPhones(db, rows)
  const isFree = (tel: string | undefined, id: string) => !tel || (owners.get(tel) ?? id) === id
  const untouched = rows.flatMap(({ client_id: id, former, version_after: version }) =>
    id !== null && former && now.get(id)?.version === version && isFree(former.tel, id)
      ? [{ id, version: version as number, change: former }]
      : [],
  )
  const back = new Set(await run.doors.changeImported(app, db, untouched, run.row.made_by))
  await untagClients(
    db,
    untouched.filter(({ id }) => back.has(id)).map(({ id, change }) => ({ id, tagIds: change.new_tags ?? [] })),
  )
  return rows.map(({ line, client_id: id, former, version_after: version }) =>
    id === null || back.has(id)
      ? outcome(line, 'undone')
      : outcome(line, 'kept', { client_id: id, former, version_after: version }),
  )
}

async function undoRows(app: App, db: CabinetDb, rows: readonly sql.LineRow[], run: Run): Promise<Settled[]> {
  const added = rows.filter(({ verdict }) => verdict === 'added')
  const changed = rows.filter(({ verdict }) => verdict === 'changed')
  return [
    ...(added.length > 0 ? await removeAdded(db, added, run) : []),
    ...(changed.length > 0 ? await giveBack(app, db, changed, run) : []),
  ]
}

const STEPS = {
  running: { verdicts: ['fresh', 'changing', 'matched', 'doubt'], work: importRows, ends: 'done', givesUp: 'failed' },
  undoing: { verdicts: ['added', 'changed'], work: undoRows, ends: 'undone', givesUp: 'done' },
} as const

/** Lines of which it was unclear who they are have been counted by the check. */
function countsWith({ counts }: sql.ImportRow, rows: readonly sql.LineRow[], settled: readonly Settled[]) {
  const counted = new Set(rows.filter(({ verdict }) => verdict === 'doubt').map(({ line }) => line))
  const faults = addFaults(
    counts.faults,
    settled.filter(({ line }) => !counted.has(line)),
  )
  return faults && { counts: { ...counts, faults } }
}

const countAnew = async (db: CabinetDb, { id, counts }: sql.ImportRow): Promise<sql.Tally> => ({
  ...(await sql.countVerdicts(db, id)),
  faults: counts.faults,
})

type Step = { id: string; state: keyof typeof STEPS }

/** The import, while this step of it goes on. */
async function lockStep(db: CabinetDb, { id, state }: Step): Promise<sql.ImportRow | undefined> {
  const row = await sql.lockImport(db, id)
  return row?.state === state && row.choices !== null ? row : undefined
}

/** @returns whether there is more to do */
async function workPiece(app: App, db: CabinetDb, step: Step, doors: ImportDoors): Promise<boolean> {
  const { verdicts, work } = STEPS[step.state]
  const row = await lockStep(db, step)
  if (!row?.choices) return false
  const rows = await sql.nextRows(db, row.id, { verdicts, afterLine: row.after_line, limit: PIECE })
  if (rows.length === 0) return false
  const settled = await work(app, db, rows, { row, choices: row.choices, doors })
  await sql.settleRows(db, row.id, settled)
  await sql.updateImport(db, row.id, {
    done: row.done + rows.length,
    after_line: rows.at(-1)?.line ?? row.after_line,
    ...countsWith(row, rows, settled),
  })
  return true
}

/** @returns the line to go on behind; null: there are no more */
async function forgetPiece(db: CabinetDb, step: Step, afterLine: number): Promise<number | null> {
  return (await lockStep(db, step)) ? forgetFacts(db, step.id, afterLine, FORGOTTEN) : null
}

async function endStep(app: App, db: CabinetDb, step: Step, state: sql.ImportRow['state']): Promise<void> {
  const row = await lockStep(db, step)
  if (!row) return
  await sql.updateImport(db, row.id, { state, counts: await countAnew(db, row), ended_at: app.clock.now() })
  await notifyOpenPages(db)
}

const stepJob = (name: string, state: keyof typeof STEPS, doors: ImportDoors): Job<Which> =>
  defineJob({
    name,
    shape: Which,
    async handle(app, { cabinetId, id }) {
      const step = { id, state }
      const inTurn = <T>(work: (db: CabinetDb) => Promise<T>) => openForWork(app, cabinetId, work)
      while (await inTurn((db) => workPiece(app, db, step, doors)));
      let line: number | null = 0
      while (line !== null) {
        const behind: number = line
        line = await inTurn((db) => forgetPiece(db, step, behind))
      }
      await inTurn((db) => endStep(app, db, step, STEPS[state].ends))
    },
    giveUp: (app, { cabinetId, id }) =>
      openForWork(app, cabinetId, (db) => endStep(app, db, { id, state }, STEPS[state].givesUp)),
  })

export const runImportWith = (doors: ImportDoors): Job<Which> => stepJob('run-import', 'running', doors)
export const undoImportWith = (doors: ImportDoors): Job<Which> => stepJob('undo-import', 'undoing', doors)
