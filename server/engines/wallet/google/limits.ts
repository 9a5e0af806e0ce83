/** How much Google Wallet shows, and how a text is shortened so that the reader sees it. */
import type { FilledCard } from '../../../../card/fill.ts'
import { CARD_PLACES, type CardPlace } from '../../../../contract/cards/design.ts'

/**
 * Characters and rows, from the field texts of loyaltyclass, loyaltyobject and TextModuleData in Google's REST
 * reference.
 */
export const GOOGLE_LIMITS = {
  name: 20,
  accountText: 20,
  pointsLabel: 9,
  pointsValue: 7,
  textHeader: 35,
  textBody: 500,
  textModules: 10,
  links: 10,
  places: 10,
  messages: 10,
  /** Notifications of one card in 24 hours; the caller counts them. */
  notificationsADay: 3,
} as const

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * Cuts to `max` UTF-16 units (the strictest way Google could count), the last one an ellipsis. Never cuts a visible
 * character in two.
 */
export function ellipsize(text: string, max: number): string {
  const whole = text.trim()
  if (whole.length <= max) return whole
  let end = 0
  for (const { index, segment } of graphemes.segment(whole)) {
    if (index + segment.length > max - 1) break
    end = index + segment.length
  }
  return `${whole.slice(0, end).trimEnd()}…`
}

/**
 * `shortened`: we cut it, Google would refuse it. `long`: small screens may cut it. `no_notice`: too long to be points,
 * so it is shown in full but a change is not announced. `merged`: the rows past the tenth share one text.
 * `left_out`: links past the tenth are not shown.
 */
export type GoogleWarning = {
  code: 'shortened' | 'long' | 'no_notice' | 'merged' | 'left_out'
  where: 'organisation' | 'programName' | CardPlace | 'back' | 'links'
  part: 'text' | 'label' | 'value' | 'rows'
  limit: number
  length: number
}

/** What a holder in Google Wallet sees differently from the design, for the editor and the pre-flight check. */
export function googleWarnings(card: FilledCard): GoogleWarning[] {
  const warnings: GoogleWarning[] = []
  const warn = (
    code: GoogleWarning['code'],
    where: GoogleWarning['where'],
    part: GoogleWarning['part'],
    length: number,
    limit: number,
  ) => {
    if (length > limit) warnings.push({ code, where, part, limit, length })
  }
  warn('shortened', 'organisation', 'text', count(card.organisation), GOOGLE_LIMITS.name)
  warn('shortened', 'programName', 'text', count(card.programName), GOOGLE_LIMITS.name)
  for (const place of CARD_PLACES) {
    const field = card.fields[place]
    if (!field) continue
    warn('long', place, 'label', count(field.label), GOOGLE_LIMITS.textHeader)
    if (place !== 'center') continue
    warn('no_notice', place, 'label', count(field.label), GOOGLE_LIMITS.pointsLabel)
    warn('no_notice', place, 'value', count(field.value), GOOGLE_LIMITS.pointsValue)
  }
  for (const row of card.back) {
    warn('long', 'back', 'label', count(row.label), GOOGLE_LIMITS.textHeader)
    warn('long', 'back', 'value', count(row.value), GOOGLE_LIMITS.textBody)
  }
  const front = CARD_PLACES.filter((place) => card.fields[place]).length
  warn('merged', 'back', 'rows', front + card.back.length, GOOGLE_LIMITS.textModules)
  warn('left_out', 'links', 'rows', card.links.length, GOOGLE_LIMITS.links)
  return warnings
}

function count(text: string): number {
  return text.trim().length
}
