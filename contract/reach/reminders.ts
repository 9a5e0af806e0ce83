/** One reminder to people who filled in a form and have not put the card into a wallet. */
import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Time } from '../page.ts'
import { isTimeZone, MOSCOW_ZONE } from '../time.ts'
import { storedKind } from '../stored-kind.ts'

/** When a reminder may arrive: whole hours of the day in its time zone, the last one excluded. */
export const REMINDER_HOURS = { from: 10, to: 20 } as const
export const REMINDER_DAYS = { min: 1, max: 30, usual: 2 } as const

/** By email alone, or by the second way where the first one leads to nobody. An SMS costs what the provider takes. */
export const REMINDER_WAYS = ['email', 'email_sms', 'sms_email'] as const
export const ReminderWays = z.enum(REMINDER_WAYS)
export type ReminderWays = z.infer<typeof ReminderWays>

/** As the IANA database names it. */
const Zone = z.string().max(60).refine(isTimeZone, { error: 'invalid' })
const Days = z.int().min(REMINDER_DAYS.min).max(REMINDER_DAYS.max)

export const FormReminder = z.object({
  isOn: z.boolean(),
  /** Days after the card was made. */
  afterDays: z.int(),
  ways: storedKind(REMINDER_WAYS),
  /** Name of the time zone whose day it arrives by, such as `Europe/Prague`. */
  timeZone: z.string(),
  /** Clients whose card was made before get none; null: everybody. */
  since: Time.nullable(),
  /** Only those who have agreed to the text of a form are reminded; a form without one finds nobody. */
  asksAgreement: z.boolean(),
  sent: z.object({ email: z.int(), sms: z.int(), unsure: z.int(), failed: z.int() }),
})
export type FormReminder = z.infer<typeof FormReminder>

const Ways = z.object({
  email: z.int(),
  sms: z.int(),
  /** Parts into which the provider divides these SMS, and which it charges. */
  smsParts: z.int(),
  nobody: z.int(),
})
/** Clients of an estimate. */
export const ESTIMATED_MAX = 1000

export const ReminderEstimate = z.object({
  /** Clients whose card is old enough and in no wallet, and who have agreed; a thousand are counted at most. */
  clients: z.int(),
  /** There are more than those who were counted. */
  isMore: z.boolean(),
  ways: z.record(ReminderWays, Ways),
  /** Name of the connected SMS provider; null: none that accepts SMS. */
  smsProvider: z.string().nullable(),
  /** SMS with links that can leave within 24 hours. */
  smsPerDay: z.int(),
})
export type ReminderEstimate = z.infer<typeof ReminderEstimate>

const readReminder = call('GET', '/applications/{c}/form/{formKey}/reminder', {
  who: 'member',
  operationId: 'readFormReminder',
  summary: 'Get the reminder of a form',
  description: 'Returns whether people who have not put the card into a wallet are reminded, when, and how many were.',
  reply: FormReminder,
  errors: { form_not_found: 404 },
})

export const reminders = {
  readReminder,
  saveReminder: call('PUT', '/applications/{c}/form/{formKey}/reminder', {
    who: 'owner',
    operationId: 'saveFormReminder',
    summary: 'Save the reminder of a form',
    description:
      'Switches the reminder on or off. A client gets one reminder in their life, from 10 to 20 o’clock in ' +
      '`timeZone`, and only if they agreed to the text of the form and no card of theirs was ever in a wallet. ' +
      '`earlier` also reminds those whose card ' +
      'was made before the reminder was switched on; `estimateFormReminder` says how many they are.',
    keeps: savedIn(readReminder, ({ isOn, afterDays, ways, timeZone, since }) => ({
      isOn,
      afterDays,
      timeZone,
      ways: ways === 'unknown' ? 'email' : ways,
      earlier: isOn && since === null,
    })),
    body: z.object({
      isOn: z.boolean(),
      afterDays: Days,
      ways: ReminderWays,
      timeZone: Zone.default(MOSCOW_ZONE),
      earlier: z.boolean().default(false),
    }),
    reply: FormReminder,
    errors: { form_not_found: 404, reminder_needs_sms: 400 },
  }),
  estimateReminder: call('GET', '/applications/{c}/form/{formKey}/reminder/estimate', {
    who: 'member',
    mayLag: true,
    operationId: 'estimateFormReminder',
    summary: 'Count whom a reminder would reach now',
    description:
      'Returns how many clients of the form would get the reminder now if it included earlier ones, by which way, ' +
      'and how many SMS that takes.',
    query: z.object({ afterDays: z.coerce.number().pipe(Days).default(REMINDER_DAYS.usual) }),
    reply: ReminderEstimate,
    errors: { form_not_found: 404 },
  }),
}
