import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  DAY_MS,
  dayNumber,
  MOSCOW_ZONE,
  moscowDay,
  moscowDayAndTime,
  moscowMidnight,
  moscowMoment,
  moscowSpan,
  moscowTimeText,
  nextMoscowDay,
} from './time.ts'

const anInstant = fc.date({ min: new Date('2015-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
const inMoscow = new Intl.DateTimeFormat('sv-SE', { timeZone: MOSCOW_ZONE, dateStyle: 'short', timeStyle: 'short' })

test('day and time are those of the Moscow clock', () => {
  fc.assert(
    fc.property(anInstant, (at) => {
      expect(moscowDayAndTime(at)).toBe(inMoscow.format(at))
      expect(moscowDay(at)).toBe(inMoscow.format(at).slice(0, 10))
    }),
  )
})

test('an instant lies in its day, and the next day begins a day after it began', () => {
  fc.assert(
    fc.property(anInstant, (at) => {
      const day = moscowDay(at)
      expect(moscowMidnight(day).getTime()).toBeLessThanOrEqual(at.getTime())
      expect(nextMoscowDay(at).getTime() - moscowMidnight(day).getTime()).toBe(DAY_MS)
      expect(moscowDay(nextMoscowDay(at))).toBe(addDays(day, 1))
    }),
  )
})

test('days are counted across months, leap years and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(dayNumber('1970-01-02')).toBe(1)
})

test('moments, spans and texts', () => {
  expect(moscowMoment('2026-11-21', '16:05').toISOString()).toBe('2026-11-21T13:05:00.000Z')
  expect(moscowTimeText(new Date('2026-11-21T21:30:00Z'))).toBe('22.11. 00:30')
  expect(moscowSpan({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
    from: new Date('2026-11-20T21:00:00Z'),
    until: new Date('2026-11-21T21:00:00Z'),
  })
  expect(moscowSpan({})).toEqual({ from: undefined, until: undefined })
})
