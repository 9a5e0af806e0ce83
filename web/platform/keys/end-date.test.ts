import { expect, test } from 'vitest'
import { endOf } from './end-date.ts'

const now = new Date('2026-11-21T10:00:00.000Z')

test.each([
  ['forever', '', null],
  ['30', '', '2026-12-21T10:00:00.000Z'],
  ['365', '', '2027-11-21T10:00:00.000Z'],
  ['day', '2026-12-31', '2026-12-31T20:59:59.999Z'],
  ['day', '', undefined],
  ['day', '2026-13-45', undefined],
] as const)('%s %s', (span, day, end) => expect(endOf(span, day, now)).toBe(end))
