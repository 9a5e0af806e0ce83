import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CAREFUL_POLICY, type MeetingRule } from '../../../contract/business/crm-meeting.ts'
import type { AmountAbilities } from '../../engines/crm/connector.ts'
import { type Base, rebase, unsent, unsentDiscount, withDelta } from './rebase.ts'

const abilities: AmountAbilities = { balance: 'both', bonus: 'both', discount: 'both', stepMinor: 1 }
const UNKNOWN: Base = { balanceMinor: null, bonusMinor: null, discountHundredths: null }
const amounts = (bonusMinor: number, discountHundredths = 0) => ({ balanceMinor: 0, bonusMinor, discountHundredths })
const sides = (change: Partial<Parameters<typeof rebase>[0]>) => ({
  ours: amounts(0),
  theirs: {},
  base: UNKNOWN,
  abilities,
  policy: CAREFUL_POLICY,
  isWritten: true,
  ...change,
})

describe('a first meeting', () => {
  it.each([
    ['theirs', 284_00, 0, 0],
    ['ours', 284_00, 0, 284_00],
    ['larger', 284_00, 0, 284_00],
    ['larger', 120_00, 5_000_00, 5_000_00],
    ['ours', 0, 5_000_00, 0],
  ] as const)('by %s of %i and %i is %i', (rule: MeetingRule, ours, theirs, after) => {
    const met = rebase(
      sides({ ours: amounts(ours), theirs: { bonusMinor: theirs }, policy: { ...CAREFUL_POLICY, bonus: rule } }),
    )
    expect([met.ours.bonusMinor, met.base.bonusMinor]).toEqual([after, theirs])
    expect(unsent(met.ours, met.base, abilities)).toEqual(after === theirs ? {} : { bonusMinor: after - theirs })
  })

  it('leaves what is absent over there, by every rule', () => {
    for (const bonus of ['theirs', 'ours', 'larger'] as const) {
      const met = rebase(sides({ ours: amounts(284_00, 500), policy: { ...CAREFUL_POLICY, bonus } }))
      expect(met).toEqual({ ours: amounts(284_00, 500), base: UNKNOWN })
    }
  })

  it('is theirs where nothing of ours may be sent', () => {
    const readOnly = { ...abilities, bonus: 'read' as const }
    for (const change of [{ isWritten: false }, { abilities: readOnly }])
      expect(rebase(sides({ ours: amounts(9), theirs: { bonusMinor: 4 }, ...change })).ours.bonusMinor).toBe(4)
  })
})

describe('afterwards', () => {
  it('a discount is set by whoever changed it last, and ours is still to be sent', () => {
    const base = { ...UNKNOWN, discountHundredths: 500 }
    const theirs = { discountHundredths: 700 }
    expect(rebase(sides({ ours: amounts(0, 500), theirs, base })).ours.discountHundredths).toBe(700)
    const kept = rebase(sides({ ours: amounts(0, 1000), theirs, base }))
    expect([kept.ours.discountHundredths, unsentDiscount(kept.ours, kept.base, abilities)]).toEqual([1000, 1000])
  })

  it('fractions below the step of the other side stay here and add up', () => {
    const whole = { ...abilities, stepMinor: 100 }
    const base = { ...UNKNOWN, bonusMinor: 12_00 }
    expect(unsent(amounts(12_90), base, whole)).toEqual({})
    expect(unsent(amounts(13_10), base, whole)).toEqual({ bonusMinor: 1_00 })
    expect(unsent(amounts(11_50), base, whole)).toEqual({})
    expect(rebase(sides({ ours: amounts(12_90), theirs: { bonusMinor: 15_00 }, base, abilities: whole })).ours).toEqual(
      amounts(15_90),
    )
  })

  it('whatever both sides add and take in any order, nothing is lost', () => {
    const step = fc.record({
      what: fc.constantFrom('here' as const, 'there' as const, 'read' as const, 'send' as const),
      by: fc.integer({ min: -500, max: 500 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer(), (steps, start) => {
        let [ours, base, there, total] = [amounts(start), { ...UNKNOWN, bonusMinor: start } as Base, start, start]
        const read = () => ({ ours, base } = rebase(sides({ ours, theirs: { bonusMinor: there }, base })))
        const send = () => {
          const delta = unsent(ours, base, abilities)
          there += delta.bonusMinor ?? 0
          base = withDelta(base, delta)
        }
        for (const { what, by } of steps) {
          if (what === 'here') ours = amounts(ours.bonusMinor + by)
          if (what === 'there') there += by
          if (what === 'here' || what === 'there') total += by
          if (what === 'read') read()
          if (what === 'send') send()
        }
        send()
        read()
        expect([ours.bonusMinor, there]).toEqual([total, total])
      }),
    )
  })
})
