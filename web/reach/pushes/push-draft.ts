/** The draft of a push, its errors, and what it lacks before it can be sent. Pure. */
import { variablesIn } from '../../../card/fill.ts'
import type { SendInputOf } from '../../../contract/call.ts'
import { PUSH_TEXT_MAX } from '../../../contract/limits.ts'
import type { Push, pushes, PushType } from '../../../contract/reach/pushes.ts'
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
  /** Only of a text: clients of this segment; null: all. */
  segment: string | null
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
  places: [],
  beacons: [],
}
export const NAME_MAX = 80
/** Example texts; their words are in words/. */
export const EXAMPLES = ['weekend', 'bonus', 'news'] as const
/** About four lines of a lock screen. */
export const LOCK_SCREEN_CHARACTERS = 160

export function draftOf(
  push: Pick<Push, 'type' | 'name' | 'message' | 'templates' | 'segment' | 'geoPoints' | 'beacons'>,
): Draft {
  return {
    type: push.type,
    name: push.name,
    message: push.message,
    templates: push.templates.map((template) => template.id),
    segment: push.segment?.id ?? null,
    places: push.geoPoints.map(placeDraftOf),
    beacons: push.beacons.map(beaconDraftOf),
  }
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

/** As the call takes it. */
export function inputOf(draft: Draft): SendInputOf<typeof pushes.createPush>['body'] {
  return {
    name: draft.name.trim(),
    message: draft.message.trim(),
    templates: [...draft.templates],
    segment: draft.segment,
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
export function faultsOf(draft: Pick<Draft, 'name' | 'message'>, known: readonly string[] | null): Faults {
  return {
    ...(draft.name.trim() === '' && { name: 'required' as const }),
    ...(draft.message.trim().length > PUSH_TEXT_MAX
      ? { message: 'too_long' as const }
      : unknownVariables(draft.message, known).length > 0 && { message: 'unknown_variable' as const }),
  }
}

export function unknownVariables(message: string, known: readonly string[] | null): string[] {
  return known === null ? [] : variablesIn(message).filter((name) => !known.includes(name))
}

/** `limit` is included when a card would get too many points. */
export type CheckName = 'name' | 'message' | 'templates' | 'points' | 'cards' | 'limit'

/** What a push needs before it can be sent, in the order of the page. */
export function checksOf(draft: Draft, areCardsActive: boolean): { name: CheckName; isDone: boolean }[] {
  return [
    { name: 'name', isDone: draft.name.trim() !== '' },
    { name: 'message', isDone: draft.message.trim() !== '' },
    { name: 'templates', isDone: draft.templates.length > 0 },
    ...(draft.type === 'text'
      ? []
      : [{ name: 'points' as const, isDone: draft.places.length + draft.beacons.length > 0 }]),
    { name: 'cards', isDone: areCardsActive },
  ]
}
