import { describe, expect, it } from 'vitest'
import type { Promo } from '../../../contract/reach/marketplace.ts'
import { draftOf, fieldIn, promoOf, putPromo } from './promo-draft.ts'

const promo: Promo = {
  id: 'a',
  code: 'SUMMER',
  bonusMinor: 1050,
  inviterMinor: 0,
  invitedMinor: 0,
  max: 5,
  startsOn: '2026-12-01',
  endsOn: null,
  state: 'running',
  used: 1,
}

describe('a promo as it is typed', () => {
  it('comes back as it was', () => {
    const { state: _state, used: _used, ...input } = promo
    expect(promoOf(draftOf(promo, '2026-11-21'), 'a', 'welcome')).toEqual(input)
  })

  it('begins today, with nothing in it', () => {
    expect(promoOf(draftOf(undefined, '2026-11-21'), null, 'welcome')).toEqual({
      id: null,
      code: '',
      bonusMinor: 0,
      inviterMinor: 0,
      invitedMinor: 0,
      max: null,
      startsOn: '2026-11-21',
      endsOn: null,
    })
  })

  it('contains only the fields of its module', () => {
    const draft = {
      code: 'X',
      bonus: 1,
      inviter: 19.99,
      invited: 2,
      max: '',
      startsOn: '2026-12-01',
      endsOn: '2026-12-31',
    } as const
    expect(promoOf(draft, null, 'referral')).toMatchObject({
      code: '',
      bonusMinor: 0,
      inviterMinor: 1999,
      invitedMinor: 200,
    })
    expect(promoOf(draft, null, 'welcome')).toMatchObject({
      code: 'X',
      bonusMinor: 100,
      inviterMinor: 0,
      invitedMinor: 0,
    })
  })

  it('replaces its own row, and is added at the end when there is none', () => {
    const row = (id: string | null, code: string) => ({ ...promoOf(draftOf(promo, ''), id, 'welcome'), code })
    const rows = [row('a', 'ONE'), row('b', 'TWO')]
    const codes = (put: ReturnType<typeof putPromo>) => [put.index, ...put.promos.map(({ code }) => code)]
    expect(codes(putPromo(rows, row('a', 'NEW')))).toEqual([0, 'NEW', 'TWO'])
    expect(codes(putPromo(rows, row(null, 'NEW')))).toEqual([2, 'ONE', 'TWO', 'NEW'])
    expect(codes(putPromo(rows, row('gone', 'NEW')))).toEqual([2, 'ONE', 'TWO', 'NEW'])
  })

  it('shows a refusal of its own row at its field, and none of another row', () => {
    expect([
      fieldIn('promos.2.endsOn', 2),
      fieldIn('promos.2.bonusMinor', 2),
      fieldIn('promos.1.code', 2),
      fieldIn('promos.2.constructor', 2),
      fieldIn('version', 2),
    ]).toEqual(['endsOn', 'bonus', undefined, undefined, undefined])
  })
})
