import { describe, expect, it } from 'vitest'
import { dayOf, minorOf, phoneOf, samePhone } from './amounts.ts'

describe('what vendors write', () => {
  it.each([
    [12.5, 1250],
    ['12.50', 1250],
    ['1 250,5', 125_050],
    [0, 0],
    [-3, -300],
    ['', null],
    [null, null],
    ['many', null],
    [1e20, null],
    [0.1 + 0.2, 30],
  ])('%s is %s in minor units', (value, minor) => {
    expect(minorOf(value)).toBe(minor)
  })
  it.each([
    ['+7 (999) 000-00-01', '+79990000001'],
    ['89990000001', '+79990000001'],
    ['420601950001', '+420601950001'],
    ['12', ''],
    [null, ''],
  ])('%s is the phone "%s"', (text, phone) => {
    expect(phoneOf(text)).toBe(phone)
  })
  it('knows the same phone in two spellings, and no phone in none', () => {
    expect(samePhone('8 999 000 00 01', '+79990000001')).toBe(true)
    expect(samePhone('+79990000001', '+79990000002')).toBe(false)
    expect(samePhone('', '')).toBe(false)
  })
  it.each([
    ['1990-05-17 00:00:00.000', '1990-05-17'],
    ['0000-00-00', null],
    ['1990-02-31', null],
    ['1990-13-01', null],
    ['', null],
  ])('%s is the day %s', (text, day) => {
    expect(dayOf(text)).toBe(day)
  })
})
