import { describe, expect, it } from 'vitest'
import type { FactColumns } from './columns.ts'
import { changeOf, type FromCrm } from './from-crm.ts'

const now = new Date('2026-11-21T12:00:00Z')
const anna: FactColumns = {
  name: 'Anna',
  surname: '',
  middlename: '',
  birthday: null,
  sex: null,
  email: 'anna@mail.example',
  tel: '+420601000001',
  balance_minor: 0,
  bonus_minor: 100,
  discount_hundredths: 500,
  promo_code: '',
  extra: {},
} as FactColumns
const from = (change: Partial<FromCrm>) => changeOf(anna, { person: {}, amounts: {}, rewrites: false, ...change }, now)

describe('a client from a CRM', () => {
  it('fills in blanks and keeps known values', () => {
    expect(
      from({
        person: { name: 'Anne', surname: 'Adams', birthday: '1990-05-17', sex: 'female', email: 'other@mail.example' },
      }),
    ).toEqual({ surname: 'Adams', birthday: '1990-05-17', sex: 'female' })
  })
  it('overrides known values where it is set to, and never with an empty value', () => {
    expect(from({ person: { name: 'Anne', surname: '', email: '', birthday: null }, rewrites: true })).toEqual({
      name: 'Anne',
    })
  })
  it('takes the amounts that changed', () => {
    expect(from({ amounts: { bonusMinor: 100, balanceMinor: 250, discountHundredths: 700 } })).toEqual({
      balance_minor: 250,
      discount_hundredths: 700,
    })
  })
  it.each([
    { person: { name: 'x'.repeat(61) }, rewrites: true },
    { person: { name: 'line\nbreak' }, rewrites: true },
    { person: { email: 'no address' }, rewrites: true },
    { person: { birthday: '2027-01-01' } },
    { person: { birthday: '1850-01-01' } },
    { amounts: { discountHundredths: 100_01 } },
    { amounts: { bonusMinor: 1.5 } },
    { amounts: { balanceMinor: 1e18 } },
    { amounts: { bonusMinor: Number.NaN } },
  ] satisfies Partial<FromCrm>[])('leaves out what cannot be true: %j', (response) => {
    expect(from(response)).toEqual({})
  })
})
