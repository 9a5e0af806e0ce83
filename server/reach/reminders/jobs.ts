/**
 * Every ten minutes by day one job finds the businesses that remind, and another one goes through the clients who are
 * due, each in a transaction of its own. The row of a client is written with the email that is queued, and before the
 * provider is asked for an SMS: killed anywhere and run twice, nobody gets a second one.
 */
import { z } from 'zod'
import { LASTING_FAILURES } from '../../../contract/people/sms-providers.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { canSign } from '../../cards/certificates/certificates.ts'
import { clientsByIds, type StoredClient } from '../../people/clients/clients.ts'
import { findFormById } from '../../people/forms/forms.ts'
import {
  type BulkRoute,
  bulkRoute,
  type Delivered,
  deliverSms,
  prepareSms,
  type Ready,
} from '../../people/verification/verification.ts'
import { eachCabinet, openForPublic, standingOf } from '../../platform/cabinets/cabinets.ts'
import { queueCardEmail } from '../holders/holders.ts'
import { cardAbout, installUrl, wholeCard } from '../passes/passes.ts'
import { dueClients, isByDay, reminderText, waysTo } from './reach.ts'
import * as sql from './sql.ts'

/** Of one pass; the others have to wait for the next one, so that no flood of emails leaves at once. */
const CLIENTS_A_PASS = 200
/** No provider takes longer to answer; afterwards a worker that has not stored the answer is lost. */
const SENDING_MS = 2 * MINUTE_MS

/** So many numbers in a row that have to wait: the day's SMS are used up. */
const SPENT_MAX = 20
const BATCH = 100

/** How far a pass is, and whether the provider takes more SMS in it. */
export type Pass = { formId: string | null; after: string | null; left: number; spent: number; isSmsOver: boolean }
export const newPass = (): Pass => ({ formId: null, after: null, left: CLIENTS_A_PASS, spent: 0, isSmsOver: false })
/** `send`: an SMS that is stored and marked, to be sent after the commit. */
export type Step = { kind: 'over' } | { kind: 'next' } | { kind: 'send'; clientId: string; ready: Ready }

const Of = z.object({ cabinetId: z.int() })

export const runReminders: Job<z.infer<typeof Of>> = defineJob({
  name: 'run-reminders',
  shape: Of,
  async handle(app, { cabinetId }) {
    const pass = newPass()
    for (;;) {
      const step = await openForPublic(app, { id: cabinetId }, ({ domain }, db) => remindNext(app, db, domain, pass))
      if (step.kind === 'over') return
      if (step.kind === 'send')
        await deliverSms(app, cabinetId, step.ready, (db, delivered) =>
          settle(app, db, { clientId: step.clientId, pass, delivered }),
        )
    }
  },
})

export const wakeReminders: Job<Nothing> = defineJob({
  name: 'wake-reminders',
  shape: Nothing,
  every: '*/10 * * * *',
  async handle(app) {
    const now = app.clock.now()
    const zones = (await app.database.acrossCabinets(sql.zonesThatRemind)).filter((zone) => isByDay(zone, now))
    if (zones.length === 0) return
    await eachCabinet(
      app,
      (after, limit) => app.database.acrossCabinets((tx) => sql.cabinetsThatRemind(tx, { zones, after, limit })),
      (db) => app.jobs.enqueue(db.tx, runReminders, { cabinetId: db.cabinetId }, { key: String(db.cabinetId) }),
    )
  },
})

async function canRemind(app: App, db: CabinetDb): Promise<boolean> {
  return !(await standingOf(app, db)).isLimited && (await canSign(app, db))
}

/** The next client who is due, or the end of the pass. */
export async function remindNext(app: App, db: CabinetDb, domain: string, pass: Pass): Promise<Step> {
  if (pass.left <= 0 || !(await canRemind(app, db))) return { kind: 'over' }
  const now = app.clock.now()
  await sql.giveUpSending(db, new Date(now.getTime() - SENDING_MS), now)
  const forms = (await sql.remindersOn(db)).filter((form) => isByDay(form.time_zone, now))
  const route = pass.isSmsOver ? null : await bulkRoute(db)
  for (const form of forms.filter((one) => pass.formId === null || one.form_id >= pass.formId)) {
    if (form.form_id !== pass.formId) Object.assign(pass, { formId: form.form_id, after: null })
    const asked = { formId: form.form_id, afterDays: form.after_days, since: form.since }
    for (;;) {
      const ids = await sql.nextIds(db, dueClients(db, asked, now), pass.after, BATCH)
      const clients = (await clientsByIds(db, ids)).toSorted((one, other) => (one.id < other.id ? -1 : 1))
      const client = clients.find((one) => waysTo(one, form.ways, route).length > 0)
      pass.after = client?.id ?? ids.at(-1) ?? pass.after
      if (client) return remind(app, db, { domain, form, client, route, pass })
      if (ids.length < BATCH) break
    }
  }
  return { kind: 'over' }
}

type ToRemind = {
  domain: string
  form: sql.ReminderRow
  client: StoredClient
  route: BulkRoute | null
  pass: Pass
}

async function remind(app: App, db: CabinetDb, { domain, form, client, route, pass }: ToRemind): Promise<Step> {
  // Of the design that the form gives now; the main one for who has another since.
  const { template_id: design } = (await findFormById(db, form.form_id)) ?? client
  const card = await cardAbout(app, db, client, design)
  const row = { client_id: client.id, form_id: form.form_id, at: app.clock.now() }
  for (const way of waysTo(client, form.ways, route)) {
    if (way === 'email') {
      if (!(await sql.claim(db, { ...row, channel: 'email', state: 'sent' }))) return { kind: 'next' }
      await queueCardEmail(app, db, client.id, 'reminder', card.id)
      pass.left -= 1
      return { kind: 'next' }
    }
    const { organisation } = (await wholeCard(db, card)).card
    const text = reminderText(client, { link: installUrl(app, domain, db.cabinetId, card.id), organisation })
    const ready = await prepareSms(app, db, { purpose: 'link', phone: client.tel, text, ip: null, isBulk: true })
    if (ready.kind === 'ready') {
      // Another worker has the client: this transaction takes back what was counted.
      if (!(await sql.claim(db, { ...row, channel: 'sms', state: 'sending' }))) throw new Error('reminded meanwhile')
      Object.assign(pass, { left: pass.left - 1, spent: 0 })
      return { kind: 'send', clientId: client.id, ready }
    }
    if (ready.kind === 'spent' && ++pass.spent >= SPENT_MAX) pass.isSmsOver = true
    // A later pass tries again: the other way is for those to whom this one leads never.
    if (ready.kind === 'spent') return { kind: 'next' }
  }
  return { kind: 'next' }
}

type Settled = { clientId: string; pass: Pass; delivered: Delivered }

/** Runs in the transaction that stores the provider's answer. */
async function settle(app: App, db: CabinetDb, { clientId, pass, delivered }: Settled): Promise<void> {
  const save = (state: 'sent' | 'unsure' | 'failed') => sql.setState(db, clientId, state, app.clock.now())
  if (delivered.kind === 'sent') return save(delivered.isCertain ? 'sent' : 'unsure')
  const { failure } = delivered
  // The provider has just had the same text for the same number.
  if (failure === 'duplicate') return save('unsure')
  if (failure === 'bad_phone') return save('failed')
  // Nothing has left. A later pass asks again; this one sends no more SMS.
  pass.isSmsOver = true
  await sql.dropReminder(db, clientId)
  if (LASTING_FAILURES.includes(failure)) app.log.info({ cabinetId: db.cabinetId, failure }, 'reminders wait for SMS')
}
