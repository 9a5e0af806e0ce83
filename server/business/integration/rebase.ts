/**
 * Amounts that two sides change. Between two exchanges each side keeps what it adds and takes, so nothing is lost: ours
 * is always theirs plus what was not sent yet. Pure; minor units and hundredths of a percent.
 */
import type { MeetingPolicy, MeetingRule } from '../../../contract/business/crm-meeting.ts'
import type { AmountAbilities, Amounts, Delta } from '../../engines/crm/connector.ts'

export const AMOUNT_NAMES = ['balanceMinor', 'bonusMinor', 'discountHundredths'] as const
export type AmountName = (typeof AMOUNT_NAMES)[number]
/** The last amounts known of the other side, with what was sent and arrived; null: absent there. */
export type Base = { [name in AmountName]: number | null }

export const KIND_OF = { balanceMinor: 'balance', bonusMinor: 'bonus', discountHundredths: 'discount' } as const

const RULES: Record<MeetingRule, (ours: number, theirs: number) => number> = {
  theirs: (_, theirs) => theirs,
  ours: (ours) => ours,
  larger: Math.max,
}

type Sides = {
  ours: Amounts
  /** What the system has now; what it does not have is absent. */
  theirs: Partial<Amounts>
  base: Base
  abilities: AmountAbilities
  policy: MeetingPolicy
  /** Whether we may change amounts there. */
  isWritten: boolean
}

/**
 * Both sides after a reading. An amount that was not known before meets ours by the policy; a known one takes what the
 * other side changed, and keeps what was changed here and not sent. What is absent there stays as it is here.
 */
export function rebase(sides: Sides): { ours: Amounts; base: Base } {
  const { theirs, abilities } = sides
  const [ours, base] = [{ ...sides.ours }, { ...sides.base }]
  for (const name of AMOUNT_NAMES) {
    const there = theirs[name]
    const ability = abilities[KIND_OF[name]]
    if (there === undefined || ability === 'none') continue
    const isMoved = ability === 'both' && sides.isWritten
    ours[name] = afterReading(sides, name, there, isMoved)
    base[name] = there
  }
  return { ours, base }
}

function afterReading({ ours, base, policy }: Sides, name: AmountName, there: number, isMoved: boolean): number {
  const before = base[name]
  // Nothing of ours can be sent, so the other side is right.
  if (!isMoved) return there
  if (before === null) return RULES[policy[KIND_OF[name]]](ours[name], there)
  // A level is set and not moved: the last change counts, and a change of ours is still to be sent.
  if (name === 'discountHundredths') return ours[name] === before ? there : ours[name]
  return there + (ours[name] - before)
}

/**
 * What was changed here and is not there yet. An amount that is absent there begins at zero: the other side has none
 * that could be lost.
 */
export function unsent(ours: Amounts, base: Base, abilities: AmountAbilities): Delta {
  const delta: Delta = {}
  for (const name of ['balanceMinor', 'bonusMinor'] as const) {
    if (abilities[KIND_OF[name]] !== 'both') continue
    const whole = ours[name] - (base[name] ?? 0)
    const steps = Math.trunc(whole / abilities.stepMinor) * abilities.stepMinor
    if (steps !== 0) delta[name] = steps
  }
  return delta
}

/** The level to set there; null: leave it. */
export function unsentDiscount(ours: Amounts, base: Base, abilities: AmountAbilities): number | null {
  const isChanged = abilities.discount === 'both' && ours.discountHundredths !== (base.discountHundredths ?? 0)
  return isChanged ? ours.discountHundredths : null
}

/** The other side after an operation that arrived. */
export const withDelta = (base: Base, { balanceMinor, bonusMinor }: Delta): Base => ({
  ...base,
  ...(balanceMinor !== undefined && { balanceMinor: (base.balanceMinor ?? 0) + balanceMinor }),
  ...(bonusMinor !== undefined && { bonusMinor: (base.bonusMinor ?? 0) + bonusMinor }),
})
