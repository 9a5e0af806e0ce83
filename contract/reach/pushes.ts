import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { POINTS_MAX, PUSH_TEXT_MAX, TELEGRAM_TEXT_MAX } from '../limits.ts'
import { Id, Nothing, OptionalText, PageQuery, RequiredText, Time, Version } from '../page.ts'
import { BeaconTag, GeoPoint } from '../cards/places.ts'
import { storedKind, storedState } from '../stored-kind.ts'
import { PUSH_STATES, PushCounts } from './push-counts.ts'

/** A text is sent, to cards or to Telegram chats. The others are turned on and shown near a place or a beacon. */
export const PUSH_TYPES = ['text', 'geo', 'beacon', 'telegram'] as const
export type PushType = (typeof PUSH_TYPES)[number]
export type SentType = 'text' | 'telegram'
export type PointType = Exclude<PushType, SentType>

export const isSentType = (type: PushType): type is SentType => type === 'text' || type === 'telegram'
/** Letters of its text. One for Telegram may grow with the values of variables; what is too long then is cut. */
export const textMaxOf = (type: PushType): number => (type === 'telegram' ? TELEGRAM_TEXT_MAX : PUSH_TEXT_MAX)

export const PUSH_REPEATS = ['never', 'day', 'week', 'month'] as const
export type PushRepeat = (typeof PUSH_REPEATS)[number]

/** When a text is sent without anybody at the screen. */
export const PushSchedule = z.object({
  /** The next time. A month without this day has it on its last one. */
  at: Time,
  repeat: z.enum(PUSH_REPEATS),
})
export type PushSchedule = z.infer<typeof PushSchedule>

export const PushRow = z.object({
  id: Id,
  name: z.string(),
  type: storedKind(PUSH_TYPES),
  message: z.string(),
  /** State of sending a text. Pushes of the other types stay drafts and are on or off. */
  status: storedState(PUSH_STATES, 'in_progress'),
  isActive: z.boolean(),
  /** Number of its places or beacons. */
  points: z.int(),
  templates: z.array(z.object({ id: Id, name: z.string() })),
  /** Limits the push to holders of these cards who are in it when the push is sent; null: all of them. */
  segment: z.object({ id: Id, name: z.string() }).nullable(),
  /** Of the latest run; null below the tariff Base, which has no statistics. */
  counts: PushCounts.nullable(),
  createdAt: Time,
  sentAt: Time.nullable(),
  /** Only of the types `text` and `telegram`; null: it is sent by hand. */
  schedule: PushSchedule.nullable(),
  /**
   * The latest time that was missed, and the code of the refusal; also `too_late` when the system was down for hours,
   * `read_only`, and `audience_failed` when those whom it is for could not be fixed. Null: none since the push was
   * saved.
   */
  missed: z.object({ at: Time, code: z.string() }).nullable(),
})
export type PushRow = z.infer<typeof PushRow>

export const Push = PushRow.extend({
  type: z.enum(PUSH_TYPES),
  version: Version,
  geoPoints: z.array(GeoPoint),
  beacons: z.array(BeaconTag),
  /** When issued cards get the last change, as today's update is used up; null: nothing is waiting. */
  cardsAt: Time.nullable(),
  allowed: z.object({
    edit: z.boolean(),
    remove: z.boolean(),
    send: z.boolean(),
    /** When it can be sent again (once a day); null: now. */
    sendAgainAt: Time.nullable(),
  }),
})
export type Push = z.infer<typeof Push>

export const PushInput = z.object({
  name: RequiredText(80),
  /** Up to 500 letters, of the type `telegram` 4 096. */
  message: OptionalText(TELEGRAM_TEXT_MAX),
  /** Of the type `telegram`; empty: holders of any card. */
  templates: z.array(Id).max(50),
  /** Only of the types `text` and `telegram`; needs the tariff Advanced. */
  segment: Id.nullable().default(null),
  /** Only of the types `text` and `telegram`; needs a text, cards and a moment that has not passed. */
  schedule: PushSchedule.nullable().default(null),
  /** Only of the type `geo`. */
  geoPoints: z.array(GeoPoint).max(POINTS_MAX).default([]),
  /** Only of the type `beacon`. */
  beacons: z.array(BeaconTag).max(POINTS_MAX).default([]),
})

export const Reach = z.object({
  clients: z.int(),
  apple: z.int(),
  google: z.int(),
  noCard: z.int(),
  /** Clients with a linked chat; only of the type `telegram`, while the bot is connected. */
  linked: z.int().nullable(),
})

const readPush = call('GET', '/applications/{c}/push/{pushUuid}', {
  who: 'member',
  scope: 'pushes:read',
  summary: 'Get a push',
  description: 'Returns one push.',
  reply: Push,
  errors: { push_not_found: 404 },
})

export const pushes = {
  listPushes: call('GET', '/applications/{c}/pushes', {
    who: 'member',
    mayLag: true,
    scope: 'pushes:read',
    summary: 'List pushes',
    description: 'Returns the pushes of the business, newest first.',
    paged: true,
    query: PageQuery.extend({
      type: z.enum(PUSH_TYPES).optional(),
      status: z.enum([...PUSH_STATES, 'on', 'off']).optional(),
    }),
    reply: z.array(PushRow),
  }),
  createPush: call('POST', '/applications/{c}/push/{pushType}', {
    who: 'member',
    scope: 'pushes:write',
    summary: 'Create a push',
    description:
      'Creates a push of the type named in the path. A separate call sends it, or its schedule does. The type ' +
      '`telegram` needs the module of that name with a bot that is connected.',
    body: PushInput,
    status: 201,
    reply: Push,
    errors: {
      beacon_needs_expert: 403,
      segment_needs_plan: 403,
      segment_not_found: 404,
      cards_not_active: 406,
      telegram_not_connected: 406,
      push_type_unknown: 404,
      wrong_push_type: 409,
      template_not_found: 404,
      unknown_variable: 422,
      push_incomplete: 424,
    },
  }),
  readPush,
  savePush: call('PUT', '/applications/{c}/push/{pushUuid}', {
    who: 'member',
    scope: 'pushes:write',
    summary: 'Save a push',
    description:
      'Saves a push. One that is being sent is refused. An active geo or iBeacon push must stay complete, and ' +
      'its cards are updated. A push with a schedule must be complete too. An outdated `version` is refused.',
    keeps: savedIn(readPush, (push) => ({
      ...push,
      templates: push.templates.map((template) => template.id),
      segment: push.segment?.id ?? null,
    })),
    body: PushInput.extend({ version: Version }),
    reply: Push,
    errors: {
      push_not_found: 404,
      template_not_found: 404,
      version_conflict: 409,
      wrong_push_type: 409,
      push_in_queue: 412,
      unknown_variable: 422,
      push_incomplete: 424,
      point_limit: 400,
      beacon_needs_expert: 403,
      segment_needs_plan: 403,
      segment_not_found: 404,
    },
  }),
  removePush: call('DELETE', '/applications/{c}/push/{pushUuid}', {
    who: 'member',
    right: 'delete',
    scope: 'pushes:write',
    operationId: 'deletePush',
    summary: 'Delete a push',
    description: 'Deletes a push. One that is being sent or that a trigger sends cannot be deleted.',
    reply: Nothing,
    errors: { push_not_found: 404, push_in_queue: 412, push_used_by_trigger: 400 },
  }),
  switchPush: call('PUT', '/applications/{c}/push/status/{pushUuid}', {
    who: 'member',
    scope: 'pushes:write',
    summary: 'Turn a push on or off',
    description: 'Turns a geo or iBeacon push on or off. Issued cards follow with the daily update of issued cards.',
    body: z.object({ isActive: z.boolean() }),
    reply: Push,
    errors: {
      push_not_found: 404,
      wrong_push_type: 409,
      push_incomplete: 424,
      point_limit: 400,
      beacon_needs_expert: 403,
      cards_not_active: 406,
    },
  }),
  pointSettings: call('GET', '/applications/{c}/push/settings', {
    who: 'member',
    scope: 'pushes:read',
    operationId: 'readPointSettings',
    summary: 'Get what pushes can use',
    description:
      'Returns how many places and beacons a card can carry, how many it carries now, the map used to choose them, ' +
      'and the Telegram bot.',
    reply: z.object({
      limits: z.object({ geo: z.int(), beacon: z.int() }),
      /** Active pushes with the points that each puts on the cards of a template. */
      used: z.array(z.object({ template: Id, push: Id, type: z.enum(['geo', 'beacon']), points: z.int() })),
      /** Street map of the installation; null: only country outlines. */
      map: z.object({ tilesUrl: z.string(), attribution: z.string() }).nullable(),
      /** This installation has a geocoder: places are found by their address. */
      hasAddressSearch: z.boolean(),
      /** Null: the module is off, or the bot is not connected. */
      telegramBot: z.object({ username: z.string() }).nullable(),
    }),
  }),
  reach: call('POST', '/applications/{c}/push/reach', {
    who: 'member',
    mayLag: true,
    scope: 'pushes:read',
    readsOnly: true,
    operationId: 'estimatePushReach',
    summary: 'Estimate the reach of a push',
    description:
      'Estimates how many people would receive a push sent to holders of the given card templates, optionally ' +
      'limited to a segment. In an account of 10 000 clients or more the numbers are rounded to two digits.',
    body: z.object({
      type: z.enum(['text', 'telegram']).default('text'),
      templates: z.array(Id).max(50),
      segment: Id.nullable().default(null),
    }),
    reply: Reach,
    errors: { segment_not_found: 404 },
  }),
  startSend: call('POST', '/applications/{c}/push/{pushUuid}/send', {
    who: 'member',
    scope: 'pushes:write',
    operationId: 'sendPush',
    summary: 'Send a push',
    description:
      'Starts sending a push. A push can be sent once a day, counted in Moscow time. One that would reach nobody is ' +
      'refused and can still be sent that day. With more than 2,000 cards, recipients are fixed after the answer, ' +
      'within seconds and before the first of them is notified; if nobody is found, the push is as it was before and ' +
      'says so in `missed`.',
    reply: Push,
    errors: {
      push_not_found: 404,
      wrong_push_type: 409,
      push_once_a_day: 406,
      push_to_nobody: 406,
      telegram_to_nobody: 406,
      push_incomplete: 424,
      push_in_queue: 412,
      cards_not_active: 406,
      telegram_not_connected: 406,
    },
  }),
  sendStatus: call('GET', '/applications/{c}/push/{pushUuid}/send/status', {
    who: 'member',
    scope: 'pushes:read',
    operationId: 'readSendStatus',
    summary: 'Get the progress of a push',
    description: 'Returns how many cards the push has reached so far.',
    reply: z.object({ status: storedState(PUSH_STATES, 'in_progress'), done: z.int(), total: z.int() }),
    errors: { push_not_found: 404 },
  }),
  statistics: call('GET', '/applications/{c}/push/{pushUuid}/statistics', {
    who: 'member',
    mayLag: true,
    plan: 'base',
    scope: 'pushes:read',
    operationId: 'readPushStatistics',
    summary: 'Get the statistics of a push',
    description:
      'Returns the number of cards and what each wallet has reported of the messages, for each time the push was ' +
      'sent, newest first. An iPhone reports that it has fetched a message; Google reports only that it accepted ' +
      'one. Messages for a wallet that cannot be reached are `waiting`; they are sent later, for up to a week.',
    reply: z.object({
      runs: z.array(
        PushCounts.extend({
          createdAt: Time,
          startedAt: Time.nullable(),
          endedAt: Time.nullable(),
          apple: z.int(),
          google: z.int(),
        }),
      ),
    }),
    errors: { push_not_found: 404 },
  }),
}
