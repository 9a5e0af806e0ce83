import { expect, test } from 'vitest'
import { pointsForms } from './points.ts'
import { pointsIn, say } from './say.ts'

const NONE = { name: '', counted: '' }

test('without a word of its own, a business says what its language says', () => {
  expect(pointsIn('ru', NONE)).toEqual({ Points: 'Баллы', somePoints: 'баллы', ofPoints: 'баллов' })
  expect(pointsIn('de', NONE)).toEqual({ Points: 'Punkte', somePoints: 'Punkte', ofPoints: 'Punkte' })
})

test('a word of its own has its capital where a sentence begins, in German everywhere', () => {
  const own = { name: 'Beans', counted: 'beans' }
  expect(pointsIn('en', own)).toEqual({ Points: 'Beans', somePoints: 'beans', ofPoints: 'beans' })
  expect(pointsIn('de', { name: 'Bohnen', counted: '' })).toEqual({
    Points: 'Bohnen',
    somePoints: 'Bohnen',
    ofPoints: 'Bohnen',
  })
})

test('an abbreviation keeps its capitals', () => {
  const usual = { Points: 'Points', somePoints: 'points', ofPoints: 'points' }
  expect(pointsForms('en', usual, { name: 'VIP miles', counted: '' }).somePoints).toBe('VIP miles')
})

test('each language takes the form that its sentence needs', () => {
  const beans = pointsIn('ru', { name: 'Зёрна', counted: 'зёрен' })
  expect(say('ru', 'dashboard.overview.figures.pointsGiven', beans)).toBe('Начислено зёрен')
  expect(say('ru', 'clients.did.pointsGiven', beans)).toBe('Получили зёрна')
  expect(say('ru', 'clients.did.pointsGiven')).toBe('Получили баллы')
})
