import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, moscowDay, moscowMoment } from '../../../contract/time.ts'
import { birthdaysOf, cardsOf, dailyMoment, daysToRun, isPassed, isTooLate, LOOK_EVERY_MS, nextRun } from './due.ts'

const at = (text: string) => new Date(text)
const aDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days))

describe('birthdays', () => {
  it.each([
    ['2026-11-21', 3, '2026-11-24', ['11-24']],
    ['2026-12-30', 5, '2027-01-04', ['01-04']],
    ['2027-12-31', 0, '2027-12-31', ['12-31']],
    ['2028-02-28', 0, '2028-02-28', ['02-28']],
    ['2028-02-28', 1, '2028-02-29', ['02-29']],
    ['2027-02-28', 0, '2027-02-28', ['02-28', '02-29']],
    ['2027-02-26', 2, '2027-02-28', ['02-28', '02-29']],
    ['2100-02-28', 0, '2100-02-28', ['02-28', '02-29']],
    ['2028-02-27', 3, '2028-03-01', ['03-01']],
  ])('on %s, %i days before: %s is the birthday of %j', (day, before, birthday, monthDays) => {
    expect(birthdaysOf(day, before)).toEqual({ birthday, monthDays })
  })

  it('are found for everybody exactly once a year, any number of days before', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 2024, max: 2110 }), (born, before, year) => {
        const first = addDays(`${year}-01-01`, -before)
        const days = Array.from({ length: 366 }, (_, n) => addDays(first, n)).filter((day) =>
          birthdaysOf(day, before).birthday.startsWith(`${year}-`),
        )
        expect(days.filter((day) => birthdaysOf(day, before).monthDays.includes(born.slice(5)))).toHaveLength(1)
      }),
      { numRuns: 60 },
    )
  })
})

describe('days after the card', () => {
  it.each([
    ['2026-11-21', 7, '2026-11-13T21:00:00Z', '2026-11-14T21:00:00Z'],
    ['2027-01-03', 4, '2026-12-29T21:00:00Z', '2026-12-30T21:00:00Z'],
    ['2028-03-01', 1, '2028-02-28T21:00:00Z', '2028-02-29T21:00:00Z'],
  ])('on %s, %i days old are cards made from %s to %s', (day, after, from, to) => {
    expect(cardsOf(day, after)).toEqual({ from: at(from), to: at(to) })
  })

  it('are reached by every card on exactly one day', () => {
    fc.assert(
      fc.property(
        aDay,
        fc.integer({ min: 0, max: 24 * 3600 - 1 }),
        fc.integer({ min: 1, max: 365 }),
        (day, second, after) => {
          const made = new Date(moscowMoment(day, '00:00').getTime() + second * 1000)
          const hits = Array.from({ length: after + 10 }, (_, n) => addDays(day, n)).filter((one) => {
            const { from, to } = cardsOf(one, after)
            return made >= from && made < to
          })
          expect(hits).toEqual([addDays(moscowDay(made), after)])
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('days to run', () => {
  it.each([
    [null, '2026-11-21', ['2026-11-21']],
    ['2026-11-20', '2026-11-21', ['2026-11-21']],
    ['2026-11-21', '2026-11-21', []],
    ['2026-11-19', '2026-11-21', ['2026-11-20', '2026-11-21']],
    ['2026-10-01', '2026-11-21', ['2026-11-19', '2026-11-20', '2026-11-21']],
    ['2026-12-30', '2027-01-01', ['2026-12-31', '2027-01-01']],
  ])('after %s, on %s: %j', (last, today, days) => {
    expect(daysToRun(last, today)).toEqual(days)
  })

  it('leave no day out and take none twice while no pause is longer than two days', () => {
    fc.assert(
      fc.property(aDay, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 }), (first, pauses) => {
        let [today, last] = [first, null as string | null]
        const ran: string[] = []
        for (const pause of pauses) {
          ran.push(...daysToRun(last, today))
          last = today
          today = addDays(today, pause)
        }
        expect(ran).toEqual(Array.from({ length: ran.length }, (_, n) => addDays(first, n)))
        expect(ran.at(-1)).toBe(last)
      }),
    )
  })
})

describe('the next run', () => {
  const daily = { activation: 'birthday', day: null, time: null } as const
  it.each([
    ['before ten of the same day', '2026-11-21T06:59:59Z', '2026-11-21T07:00:00Z'],
    ['at ten of the day after', '2026-11-21T07:00:00Z', '2026-11-22T07:00:00Z'],
    ['over the turn of the Moscow day', '2026-11-21T21:30:00Z', '2026-11-22T07:00:00Z'],
    ['over the turn of the year', '2026-12-31T08:00:00Z', '2027-01-01T07:00:00Z'],
  ])('of a daily one is %s', (_, now, next) => {
    expect(nextRun(daily, at(now))).toEqual(at(next))
    expect(nextRun({ ...daily, activation: 'create' }, at(now))).toEqual(dailyMoment(moscowDay(at(next))))
  })

  it('of an entry is in ten minutes, of a date once', () => {
    const now = at('2026-11-21T12:00:00Z')
    expect(nextRun({ ...daily, activation: 'input' }, now)).toEqual(new Date(now.getTime() + LOOK_EVERY_MS))
    const date = { activation: 'date', day: '2026-11-21', time: '15:01' } as const
    expect([nextRun(date, now), isPassed(date, now)]).toEqual([at('2026-11-21T12:01:00Z'), false])
    expect([nextRun({ ...date, time: '15:00' }, now), isPassed({ ...date, time: '15:00' }, now)]).toEqual([null, true])
    expect([nextRun({ ...date, time: null }, now), isPassed({ ...date, time: null }, now)]).toEqual([null, false])
  })

  it('a date missed by more than a day is skipped', () => {
    const date = { activation: 'date', day: '2026-11-21', time: '15:00' } as const
    expect([isTooLate(date, at('2026-11-22T12:00:00Z')), isTooLate(date, at('2026-11-22T12:00:01Z'))]).toEqual([
      false,
      true,
    ])
  })
})
