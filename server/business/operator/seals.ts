/**
 * Protects the audit log against anyone who can write into the database: rows are sealed with a key that is not in the
 * database, each seal over the one before. The next check finds a row that was changed, removed or planted afterwards.
 */
import type { AuditLogFault, AuditLogProof } from '../../../contract/business/operated.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { isSameSecret, type Keys } from '../../base/crypto.ts'
import type { Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import * as sql from './seals-sql.ts'

const ROWS = 1000
const SEALS = 100

/** The MAC of a seal over all columns of its rows, in an order that is always the same. */
function macOf(keys: Keys, before: string, seal: Omit<sql.SealRow, 'mac'>, rows: readonly sql.LoggedRow[]): string {
  const lines = rows
    .map((row) =>
      JSON.stringify([
        row.id,
        row.at.toISOString(),
        row.user_id,
        row.via,
        row.call,
        row.method,
        row.path,
        row.about_cabinet,
        row.ip,
        row.request_id,
        row.status,
      ]),
    )
    .sort()
  return keys.mac('audit-seal', [before, seal.number, seal.sealed_at.toISOString(), seal.rows, ...lines].join('\n'))
}

/** @returns how many rows came under a new seal */
async function sealNext(app: App, tx: Tx): Promise<number> {
  const latest = await sql.latestSeal(tx)
  // A row is written when its call ends; none takes an hour, so late rows are found as well.
  const rows = await sql.rowsToSeal(tx, latest ? new Date(latest.sealed_at.getTime() - HOUR_MS) : new Date(0), ROWS)
  if (rows.length === 0) return 0
  const seal = { number: (latest?.number ?? 0) + 1, sealed_at: app.clock.now(), rows: rows.length }
  await sql.insertSeal(
    tx,
    { ...seal, mac: macOf(app.keys, latest?.mac ?? '', seal, rows) },
    rows.map((row) => row.id),
  )
  return rows.length
}

/** Seals all rows that came since. */
export async function sealAll(app: App): Promise<void> {
  let sealed: number
  do {
    sealed = await app.database.acrossCabinets((tx) => sealNext(app, tx))
  } while (sealed === ROWS)
}

type Found = { rows: number; fault: AuditLogFault | null; seal: number | null }

async function lookThrough(app: App, until: Date): Promise<Found> {
  let before = { number: 0, mac: '' }
  let rows = 0
  let seals: sql.SealRow[] = []
  do {
    seals = await app.database.acrossCabinets((tx) => sql.sealsAfter(tx, before.number, SEALS))
    for (const seal of seals) {
      if (seal.number !== before.number + 1) return { rows, fault: 'seal_missing', seal: before.number + 1 }
      const sealed = await app.database.acrossCabinets((tx) => sql.rowsOfSeal(tx, seal.number))
      if (!isSameSecret(seal.mac, macOf(app.keys, before.mac, seal, sealed)))
        return { rows, fault: 'rows_changed', seal: seal.number }
      rows += seal.rows
      before = seal
    }
  } while (seals.length === SEALS)
  // Numbers and macs of the log are kept outside this database, so a log that lost its end shows as well.
  app.log.info({ seal: before.number, mac: before.mac, rows }, 'the trail was checked')
  const isPlanted = await app.database.acrossCabinets((tx) => sql.isUnsealed(tx, until))
  return { rows, fault: isPlanted ? 'rows_added' : null, seal: null }
}

/** Checks every seal and every row under it, and records the result. */
export async function checkAll(app: App): Promise<void> {
  await sealAll(app)
  const at = app.clock.now()
  const found = await lookThrough(app, new Date(at.getTime() - HOUR_MS))
  if (found.fault !== null)
    app.log.error({ fault: found.fault, seal: found.seal }, 'the trail of writing calls was tampered with')
  await app.database.acrossCabinets((tx) => sql.insertCheck(tx, { id: crypto.randomUUID(), at, ...found }))
}

/** What the latest check found; null before the first one. */
export async function readProof(app: App): Promise<AuditLogProof> {
  const check = await app.database.asOperator(sql.latestCheck)
  return check ? { checkedAt: check.at.toISOString(), rows: check.rows, fault: check.fault } : null
}
