import { describe, expect, it } from 'vitest'
import { openEmulator } from './emulator/emulator.ts'
import { runSuite, someClient } from '../../../../test/connector-suite.ts'
import { whoIs } from '../who-is.ts'
import { Counterparty } from './client.ts'
import { changeOf, foundOf, newCounterparty, phoneSpellings } from './mapping.ts'
import { connector } from './moysklad.ts'

runSuite(connector, (prefix) => {
  const shop = openEmulator(prefix, { login: 'admin@shop', password: 'right', token: 'token' })
  const by = (tel: string) => [...shop.buyers.values()].filter((one) => one.phone === tel)
  return {
    handler: shop.router.handler,
    setTroubles: shop.router.setTroubles,
    settings: (server) => ({ server, login: 'admin@shop', password: 'right', bonusProgram: shop.program }),
    wrong: [
      { settings: (right) => ({ ...right, password: 'wrong' }), fault: 'wrong_credentials', field: 'password' },
      { settings: (right) => ({ ...right, login: '', password: 'wrong' }), fault: 'wrong_login', field: 'password' },
      { settings: (right) => ({ ...right, bonusProgram: 'another' }), fault: 'wrong_program', field: 'bonusProgram' },
    ],
    bonusOf: (tel) => by(tel)[0] && (by(tel)[0]?.bonusPoints ?? 0) * 100,
    countOf: (tel) => by(tel).length,
    setBonus: (tel, minor) => shop.setPoints(tel, minor / 100),
    refused: { tel: '+000000000', cardNumber: '000999', email: '' },
    put(no, name) {
      const [id, phone] = [`N-${no}`, `+7999100${String(no).padStart(4, '0')}`]
      // Many have the moment of one mass edit, more than a page.
      const moment = name.startsWith('Changed') ? '2026-11-21 12:00:00.000' : '2026-11-20 10:00:00.000'
      const updated = no < 20 && !name.startsWith('Changed') ? `2026-11-19 10:00:00.0${no + 10}` : moment
      shop.buyers.set(id, { id, name, phone, companyType: 'individual', bonusPoints: 5, archived: false, updated })
    },
    fillPages(tel) {
      // The same ten digits in other people's numbers, which a search by digits finds too.
      for (let i = 0; i < 150; i++)
        shop.buyers.set(`b${i}`, { id: `b${i}`, name: 'Other', phone: `${tel}${i}`, bonusPoints: 0, archived: false })
      shop.buyers.set('wanted', { id: 'wanted', name: 'Anna', phone: tel, bonusPoints: 5, archived: false })
    },
  }
})

describe('a buyer as a client', () => {
  it('is read from the shape of the vendor', () => {
    const buyer = Counterparty.parse({
      id: '7a0c',
      name: 'Anna Tester',
      legalFirstName: '',
      phone: '8 (999) 000-00-01',
      email: null,
      discountCardNumber: '000412',
      birthDate: '1990-05-17 00:00:00.000',
      sex: 'FEMALE',
      bonusPoints: 150,
      bonusProgram: { meta: { href: 'https://api.example.test/entity/bonusprogram/c10a' } },
      discounts: [{ discount: { meta: { href: 'x' } }, personalDiscount: 7 }, { accumulationDiscount: 3 }],
    })
    expect(foundOf(buyer, 'c10a')).toEqual({
      crmId: '7a0c',
      tel: '+79990000001',
      cardNumber: '000412',
      amounts: { bonusMinor: 150_00, discountHundredths: 700 },
      person: { name: 'Anna', surname: 'Tester', middlename: '', email: '', birthday: '1990-05-17', sex: 'female' },
    })
  })

  const program = { bonusProgram: { meta: { href: '/entity/bonusprogram/c10a' } } }
  it.each([
    ['without a programme in the settings', '', { ...program, bonusPoints: 284 }],
    ['of a buyer in another programme', 'another', { ...program, bonusPoints: 284 }],
    ['of a buyer in none', 'c10a', { bonusPoints: 0 }],
    ['that were never counted', 'c10a', program],
  ])('has no points %s: absent is not zero', (_, chosen, buyer) => {
    expect(foundOf({ id: '1', ...buyer }, chosen).amounts).toEqual({})
  })

  it('that is a company is never turned into a person', () => {
    const company = { id: '1', name: 'Bakery Ltd', companyType: 'legal', phone: '+79990000001' }
    expect(whoIs(someClient(), [foundOf(company, '')])).toMatchObject({ kind: 'doubt', doubt: 'company' })
  })

  it('keeps what the shop has: its card number, its programme, and what is blank here', () => {
    const kept = changeOf(
      someClient({ name: '', surname: '', email: '', birthday: null }),
      { meta: {} },
      { id: '1', name: 'Old', discountCardNumber: 'A-1', bonusProgram: { meta: { href: 'x' } } },
    )
    expect(kept).toEqual({ phone: '+79990000001', sex: 'FEMALE' })
    expect(newCounterparty(someClient({ name: '', surname: '' }), null)).toMatchObject({
      name: '+79990000001',
      companyType: 'individual',
      discountCardNumber: '000412',
      externalCode: someClient().id,
    })
  })

  it.each([
    ['+79161234567', ['9161234567', '(916) 123-45-67', '916 123-45-67']],
    ['+420601950001', ['601950001']],
  ])('%s is looked for as %j', (tel, spellings) => {
    expect(phoneSpellings(tel)).toEqual(spellings)
  })
})
