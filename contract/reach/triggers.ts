import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Id, Nothing, RequiredText, Time, Version } from '../page.ts'
import { PUSH_STATES } from './push-counts.ts'

/** What starts a trigger: entry into a segment, days before a birthday or after the card, a date, now, a purchase. */
export const ACTIVATIONS = ['input', 'birthday', 'create', 'date', 'now', 'purchase'] as const
export type Activation = (typeof ACTIVATIONS)[number]
export const ACTIONS = ['push', 'template'] as const
export type Action = (typeof ACTIONS)[number]

export const BIRTHDAY_DAYS_MAX = 60
export const CARD_DAYS_MAX = 365
export const BACK_DAYS_MAX = 365
/** Daily triggers run at this hour in Moscow. */
export const DAILY_HOUR = 10

/** `16:05`, by the Moscow clock. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'clock_time' })

/**
 * Settings of the other activations and actions are saved too, so that trying one does not delete those of another.
 */
const Settings = z.object({
  activation: z.enum(ACTIVATIONS),
  /** null: all clients. */
  segment: Id.nullable(),
  action: z.enum(ACTIONS),
  push: Id.nullable(),
  template: Id.nullable(),
  /** Moscow day and time of the activation `date`. */
  date: z.iso.date().nullable(),
  time: ClockTime.nullable(),
  daysToBirthday: z.int().min(0).max(BIRTHDAY_DAYS_MAX),
  daysAfterCreate: z.int().min(1).max(CARD_DAYS_MAX),
  /** Days after which the card gets its template back; null: never. */
  removeTemplateAfterDays: z.int().min(1).max(BACK_DAYS_MAX).nullable(),
})

export const TriggerInput = Settings.extend({ name: RequiredText(80) })
export type TriggerInput = z.infer<typeof TriggerInput>

const Named = z.object({ id: Id, name: z.string() }).nullable()

/** Fields that a trigger still needs before it can be turned on. */
export const MISSING = ['segment', 'push', 'message', 'template', 'date', 'time'] as const

export const Trigger = z.object({
  ...Settings.shape,
  id: Id,
  /** Empty until it is saved for the first time. */
  name: z.string(),
  /** Created and not saved yet: not in any list. */
  isDraft: z.boolean(),
  isActive: z.boolean(),
  /** Counted from 1. If several triggers would do the same to one client, the first one does it. */
  position: z.int(),
  segment: Named,
  push: z.object({ id: Id, name: z.string(), status: z.enum(PUSH_STATES) }).nullable(),
  template: Named,
  missing: z.array(z.enum(MISSING)),
  /** The last run that found clients. */
  lastRun: z.object({ at: Time, clients: z.int() }).nullable(),
  /** Null also for a while after it was turned on in a large account: who is in its segment is recorded first. */
  nextRunAt: Time.nullable(),
  version: Version,
  createdAt: Time,
  allowed: z.object({ toggle: z.boolean(), remove: z.boolean() }),
})
export type Trigger = z.infer<typeof Trigger>

const OnOff = z.object({ isActive: z.boolean() })

const parts = { segment_not_found: 404, push_not_found: 404, template_not_found: 404 } as const
const refusesSwitch = { trigger_date_passed: 400, trigger_incomplete: 424 } as const

const readTrigger = call('GET', '/applications/{c}/trigger/{triggerUuid}', {
  who: 'member',
  plan: 'advanced',
  summary: 'Get a trigger',
  description: 'Returns one trigger.',
  reply: Trigger,
  errors: { trigger_not_found: 404 },
})

export const triggers = {
  listTriggers: call('GET', '/applications/{c}/triggers', {
    who: 'member',
    plan: 'advanced',
    summary: 'List triggers',
    description: 'Returns all triggers in their order and the number that the plan allows.',
    reply: z.object({
      triggers: z.array(Trigger),
      limit: z.int(),
      /** Of kinds that a newer version made: they count against the limit, and neither show nor run here. */
      newer: z.int(),
      areCardsActive: z.boolean(),
    }),
  }),
  createTrigger: call('POST', '/applications/{c}/trigger', {
    who: 'member',
    plan: 'advanced',
    summary: 'Create a trigger',
    description: 'Creates a draft trigger at the end of the order.',
    status: 201,
    reply: Trigger,
    errors: { trigger_limit: 403, cards_not_active: 406 },
  }),
  readTrigger,
  saveTrigger: call('PUT', '/applications/{c}/trigger/{triggerUuid}', {
    who: 'member',
    plan: 'advanced',
    keeps: savedIn(readTrigger, (trigger) => ({
      ...trigger,
      segment: trigger.segment?.id ?? null,
      push: trigger.push?.id ?? null,
      template: trigger.template?.id ?? null,
    })),
    body: TriggerInput.extend({ version: Version }),
    reply: Trigger,
    summary: 'Save a trigger',
    description:
      'Saves a trigger. One with the activation `now` starts as soon as it is complete. One with the activation ' +
      '`purchase` acts within ten minutes on each purchase that is made after it was turned on and becomes known ' +
      'within a day, once for each document. An outdated `version` is refused.',
    errors: { trigger_not_found: 404, trigger_limit: 403, version_conflict: 409, ...refusesSwitch, ...parts },
  }),
  removeTrigger: call('DELETE', '/applications/{c}/trigger/{triggerUuid}', {
    who: 'member',
    plan: 'advanced',
    operationId: 'deleteTrigger',
    summary: 'Delete a trigger',
    description:
      'Deletes a trigger. One whose push is being sent cannot be deleted. ' +
      'Members need the right `delete`; a draft that was never saved can be deleted without it.',
    reply: Nothing,
    errors: { trigger_not_found: 404, trigger_push_queued: 412 },
  }),
  switchTrigger: call('PUT', '/applications/{c}/trigger/status/{triggerUuid}', {
    who: 'member',
    plan: 'advanced',
    summary: 'Turn a trigger on or off',
    description: 'Turns a trigger on or off. A trigger with the activation `now` cannot be turned off.',
    body: OnOff,
    reply: Trigger,
    errors: { trigger_not_found: 404, trigger_now_stays_on: 409, ...refusesSwitch },
  }),
  orderTriggers: call('POST', '/applications/{c}/trigger/priority', {
    who: 'member',
    plan: 'advanced',
    summary: 'Reorder triggers',
    description:
      'Sets the order of triggers by their identifiers. Triggers not named keep their order after those named.',
    body: z.array(Id).max(200),
    reply: Nothing,
    errors: { trigger_not_found: 404 },
  }),
  estimateTrigger: call('GET', '/applications/{c}/trigger/estimate', {
    who: 'member',
    mayLag: true,
    plan: 'advanced',
    summary: 'Estimate a trigger',
    description:
      'Returns how many clients a trigger with these settings would reach and when it would run next. A birthday ' +
      'reaches only clients whose card template has `birthdayEnabled`. In an account of 10 000 clients or more ' +
      '`who` is rounded to two digits. Nothing is saved.',
    query: z.object({
      activation: z.enum(ACTIVATIONS),
      segment: Id.optional(),
      date: z.iso.date().optional(),
      time: ClockTime.optional(),
      daysToBirthday: z.coerce.number().int().min(0).max(BIRTHDAY_DAYS_MAX).default(0),
      daysAfterCreate: z.coerce.number().int().min(1).max(CARD_DAYS_MAX).default(1),
    }),
    reply: z.object({
      /** Clients that the trigger applies to. */
      who: z.int(),
      /** null: nothing is due, or the date has passed. */
      nextRunAt: Time.nullable(),
      /** Clients of the next run; null where it cannot be known, as with an entry or a purchase. */
      clients: z.int().nullable(),
      /** Of a birthday: for how many card templates birthday messages are on. Others' holders are not reached. */
      birthdayCards: z.object({ all: z.int(), on: z.int() }).nullable(),
    }),
    errors: { segment_not_found: 404 },
  }),
}
