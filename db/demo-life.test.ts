import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../contract/time.ts'
import { live, type Setting } from './demo-life.ts'
import { SHOPS } from './demo-shops.ts'

const CODES = { welcome: 5_00, inviter: 5_00, invited: 3_00, max: 10 }

function setting(no: number, now: Date): Setting {
  const shop = SHOPS[no]
  if (!shop) throw new Error('no such shop')
  const triggers = shop.triggers.map((one) => one.daily)
  return { habits: shop.habits, lang: shop.lang, seed: 7, now, triggers, wallets: ['apple', 'google'], codes: CODES }
}
/** Without the ids, which are new each time. */
const without = ({ guests, sendings, visits }: ReturnType<typeof live>) => [
  guests.map(({ name, tel, joinedAt, purchases, amounts, messages }) => [
    name,
    tel,
    joinedAt,
    purchases,
    amounts,
    messages,
  ]),
  sendings.map(({ by, at, guests: to }) => [by, at, to.length]),
  visits,
]

describe.each(SHOPS.map((shop, no) => [shop.domain, no] as const))('the months of %s', (_, no) => {
  it('are the same for the same moment', () => {
    const now = new Date('2026-11-26T12:00:00Z')
    expect(without(live(setting(no, now)))).toEqual(without(live(setting(no, now))))
  })

  it('have one change of a guest after the other', () => {
    const { guests } = live(setting(no, new Date('2026-11-26T12:00:00Z')))
    for (const { amounts } of guests)
      for (const [i, { at }] of amounts.slice(1).entries())
        expect(at.getTime()).toBeGreaterThan(amounts[i]?.at.getTime() ?? 0)
  })

  it.each(['2026-11-25T21:00:00Z', '2026-03-01T05:01:00Z', '2028-02-29T12:00:00Z', '2027-01-01T20:59:59Z'])(
    'end at %s, and nobody ever has less than nothing',
    (text) => {
      const now = new Date(text)
      const { guests, sendings, visits } = live(setting(no, now))
      const times = [
        ...guests.flatMap((guest) => [guest.joinedAt, ...(guest.held ? [guest.held.from] : [])]),
        ...guests.flatMap(({ amounts, purchases }) => [...amounts, ...purchases].map((one) => one.at)),
        ...sendings.map((one) => one.at),
        ...visits.map((one) => one.at),
      ]
      expect(Math.max(...times.map((at) => at.getTime()))).toBeLessThan(now.getTime())
      expect(Math.min(...times.map((at) => at.getTime()))).toBeGreaterThan(now.getTime() - 313 * DAY_MS)
      for (const { amounts, sums } of guests) {
        for (const kind of ['balance', 'bonus', 'discount'] as const) {
          const of = amounts.filter((one) => one.kind === kind)
          expect(of.reduce((sum, one) => sum + one.delta, 0)).toBe(sums[kind])
          expect(sums[kind]).toBeGreaterThanOrEqual(0)
        }
      }
    },
  )

  it('have begun today, however early it is', () => {
    const now = new Date('2026-11-26T03:00:00Z')
    const { guests } = live(setting(no, now))
    const today = now.getTime() - 6 * HOUR_MS
    expect(guests.filter((guest) => guest.joinedAt.getTime() > today).length).toBeGreaterThan(0)
    expect(guests.flatMap((guest) => guest.purchases).some((one) => one.at.getTime() > today)).toBe(true)
  })

  it('put nobody into a wallet that is real', () => {
    const now = new Date('2026-11-26T12:00:00Z')
    const { guests, sendings } = live({ ...setting(no, now), wallets: ['google'] })
    expect(guests.filter((guest) => guest.held?.wallet === 'apple')).toEqual([])
    expect(guests.some((guest) => guest.held?.wallet === 'google')).toBe(true)
    expect(sendings.length).toBeGreaterThan(0)
  })
})
