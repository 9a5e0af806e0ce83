/**
 * Rules over all promo codes: a code exists once, the periods of two offers do not overlap, and every row gives
 * something.
 */
import { marketplace as contract, type ModuleId, type PromoInput } from '../../../contract/reach/marketplace.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type FieldFault, refuseAny, refusals } from '../../base/refusal.ts'
import { clientByInviteCode } from '../../people/clients/clients.ts'
import { doOverlap, foldCode } from './promo.ts'

const refuse = refusals(contract)

const periodOf = (promo: PromoInput) => ({ starts_on: promo.startsOn, ends_on: promo.endsOn })

function faultOf(
  id: ModuleId,
  promo: PromoInput,
  before: readonly PromoInput[],
): [field: string, fault: FieldFault] | undefined {
  const gives = id === 'welcome' ? promo.bonusMinor : promo.inviterMinor + promo.invitedMinor
  if (gives === 0) return [id === 'welcome' ? 'bonusMinor' : 'inviterMinor', { code: 'promo_nothing' }]
  if (id === 'referral' && before.some((other) => doOverlap(periodOf(promo), periodOf(other))))
    return ['startsOn', { code: 'promo_overlap' }]
  return undefined
}

/** @throws Refusal invalid_input, promo_taken; each fault at its field */
export async function checkPromos(db: CabinetDb, id: ModuleId, promos: readonly PromoInput[]): Promise<void> {
  for (const [index, promo] of promos.entries()) {
    const before = promos.slice(0, index)
    const fault = faultOf(id, promo, before)
    if (fault) throw refuseAny('invalid_input', {}, { [`promos.${index}.${fault[0]}`]: fault[1] })
    if (id !== 'welcome') continue
    const key = foldCode(promo.code)
    const isTaken =
      before.some((other) => foldCode(other.code) === key) ||
      (key !== '' && (await clientByInviteCode(db, key)) !== undefined)
    if (isTaken)
      throw refuse(
        'promo_taken',
        { code: promo.code },
        { [`promos.${index}.code`]: { code: 'promo_taken', detail: { code: promo.code } } },
      )
  }
}
