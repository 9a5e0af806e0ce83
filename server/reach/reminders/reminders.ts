/** Reminders to people who filled in a form and have not put the card into a wallet: one in a client's life. */
import {
  ESTIMATED_MAX,
  type FormReminder,
  REMINDER_DAYS,
  REMINDER_WAYS,
  type ReminderEstimate,
  reminders as contract,
  type ReminderWays,
} from '../../../contract/reach/reminders.ts'
import { MOSCOW_ZONE } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { clientsByIds } from '../../people/clients/clients.ts'
import { findForm, type StoredForm } from '../../people/forms/forms.ts'
import { bulkRoute, canSendSms } from '../../people/verification/verification.ts'
import { installUrl, linkPartsCounter } from '../passes/passes.ts'
import { dueClients, reminderText, waysTo } from './reach.ts'
import * as sql from './sql.ts'

export { runReminders, wakeReminders } from './jobs.ts'

const refuse = refusals(contract)
type Asked = { isOn: boolean; afterDays: number; ways: ReminderWays; timeZone: string; earlier: boolean }

async function formOf(db: CabinetDb, formKey: string): Promise<StoredForm> {
  const form = await findForm(db, formKey)
  if (!form) throw refuse('form_not_found')
  return form
}

/** @throws Refusal form_not_found */
export async function readReminder(db: CabinetDb, formKey: string): Promise<FormReminder> {
  const form = await formOf(db, formKey)
  const [row, counts] = await Promise.all([sql.reminderOf(db, form.id), sql.countSent(db, form.id)])
  const of = (is: (one: (typeof counts)[number]) => boolean) =>
    counts.filter(is).reduce((sum, { count }) => sum + count, 0)
  return {
    isOn: row?.is_on ?? false,
    afterDays: row?.after_days ?? REMINDER_DAYS.usual,
    ways: row?.ways ?? 'email',
    timeZone: row?.time_zone ?? MOSCOW_ZONE,
    since: row?.since?.toISOString() ?? null,
    asksAgreement: form.settings.agreement.enabled,
    sent: {
      email: of(({ channel, state }) => channel === 'email' && state === 'sent'),
      sms: of(({ channel, state }) => channel === 'sms' && state === 'sent'),
      unsure: of(({ state }) => state === 'unsure' || state === 'sending'),
      failed: of(({ state }) => state === 'failed'),
    },
  }
}

/**
 * Cards that were made before it was switched on are left alone, unless the owner has seen how many and wants it.
 * @throws Refusal form_not_found, reminder_needs_sms
 */
export async function saveReminder(
  app: App,
  db: CabinetDb,
  formKey: string,
  { isOn, afterDays, ways, timeZone, earlier }: Asked,
): Promise<FormReminder> {
  const form = await formOf(db, formKey)
  const before = await sql.reminderOf(db, form.id)
  if (isOn && ways !== 'email' && ways !== before?.ways && !(await canSendSms(db)))
    throw refuse('reminder_needs_sms', {}, { ways: { code: 'reminder_needs_sms' } })
  const now = app.clock.now()
  const since = before?.is_on ? (before.since ?? now) : now
  await sql.saveReminder(db, {
    form_id: form.id,
    is_on: isOn,
    after_days: afterDays,
    ways,
    time_zone: timeZone,
    since: earlier ? null : since,
    changed_at: now,
  })
  return readReminder(db, formKey)
}

/**
 * What would be sent now to those who are due, by each way: to a thousand of them at most, for whom it is exact.
 * @throws Refusal form_not_found
 */
export async function estimateReminder(
  app: App,
  db: CabinetDb,
  { domain, formKey, afterDays }: { domain: string; formKey: string; afterDays: number },
): Promise<ReminderEstimate> {
  const form = await formOf(db, formKey)
  const route = await bulkRoute(db)
  const link = installUrl(app, domain, db.cabinetId, crypto.randomUUID())
  const partsOf = linkPartsCounter(db, link, reminderText)
  const none = () => ({ email: 0, sms: 0, smsParts: 0, nobody: 0 })
  const ways = { email: none(), email_sms: none(), sms_email: none() }
  const due = dueClients(db, { formId: form.id, afterDays, since: null }, app.clock.now())
  const found = await sql.someIds(db, due, ESTIMATED_MAX + 1)
  const clients = await clientsByIds(db, found.slice(0, ESTIMATED_MAX))
  for (const client of clients) {
    const isReached = route !== null && client.tel !== '' && route.canReach(client.tel)
    for (const one of REMINDER_WAYS) {
      const [way] = waysTo(client, one, route && { ...route, canReach: () => isReached })
      ways[one][way ?? 'nobody'] += 1
      if (way === 'sms') ways[one].smsParts += await partsOf(client, client.template_id)
    }
  }
  return {
    clients: clients.length,
    isMore: found.length > ESTIMATED_MAX,
    ways,
    smsProvider: route?.provider ?? null,
    smsPerDay: route?.perDay ?? 0,
  }
}

/**
 * The reminder that a client has got, also one who was merged into this one; null: none.
 * @param personIds of `idsOfPerson`
 */
export async function reminderOfClient(db: CabinetDb, personIds: readonly string[]) {
  const [first] = await sql.remindersOfClients(db, personIds)
  return first ? { ...first, at: first.at.toISOString() } : null
}

/** Of a client who is erased. */
export const forgetReminder = (db: CabinetDb, clientId: string): Promise<void> => sql.dropReminder(db, clientId)

/** Of a form that is removed: nobody is reminded any more. */
export function forgetSettings(db: CabinetDb, formId: string): Promise<void> {
  return sql.forgetSettings(db, formId)
}
