import { expect, it } from 'vitest'
import { maskOfZone } from './home-country.ts'

it.each([
  ['Europe/Prague', 'cz'],
  ['Asia/Yekaterinburg', 'ru'],
  ['Asia/Almaty', 'kz'],
  ['America/Mexico_City', 'mx'],
])('a new form in %s asks for a number of %s', (zone, mask) => expect(maskOfZone(zone)).toBe(mask))

it.each(['Europe/Berlin', 'UTC', ''])('in %s the server decides', (zone) => expect(maskOfZone(zone)).toBeUndefined())
