/**
 * Writes an export a few hundred clients at a time, each piece in its own transaction; after a crash the next worker
 * continues behind the last piece.
 */
import { z } from 'zod'
import { EXPORT_KEPT_DAYS } from '../../../contract/limits.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { queueEmail } from '../../base/mail.ts'
import { openForPublic, openForWork, pointsStyle } from '../../platform/cabinets/cabinets.ts'
import { clientsAfter, tagsOfClients } from '../clients/clients.ts'
import { formNames } from '../forms/forms.ts'
import { readUser } from '../../platform/users/users.ts'
import { type CardLookups, chosenClients } from './chosen.ts'
import { clientLines, headLine, type Layout } from './csv.ts'
import { sealPart } from './parts.ts'
import * as sql from './sql.ts'

const BATCH = 500
const KEPT_SECONDS = EXPORT_KEPT_DAYS * 24 * 60 * 60

const Which = z.object({ cabinetId: z.int(), id: z.uuid() })
type Which = z.infer<typeof Which>

/** @returns whether there is more to write */
async function writePiece(app: App, db: CabinetDb, id: string, cards: CardLookups): Promise<boolean> {
  const row = await sql.lockExport(db, id)
  if (!row || (row.state !== 'queued' && row.state !== 'running')) return false
  const { columns, variables, rows } = row.choice
  const clients = await clientsAfter(db, await chosenClients(db, rows, row.asked_at, cards), {
    afterCard: row.after_card,
    limit: BATCH,
    today: moscowDay(row.asked_at),
  })
  const ids = clients.map((client) => client.id)
  const layout: Layout = {
    columns,
    variables,
    lang: row.lang,
    points: await pointsStyle(db),
    forms: columns.includes('form') ? await formNames(db) : new Map(),
    tags: columns.includes('tags') ? await tagsOfClients(db, ids) : new Map(),
    wallets: columns.some((one) => one === 'installs' || one === 'removed')
      ? await cards.walletsOfClients(db, ids)
      : new Map(),
  }
  const text = (row.parts === 0 ? headLine(layout) : '') + clientLines(clients, layout)
  if (text !== '') await sql.insertPart(db, id, row.parts, await sealPart(app, db.cabinetId, id, row.parts, text))
  const done = row.done + clients.length
  const isMore = clients.length === BATCH
  await sql.updateExport(db, id, {
    state: 'running',
    done,
    total: Math.max(row.total, done),
    after_card: clients.at(-1)?.card_number ?? row.after_card,
    parts: row.parts + (text === '' ? 0 : 1),
  })
  return isMore
}

async function finish(app: App, db: CabinetDb, id: string, cabinet: { name: string; domain: string }): Promise<void> {
  const row = await sql.lockExport(db, id)
  if (row?.state !== 'running') return
  const now = app.clock.now()
  await sql.updateExport(db, id, {
    state: 'ready',
    total: row.done,
    ready_at: now,
    expires_at: new Date(now.getTime() + KEPT_SECONDS * 1000),
  })
  await app.jobs.enqueue(db.tx, dropExport, { cabinetId: db.cabinetId, id }, { afterSeconds: KEPT_SECONDS, key: id })
  const user = await readUser(app, row.asked_by)
  await queueEmail(app, db.tx, {
    to: user.email,
    lang: row.lang,
    kind: 'export_ready',
    values: { name: user.name, cabinet: cabinet.name, days: String(EXPORT_KEPT_DAYS) },
    link: `${app.publicUrl}/#/${cabinet.domain}/clients?export=${id}`,
  })
}

export type WriteExport = Job<Which>

export const writeExportWith = (cards: CardLookups): WriteExport =>
  defineJob({
    name: 'write-export',
    shape: Which,
    async handle(app, { cabinetId, id }) {
      while (await openForWork(app, cabinetId, (db) => writePiece(app, db, id, cards))) {
        /* the next piece */
      }
      await openForPublic(app, { id: cabinetId }, (cabinet, db) => finish(app, db, id, cabinet))
    },
    giveUp: (app, { cabinetId, id }) =>
      openForWork(app, cabinetId, async (db) => {
        await sql.deleteParts(db, id)
        await sql.updateExport(db, id, { state: 'failed' })
      }),
  })

/** Deletes a file when its days are over. */
export const dropExport: Job<Which> = defineJob({
  name: 'drop-export',
  shape: Which,
  handle: (app, { cabinetId, id }) => openForWork(app, cabinetId, (db) => sql.deleteParts(db, id)),
})
