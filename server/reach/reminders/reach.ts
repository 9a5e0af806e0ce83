/** Whom a reminder is for, and by which way it goes. */
import { REMINDER_HOURS, REMINDER_WAYS, type ReminderWays } from '../../../contract/reach/reminders.ts'
import { DAY_MS, hourIn, isTimeZone } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { CabinetDb } from '../../base/db.ts'
import {
  type ClientCondition,
  cameByForm,
  clientsWhere,
  HAS_ADDRESS,
  HAS_AGREED,
  isOneOf,
  type StoredClient,
} from '../../people/clients/clients.ts'
import type { BulkRoute } from '../../people/verification/verification.ts'
import { hasCardMadeIn, wasInNoWallet } from '../passes/passes.ts'
import * as sql from './sql.ts'

export type Asked = { formId: string; afterDays: number; since: Date | null }

/** Nobody is woken up: reminders wait for the day. A zone that this runtime does not know has none. */
export function isByDay(zone: string, now: Date): boolean {
  if (!isTimeZone(zone)) return false
  const hour = hourIn(zone, now)
  return hour >= REMINDER_HOURS.from && hour < REMINDER_HOURS.to
}

/**
 * Clients of a form who have agreed to its text, whose card is old enough and was in no wallet, and who were never
 * reminded. @param ids among these only
 */
export function dueClients(db: CabinetDb, { formId, afterDays, since }: Asked, now: Date, ids?: readonly string[]) {
  const to = new Date(now.getTime() - afterDays * DAY_MS)
  const conditions: ClientCondition[] = [
    sql.isCandidate(db, formId, to),
    cameByForm(formId),
    HAS_AGREED,
    HAS_ADDRESS,
    hasCardMadeIn({ from: since ?? new Date(0), to }, true),
    wasInNoWallet(),
    sql.wasNotReminded(db),
    ...(ids ? [isOneOf(ids)] : []),
  ]
  return clientsWhere(db, conditions)
}

const CHANNELS = { email: ['email'], email_sms: ['email', 'sms'], sms_email: ['sms', 'email'] } as const

/** A number that was only typed may be another client's, and gets nothing. */
export function waysTo(
  client: { email: string; tel: string },
  ways: ReminderWays,
  route: BulkRoute | null,
): ('email' | 'sms')[] {
  const isOpen = {
    email: client.email !== '',
    sms: client.tel !== '' && route !== null && route.canReach(client.tel),
  }
  // A version after this one may have stored a way of its own.
  const channels = REMINDER_WAYS.includes(ways) ? CHANNELS[ways] : []
  return channels.filter((channel) => isOpen[channel])
}

export const reminderText = (
  client: Pick<StoredClient, 'lang'>,
  values: { link: string; organisation: string },
): string => say(client.lang, 'issuing.reminder.sms', values)
