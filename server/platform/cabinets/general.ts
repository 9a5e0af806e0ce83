/**
 * Name, logo, main phone, card numbers and the export switch of a cabinet. Numbers change only while there are few
 * cards, and electronic ones never meet plastic ones.
 */
import { cabinets as contract, type General, type GeneralInput } from '../../../contract/platform/cabinets.ts'
import { FREE_START_CARDS_MAX } from '../../../contract/limits.ts'
import type { SignedIn } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { doOverlap, electronicRange } from './card-numbers.ts'
import { setExportAllowed, updateGeneral, plasticOf, pointsOf } from './settings-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

async function opened(db: CabinetDb, user: SignedIn): Promise<sql.CabinetRow> {
  const row = await sql.cabinetForUser(db, user.userId)
  if (!row) throw refuse('not_found')
  return row
}

export async function readGeneral(db: CabinetDb, user: SignedIn): Promise<General> {
  const row = await opened(db, user)
  return {
    name: row.name,
    domain: row.domain,
    createdAt: row.created_at.toISOString(),
    logo: row.logo_id,
    firstCardNumber: row.first_card_number,
    plastic: plasticOf(row),
    points: pointsOf(row),
    nextCardNumber: row.next_card_number,
    issued: row.cards,
    cardLimit: row.limit_cards ?? 0,
    phone: row.phone,
    isExportAllowed: row.is_export_allowed,
    version: row.general_version,
    areNumbersFree: row.cards <= FREE_START_CARDS_MAX,
  }
}

/** Refuses impossible numbers, each at its field. @param issued highest numbers of issued cards */
function checkNumbers(row: sql.CabinetRow, input: GeneralInput, issued: readonly number[]): void {
  if (row.cards > FREE_START_CARDS_MAX) throw refuse('start_number_locked', { limit: FREE_START_CARDS_MAX })
  const [highest = 0] = issued
  if (input.firstCardNumber !== row.first_card_number && input.firstCardNumber <= highest) {
    const detail = { number: highest, next: highest + 1 }
    throw refuse('start_number_used', detail, { firstCardNumber: { code: 'start_number_used', detail } })
  }
  const { plastic } = input
  if (!plastic) return
  const used = issued.find((number) => number >= plastic.from && number <= plastic.to)
  if (used !== undefined)
    throw refuse(
      'plastic_number_used',
      { number: used },
      { 'plastic.from': { code: 'plastic_number_used', detail: { number: used } } },
    )
  const electronic = electronicRange(Math.max(input.firstCardNumber, highest + 1), (row.limit_cards ?? 0) - row.cards)
  if (doOverlap(electronic, plastic)) {
    throw refuse(
      'ranges_overlap',
      { ...electronic },
      { 'plastic.from': { code: 'ranges_overlap', detail: { ...electronic } } },
    )
  }
}

/**
 * The caller has locked the cabinet.
 * @param facts.issued its highest card numbers, downwards, one more than numbers may be free for
 */
export async function saveGeneral(
  db: CabinetDb,
  user: SignedIn,
  input: GeneralInput,
  facts: { isLogoKnown: boolean; issued: readonly number[] },
): Promise<General> {
  const row = await opened(db, user)
  if (input.version !== row.general_version) throw refuse('version_conflict')
  if (!facts.isLogoKnown) throw refuse('unknown_image', {}, { logo: { code: 'unknown_image' } })
  const plastic = plasticOf(row)
  const isStartNew = input.firstCardNumber !== row.first_card_number
  const isPlasticNew = input.plastic?.from !== plastic?.from || input.plastic?.to !== plastic?.to
  if (isStartNew || isPlasticNew) checkNumbers(row, input, facts.issued)
  await updateGeneral(db, {
    general_version: row.general_version + 1,
    name: input.name,
    logo_id: input.logo,
    points_name: input.points.name,
    points_counted: input.points.counted,
    has_point_decimals: input.points.hasDecimals,
    ...(isStartNew && { first_card_number: input.firstCardNumber, next_card_number: input.firstCardNumber }),
    ...(isPlasticNew && { plastic_from: input.plastic?.from ?? null, plastic_to: input.plastic?.to ?? null }),
  })
  return readGeneral(db, user)
}

export async function saveExportAllowed(db: CabinetDb, isAllowed: boolean): Promise<boolean> {
  await setExportAllowed(db, isAllowed)
  return isAllowed
}
