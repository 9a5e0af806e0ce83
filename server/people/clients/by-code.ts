/** Whom a till means by what was scanned, swiped or typed there. */
import type { CabinetDb } from '../../base/db.ts'
import { toE164 } from '../../base/phone-number.ts'
import { phoneInOneSpelling } from './facts.ts'
import { clientById, clientsByKeys, type ClientRow } from './sql.ts'

const CODE_MAX = 100
/** More digits are no number that JavaScript counts exactly. */
const NUMBER = /^\d{1,15}$/

/** A client who was merged into another is that other one; of an erased one there is nobody. */
async function present(db: CabinetDb, row: ClientRow): Promise<ClientRow | undefined> {
  const kept = row.merged_into === null ? row : await clientById(db, row.merged_into)
  return kept?.erased_at === null ? kept : undefined
}

/**
 * The number of a card, then its track, then the phone: of the country of the business, or with its country code, also
 * without a plus. What is known to be several people's is nobody's.
 */
export async function clientOfCode(db: CabinetDb, code: string): Promise<ClientRow | undefined> {
  const typed = code.trim()
  if (typed === '' || typed.length > CODE_MAX) return undefined
  const number = NUMBER.test(typed) ? Number(typed) : undefined
  const ofCard = await clientsByKeys(db, {
    tels: [],
    cardNumbers: number === undefined ? [] : [number],
    cardTracks: [typed],
  })
  const numbered = ofCard.find((row) => row.card_number === number)
  if (numbered) return present(db, numbered)
  if (ofCard.length > 0) return ofCard.length === 1 && ofCard[0] ? present(db, ofCard[0]) : undefined
  const tels = [await phoneInOneSpelling(db, typed), toE164(`+${typed}`)].filter((tel) => tel !== null)
  const ofPhone = await clientsByKeys(db, { tels, cardNumbers: [], cardTracks: [] })
  const found = tels.map((tel) => ofPhone.find((row) => row.tel === tel)).find((row) => row !== undefined)
  return found && present(db, found)
}
