/**
 * The place in a list of everybody that changes while it is read: in the order of the last change, so that a buyer
 * who is changed or added meanwhile comes again at the end, and nobody moves to a page that was read already.
 */
export const PAGE = 100
/** `skip`: rows of this very moment that were read. */
export type Place = { moment: string; skip: number }

export function placeOf(cursor: string): Place {
  const [moment = '', skip = '0'] = cursor.split('|')
  return { moment, skip: Number(skip) || 0 }
}

export function afterPage(
  place: Place,
  rows: readonly { updated?: string | null | undefined }[],
): { next: string; isEnd: boolean } {
  const moment = rows.at(-1)?.updated ?? ''
  if (moment === '') return { next: `${place.moment}|${place.skip + rows.length}`, isEnd: rows.length < PAGE }
  const ofMoment = rows.filter(({ updated }) => updated === moment).length
  const skip = moment === place.moment ? place.skip + ofMoment : ofMoment
  return { next: `${moment}|${skip}`, isEnd: rows.length < PAGE }
}
