/**
 * Cards follow an activated certificate, some at a time. Those of its pass type are signed with it from the next
 * request on, and their iPhones are asked to fetch them. Those of a test certificate move to it, whatever its pass
 * type: no iPhone of a client accepts them, and the test phones that do have to add them again.
 */
import { z } from 'zod'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notifyOpenPages } from '../../platform/notifications/notifications.ts'
import {
  activeCertificate,
  certificateById,
  certificatesBefore,
  realCertificates,
  signersOf,
  testCertificates,
} from '../../cards/certificates/certificates.ts'
import { announceOrder } from './announce.ts'
import * as changeSql from './certificate-change-sql.ts'
import * as phonesSql from './phones-sql.ts'
import * as retriesSql from './retries-sql.ts'
import { scheduleRetry } from './retry-order.ts'
import * as sql from './sql.ts'

/** Cards in a transaction: a till that changes one of them meanwhile waits. */
const PART = 50
/** Parts of one job, before others have their turn. */
const PARTS = 40

/**
 * A card whose own certificate was left is signed by the active one when somebody asks for it: one of a test
 * certificate at once, another when it has expired and no iPhone has the card. A card on an iPhone keeps its pass type,
 * because the phone would take it for another card.
 */
export async function followCertificate(app: App, db: CabinetDb, pass: sql.PassRow): Promise<sql.PassRow> {
  const now = app.clock.now()
  const signer = (await signersOf(db, [pass.certificate_id])).get(pass.certificate_id)
  const own = signer === undefined ? undefined : await certificateById(db, signer)
  const active = await activeCertificate(db)
  if (!own || !active || own.id === active.id || active.expires_at <= now) return pass
  if (own.is_test && !active.is_test) await changeSql.leaveTestPhones(db, [pass.id], active.id)
  else if (now < own.expires_at || (await phonesSql.devicesOf(db, pass.id)).length > 0) return pass
  else await sql.setCertificateOfPass(db, pass.id, active.id)
  return { ...pass, certificate_id: active.id }
}

const Change = z.object({ cabinetId: z.int(), id: z.uuid() })
export const followCertificateJob: Job<z.infer<typeof Change>> = defineJob({
  name: 'follow-certificate',
  shape: Change,
  async handle(app, { cabinetId, id }) {
    for (let part = 1; part <= PARTS; part += 1)
      if (await openForWork(app, cabinetId, (db) => followPart(app, db, id, part === PARTS))) return
  },
})

/** @param isLast of this job: another goes on. @returns whether the change is done */
async function followPart(app: App, db: CabinetDb, id: string, isLast: boolean): Promise<boolean> {
  const change = await changeSql.changeById(db, id)
  if (!change || change.state === 'done') return true
  const { certificate_id: toId } = change
  const next = await changeSql.nextCards(db, { ...change, renewed: await certificatesBefore(db, toId) }, PART)
  const idsOf = (is: (card: changeSql.FollowingCard) => boolean) => next.filter(is).map((card) => card.id)
  await changeSql.leaveTestPhones(
    db,
    idsOf((card) => card.isLeft),
    toId,
  )
  await changeSql.setCertificate(
    db,
    idsOf((card) => !card.isLeft),
    toId,
  )
  await fetchAgain(
    app,
    db,
    idsOf((card) => !card.isLeft && card.isOnIphone),
  )
  const isDone = next.length < PART
  await changeSql.saveChange(db, id, {
    state: isDone ? 'done' : 'in_progress',
    done: isDone ? change.total : Math.min(change.total, change.done + next.length),
    after_pass: next.at(-1)?.id ?? change.after_pass,
    ended_at: isDone ? app.clock.now() : null,
  })
  if (isDone) await notifyOpenPages(db)
  else if (isLast) await app.jobs.enqueue(db.tx, followCertificateJob, { cabinetId: db.cabinetId, id })
  return isDone
}

async function fetchAgain(app: App, db: CabinetDb, passes: string[]): Promise<void> {
  if (passes.length === 0) return
  await sql.raiseVersions(db, passes, app.clock.now())
  await changeSql.keepGoogleCurrent(db, passes)
  await app.jobs.enqueue(db.tx, announceOrder, { cabinetId: db.cabinetId, passes, notify: false })
}

/** Waits for the part that a job is just moving. Called before the business is locked. */
export const lockCertificateChanges = (db: CabinetDb): Promise<void> => changeSql.lockChanges(db)

/** @param from `renewed`: certificates of the same pass type; `left`: test certificates whose cards move */
export async function changeCertificate(
  app: App,
  db: CabinetDb,
  from: { renewed: readonly string[]; left: readonly string[] },
  toId: string,
): Promise<void> {
  const now = app.clock.now()
  await changeSql.endChanges(db, now)
  // What Apple refused to send with the old one is sent immediately.
  for (const id of from.renewed) await retriesSql.dropRefusal(db, id)
  await retriesSql.releaseRefused(db, from.renewed, now)
  await scheduleRetry(app, db, 'apple', [now])
  const following = new Set([...from.renewed, ...from.left])
  const all = [...(await testCertificates(db)), ...(await realCertificates(db))]
  const total = await changeSql.countCardsOf(
    db,
    [...following],
    all.filter((id) => !following.has(id)),
  )
  if (total === 0) return
  const id = crypto.randomUUID()
  await changeSql.insertChange(db, { id, certificate_id: toId, left_ids: [...from.left], created_at: now, total })
  await app.jobs.enqueue(db.tx, followCertificateJob, { cabinetId: db.cabinetId, id })
  await notifyOpenPages(db)
}

/** Cards that these certificates sign, on phones or not. @param others all other certificates of the business */
export function countCardsOf(
  db: CabinetDb,
  certificateIds: readonly string[],
  others: readonly string[],
): Promise<number> {
  return certificateIds.length === 0 ? Promise.resolve(0) : changeSql.countCardsOf(db, certificateIds, others)
}
