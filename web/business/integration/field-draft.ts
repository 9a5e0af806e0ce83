/** The field map while it is edited. Pure. */
import {
  canMeet,
  FIELD_DIRECTIONS,
  type FieldDirection,
  type FieldMap,
  type OurField,
  type TheirField,
} from '../../../contract/business/crm-fields.ts'

/** A field that is to be created; no id is one. */
export const MADE = '+'
export type Pair = { theirs: string; direction: FieldDirection }
/** By the value here. */
export type Draft = Readonly<Record<string, Pair | undefined>>

/** What is saved, without fields that are not there any more. */
export function draftOf({ links }: FieldMap, theirs: readonly TheirField[]): Draft {
  const isThere = (id: string) => theirs.some((one) => one.id === id)
  return Object.fromEntries(
    links.flatMap(({ ours, theirs: id, direction, state }) =>
      state === 'ok' && isThere(id) ? [[ours, { theirs: id, direction }] as const] : [],
    ),
  )
}

/** Fields that this value may be exchanged with: of a kind that meets, and in nobody else's use. */
export function fieldsFor(map: FieldMap, theirs: readonly TheirField[], draft: Draft, our: OurField): TheirField[] {
  const isFree = (id: string) => Object.entries(draft).every(([ours, pair]) => ours === our.ours || pair?.theirs !== id)
  return theirs.filter(
    (field) => isFree(field.id) && canMeet(our.kind, field.kind) && directionsFor(map, our, field).length > 0,
  )
}

/** @param field undefined: one that is to be created */
export function directionsFor(
  { canSend, canReceive }: FieldMap,
  { isSentOnly }: OurField,
  field: TheirField | undefined,
): FieldDirection[] {
  const mayGo = canSend && (field?.isWritable ?? true)
  const mayCome = canReceive && !isSentOnly
  return FIELD_DIRECTIONS.filter((one) => (one === 'from' || mayGo) && (one === 'to' || mayCome))
}

/** @param id of a field there, `MADE`, or '' for none */
export function withPair(map: FieldMap, theirs: readonly TheirField[], draft: Draft, our: OurField, id: string): Draft {
  if (id === '') return { ...draft, [our.ours]: undefined }
  const field = theirs.find((one) => one.id === id)
  const possible = directionsFor(map, our, field)
  const before = draft[our.ours]?.direction
  const direction = before && possible.includes(before) ? before : (possible.at(-1) ?? 'to')
  return { ...draft, [our.ours]: { theirs: id, direction } }
}

/** @param idOf of a field that was created for this value */
export const linksOf = (draft: Draft, idOf: (ours: string) => string | undefined) =>
  Object.entries(draft).flatMap(([ours, pair]) => {
    const theirs = pair?.theirs === MADE ? idOf(ours) : pair?.theirs
    return pair && theirs ? [{ ours, theirs, direction: pair.direction }] : []
  })
