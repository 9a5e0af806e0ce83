/**
 * Checks the lines of an import, a part of the file at a time, each in a transaction of its own. No client is touched.
 * After a crash the next worker starts again: what is checked twice is the same.
 */
import { z } from 'zod'
import { moscowDay } from '../../../contract/time.ts'
import type { ImportChoices } from '../../../contract/people/imports.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import type { ImportDoors } from './doors.ts'
import { type Judged, judgeLines } from './judge.ts'
import { judgeStaged } from './judge-staged.ts'
import type { ReadLine, Reading } from './line-facts.ts'
import { readPart } from './parts.ts'
import { openReader } from './reader.ts'
import { clearLines } from './remove-sql.ts'
import * as sql from './sql.ts'
import { isLast, openRepeated, readStaged, type Repeated } from './staged-line.ts'
import type { Line } from './table-file.ts'
import { openTally } from './tally.ts'

export const Which = z.object({ cabinetId: z.int(), id: z.uuid() })
export type Which = z.infer<typeof Which>

/** Lines of one transaction. */
const CLEARED = 2000

type Begun = { reading: Reading; parts: number; isOfCrm: boolean }

/** @returns `clearing`: lines of a check before are left */
async function begin(app: App, db: CabinetDb, id: string): Promise<Begun | 'clearing' | undefined> {
  const row = await sql.lockImport(db, id)
  if (row?.state !== 'checking' || !row.choices) return undefined
  if (await clearLines(db, id, CLEARED)) return 'clearing'
  await sql.updateImport(db, id, { done: 0 })
  const { columns, country, dates, decimal } = row.choices
  const templates = (await templateNames(db)).filter((one) => !one.is_archived)
  return {
    reading: { columns, country, dates, decimal, templates, today: moscowDay(app.clock.now()) },
    parts: row.parts,
    isOfCrm: row.crm !== null,
  }
}

type Judge = (db: CabinetDb, lines: readonly ReadLine[], choices: ImportChoices) => Promise<Judged[]>

/** @returns undefined when the check is no longer ours: the file was discarded, or another worker has begun anew */
async function checkPart(
  db: CabinetDb,
  id: string,
  { lines, done, all }: { lines: readonly ReadLine[]; done: number; all: number },
  judge: Judge,
): Promise<Judged[] | undefined> {
  const row = await sql.lockImport(db, id)
  if (row?.state !== 'checking' || row.done !== done || !row.choices) return undefined
  const judged = await judge(db, lines, row.choices)
  await sql.insertRows(
    db,
    id,
    judged.map(({ client, linkedId, change: _, ...one }) => ({ ...one, client_id: client?.id ?? linkedId ?? null })),
  )
  await sql.updateImport(db, id, { done: done + all })
  return judged
}

async function finish(app: App, db: CabinetDb, id: string, counts: sql.Tally): Promise<void> {
  if ((await sql.lockImport(db, id))?.state !== 'checking') return
  await sql.updateImport(db, id, { state: 'checked', counts, ended_at: app.clock.now() })
  await notifyOpenPages(db)
}

/** Repetitions are looked for in all parts before the first is judged: who of several is right, nobody knows. */
async function findRepeated(app: App, cabinetId: number, id: string, parts: number): Promise<Repeated> {
  const repeated = openRepeated()
  for (let no = 0; no < parts; no++) repeated.add((await readPart(app, cabinetId, id, no)) ?? [])
  return repeated
}

function stagedIn(part: readonly Line[], read: readonly ReadLine[], repeated: Repeated): ReadLine[] {
  const lines = new Map(part.map((line) => [line.line, line]))
  return read.flatMap((one) => {
    const line = lines.get(one.line)
    return line && isLast(repeated, line) ? [readStaged(one, line)] : []
  })
}

async function check(app: App, { cabinetId, id }: Which, doors: ImportDoors): Promise<void> {
  const next = () => openForWork(app, cabinetId, (db) => begin(app, db, id))
  let begun = await next()
  while (begun === 'clearing') begun = await next()
  if (!begun) return
  const repeated = begun.isOfCrm ? await findRepeated(app, cabinetId, id, begun.parts) : undefined
  const reader = openReader()
  const seen = new Map<string, number>()
  const judge: Judge = (db, lines, choices) =>
    repeated ? judgeStaged(db, lines, choices, repeated.several, doors) : judgeLines(db, lines, choices, seen, doors)
  const tally = openTally()
  let done = 0
  try {
    for (let no = 0; no < begun.parts; no++) {
      const part = await readPart(app, cabinetId, id, no)
      if (!part) return
      const read = await reader.readLines(part, begun.reading)
      const lines = repeated ? stagedIn(part, read, repeated) : read
      const judged = await openForWork(app, cabinetId, (db) =>
        checkPart(db, id, { lines, done, all: part.length }, judge),
      )
      if (!judged) return
      tally.add(judged)
      done += part.length
    }
  } finally {
    await reader.close()
  }
  await openForWork(app, cabinetId, (db) => finish(app, db, id, tally.all()))
}

export const checkImportWith = (doors: ImportDoors): Job<Which> =>
  defineJob({
    name: 'check-import',
    shape: Which,
    handle: (app, which) => check(app, which, doors),
    async giveUp(app, { cabinetId, id }) {
      const giveUpPart = () =>
        openForWork(app, cabinetId, async (db) => {
          if ((await sql.lockImport(db, id))?.state !== 'checking') return false
          if (await clearLines(db, id, CLEARED)) return true
          await sql.updateImport(db, id, { state: 'ready', done: 0, ended_at: app.clock.now() })
          await notifyOpenPages(db)
          return false
        })
      while (await giveUpPart());
    },
  })
