import { expect, test } from 'vitest'
import { mergeDrafts } from '../../base/draft/merge.ts'
import { isSame } from '../../base/draft/same.ts'
import {
  characterCount,
  checksOf,
  type Draft,
  EMPTY_DRAFT,
  essenceOf,
  faultsOf,
  firstMoment,
  inputOf,
  isAhead,
  LISTS,
  nameFrom,
  unknownVariables,
} from './push-draft.ts'

const isSameDraft = (one: Draft, other: Draft) => isSame(essenceOf(one), essenceOf(other))

test('a family of emoji counts as one character', () => {
  expect(characterCount('Hi 👨‍👩‍👧‍👦!')).toBe(5)
})

test('an unknown variable prevents saving, and none does while they are loading', () => {
  expect(unknownVariables('Hi {cardholder}, {nothing} {nothing}', ['cardholder'])).toEqual(['nothing'])
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'x', message: '{nothing}' }, ['cardholder'])).toEqual({
    message: 'unknown_variable',
  })
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'x', message: '{nothing}' }, null)).toEqual({})
})

test('a draft may be saved without a text and without an audience, but not without a name', () => {
  expect(faultsOf(EMPTY_DRAFT, [])).toEqual({ name: 'required' })
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'Friday' }, [])).toEqual({})
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'Friday', message: 'x'.repeat(501) }, [])).toEqual({ message: 'too_long' })
})

test('the list before sending has what is missing', () => {
  expect(
    checksOf({ ...EMPTY_DRAFT, name: 'Friday', message: ' ', templates: ['a'] }, { areCardsActive: false })
      .filter((check) => !check.isDone)
      .map((check) => check.name),
  ).toEqual(['message', 'cards'])
})

test('the order of the chosen templates is not a change', () => {
  expect(isSameDraft({ ...EMPTY_DRAFT, templates: ['a', 'b'] }, { ...EMPTY_DRAFT, templates: ['b', 'a'] })).toBe(true)
})

test('a push to be switched on needs a point; the page keys of points are not a change', () => {
  const geo = {
    ...EMPTY_DRAFT,
    type: 'geo' as const,
    places: [{ pageKey: 'a', name: 'Shop', text: '', latitude: '1', longitude: '2' }],
  }
  expect(
    checksOf({ ...geo, places: [] }, { areCardsActive: true }).find((check) => check.name === 'points')?.isDone,
  ).toBe(false)
  expect(checksOf(geo, { areCardsActive: true }).find((check) => check.name === 'points')?.isDone).toBe(true)
  expect(isSameDraft(geo, { ...geo, places: geo.places.map((place) => ({ ...place, pageKey: 'b' })) })).toBe(true)
  expect(isSameDraft(geo, { ...geo, places: geo.places.map((place) => ({ ...place, latitude: '1.1' })) })).toBe(false)
})

test('two people who change different points, cards and texts both keep their changes', () => {
  const point = (name: string, text = '') => ({
    pageKey: crypto.randomUUID(),
    name,
    text,
    latitude: '1',
    longitude: '2',
  })
  const base: Draft = {
    ...EMPTY_DRAFT,
    type: 'geo',
    name: 'Near',
    templates: ['a'],
    places: [point('Shop'), point('Bar')],
  }
  const mine = { ...base, message: 'Come in', templates: ['a', 'b'], places: [point('Shop', 'Mine'), point('Bar')] }
  const theirs = { ...base, templates: ['c'], places: [point('Shop'), point('Bar'), point('Kiosk')] }
  const { value, conflicts } = mergeDrafts<Draft>(base, mine, theirs, LISTS)
  expect(conflicts).toEqual([])
  expect([value.message, ...value.templates].sort()).toEqual(['Come in', 'b', 'c'])
  expect(value.places.map(({ name, text }) => [name, text])).toEqual([
    ['Shop', 'Mine'],
    ['Bar', ''],
    ['Kiosk', ''],
  ])
})

test('a push without a name is called by the beginning of its text', () => {
  const nameOf = (message: string, name = '') => nameFrom({ name, message })
  expect(nameOf('20% off', ' Friday ')).toBe('Friday')
  expect(nameOf('20%\n off today')).toBe('20% off today')
  expect(nameOf('{cardholder}, you have {bonus} points')).toBe('you have … points')
  expect(nameOf('{cardholder}')).toBe('…')
  expect(nameOf('Fresh bread from seven, and coffee is on us until ten o’clock')).toBe(
    'Fresh bread from seven, and coffee is on us…',
  )
  expect(nameOf('x'.repeat(90))).toBe(`${'x'.repeat(48)}…`)
})

test('a moment is sent as it is typed, in Moscow time, and has to be ahead', () => {
  const schedule = { day: '2026-12-01', time: '10:00', repeat: 'week' } as const
  expect(inputOf({ ...EMPTY_DRAFT, schedule }).schedule).toEqual({ at: '2026-12-01T07:00:00.000Z', repeat: 'week' })
  expect(isAhead(schedule, new Date('2026-12-01T06:59:00Z'))).toBe(true)
  expect(isAhead(schedule, new Date('2026-12-01T07:00:00Z'))).toBe(false)
  expect(isAhead({ ...schedule, time: '' }, new Date(0))).toBe(false)
  expect(firstMoment(new Date('2026-11-30T22:00:00Z'))).toEqual({ day: '2026-12-02', time: '10:00', repeat: 'never' })
})

test('a push by Telegram needs a text and a bot, and no card', () => {
  const draft = { ...EMPTY_DRAFT, type: 'telegram' as const, message: 'x'.repeat(4096) }
  const missing = (isBotConnected: boolean) =>
    checksOf(draft, { areCardsActive: true, isBotConnected }).flatMap(({ name, isDone }) => (isDone ? [] : [name]))
  expect([missing(true), missing(false)]).toEqual([[], ['bot']])
  expect(faultsOf(draft, [])).toEqual({})
  expect(faultsOf({ ...draft, message: 'x'.repeat(4097) }, [])).toEqual({ message: 'too_long' })
})
