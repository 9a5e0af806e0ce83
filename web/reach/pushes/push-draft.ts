/** The draft of a push, its errors, and what it lacks before it can be sent. Pure. */
import { variablesIn } from '../../../card/fill.ts'
import type { SendInputOf } from '../../../contract/call.ts'
import {
  isSentType,
  type Push,
  type pushes,
  type PushRepeat,
  type PushSchedule,
  type PushType,
  textMaxOf,
} from '../../../contract/reach/pushes.ts'
import { addDays, moscowDay, moscowDayAndTime, moscowMoment } from '../../../contract/time.ts'
import type { Lists } from '../../base/draft/merge.ts'
import {
  type BeaconDraft,
  type PlaceDraft,
  beaconDraftOf,
  beaconTagsOf,
  geoPointsOf,
  placeDraftOf,
} from './point-draft.ts'

export type Draft = {
  type: PushType
  name: string
  message: string
  templates: readonly string[]
  /** Only of one that is sent: clients of this segment; null: all. */
  segment: string | null
  /** Only of one that is sent: the Moscow day and time at which it is sent; null: by hand. */
  schedule: { day: string; time: string; repeat: PushRepeat } | null
  /** Only of a geo push. */
  places: readonly PlaceDraft[]
  /** Only of an iBeacon push. */
  beacons: readonly BeaconDraft[]
}

export const EMPTY_DRAFT: Draft = {
  type: 'text',
  name: '',
  message: '',
  templates: [],
  segment: null,
  schedule: null,
  places: [],
  beacons: [],
}
export const NAME_MAX = 80
/** A name that is made from the text. */
const MADE_NAME_MAX = 48
/** Example texts; their words are in words/. */
export const EXAMPLES = ['weekend', 'bonus', 'news'] as const
/** About four lines of a lock screen. */
export const LOCK_SCREEN_CHARACTERS = 160

export function draftOf(
  push: Pick<Push, 'type' | 'name' | 'message' | 'templates' | 'segment' | 'schedule' | 'geoPoints' | 'beacons'>,
): Draft {
  return {
    type: push.type,
    name: push.name,
    message: push.message,
    templates: push.templates.map((template) => template.id),
    segment: push.segment?.id ?? null,
    schedule: push.schedule && momentOf(push.schedule),
    places: push.geoPoints.map(placeDraftOf),
    beacons: push.beacons.map(beaconDraftOf),
  }
}

function momentOf({ at, repeat }: PushSchedule): NonNullable<Draft['schedule']> {
  const [day = '', time = ''] = moscowDayAndTime(new Date(at)).split(' ')
  return { day, time, repeat }
}

/** Tomorrow at ten, which is late enough for most people. */
export function firstMoment(now = new Date()): NonNullable<Draft['schedule']> {
  return { day: addDays(moscowDay(now), 1), time: '10:00', repeat: 'never' }
}

/** Whether the moment can still come; the part that is being typed may be no moment yet. */
export function isAhead({ day, time }: NonNullable<Draft['schedule']>, now = new Date()): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d$/.test(time) && moscowMoment(day, time) > now
}

const nameOf = (point: PlaceDraft | BeaconDraft) => point.name.trim()

/** When two people change a push, points merge by their names, and cards one by one. */
export const LISTS: Lists = {
  templates: { nameOf: (id: string) => id, isSet: true },
  places: { nameOf },
  beacons: { nameOf },
}

/** The order of the chosen cards does not matter. */
export function essenceOf(draft: Draft): unknown {
  return { ...draft, templates: [...draft.templates].sort() }
}

/** The name for the list: what was typed, otherwise the beginning of the text. */
export function nameFrom({ name, message }: Pick<Draft, 'name' | 'message'>): string {
  if (name.trim() !== '') return name.trim()
  const whole = message
    .replace(/\{[A-Za-z][A-Za-z0-9_]*\}/g, '…')
    .trim()
    .replace(/\s+/g, ' ')
  // A greeting that begins with the client's name would leave a name that begins with a comma.
  const words = whole.replace(/^[…\s,.:;!–—-]+/u, '') || whole
  if (words.length <= MADE_NAME_MAX) return words
  const cut = words.slice(0, MADE_NAME_MAX)
  return `${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…`
}

/** As the call takes it. */
export function inputOf(draft: Draft): SendInputOf<typeof pushes.createPush>['body'] {
  return {
    name: nameFrom(draft),
    message: draft.message.trim(),
    templates: [...draft.templates],
    segment: draft.segment,
    schedule: draft.schedule && {
      at: moscowMoment(draft.schedule.day, draft.schedule.time).toISOString(),
      repeat: draft.schedule.repeat,
    },
    geoPoints: geoPointsOf(draft.places),
    beacons: beaconTagsOf(draft.beacons),
  }
}

/** Characters as people count them: an emoji is one, whatever its length in memory. */
export function characterCount(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length
}

export type Faults = { name?: 'required'; message?: 'too_long' | 'unknown_variable' }

/**
 * Errors that prevent saving, besides those of points.
 * @param known names of the cabinet's variables; null while they are loading
 */
export function faultsOf(draft: Pick<Draft, 'type' | 'name' | 'message'>, known: readonly string[] | null): Faults {
  return {
    ...(nameFrom(draft) === '' && { name: 'required' as const }),
    ...(draft.message.trim().length > textMaxOf(draft.type)
      ? { message: 'too_long' as const }
      : unknownVariables(draft.message, known).length > 0 && { message: 'unknown_variable' as const }),
  }
}

export function unknownVariables(message: string, known: readonly string[] | null): string[] {
  return known === null ? [] : variablesIn(message).filter((name) => !known.includes(name))
}

/** `limit` is included when a card would get too many points. */
export type CheckName = 'message' | 'templates' | 'points' | 'cards' | 'bot' | 'limit'

/** What a push needs before it can be sent, in the order of the page. Its text gives it a name. */
export function checksOf(
  draft: Draft,
  { areCardsActive, isBotConnected = true }: { areCardsActive: boolean; isBotConnected?: boolean },
): { name: CheckName; isDone: boolean }[] {
  return [
    { name: 'message', isDone: draft.message.trim() !== '' },
    ...(draft.type === 'telegram' ? [] : [{ name: 'templates' as const, isDone: draft.templates.length > 0 }]),
    ...(isSentType(draft.type)
      ? []
      : [{ name: 'points' as const, isDone: draft.places.length + draft.beacons.length > 0 }]),
    { name: 'cards', isDone: areCardsActive },
    ...(draft.type === 'telegram' ? [{ name: 'bot' as const, isDone: isBotConnected }] : []),
  ]
}
