/** Vectors made with openssl from texts in the vendor's order. */
import { describe, expect, it } from 'vitest'
import { HASHES } from '../../../../../contract/business/payments.ts'
import { BONUS_PERIOD, feeOf } from '../../../../../contract/business/payment-sums.ts'
import { readXml } from '../../../../base/xml.ts'
import type { Outbound } from '../../../../base/outbound/outbound.ts'
import type { PaymentShop } from '../provider.ts'
import { minorOf, outSum } from './amount.ts'
import { readState, robokassa } from './robokassa.ts'
import { isSigned, ownParts, sign } from './signature.ts'

const SHOP: PaymentShop = {
  login: 'shop',
  password1: 'pass1',
  password2: 'pass2',
  hash: 'sha256',
  isTest: false,
  payUrl: 'https://pay.example/Index.aspx',
  serviceUrl: 'https://pay.example/Service.asmx',
}
const OWN = { Shp_place: 'anna-shop', Shp_c: '77' }
const ORDER = {
  number: 15,
  cabinetId: 77,
  place: 'anna-shop',
  totalMinor: 10_000,
  currency: 'EUR',
  culture: 'en' as const,
  description: 'Kartoteka 15',
  until: new Date('2026-11-27T10:00:00Z'),
}
const LINK_SHA256 = '9cf9e2c2287cb8f4a43da0703a0b9d8a33b6e4c4ad54929b89ba1a143224ae6a'
const RESULT_SHA256 = '2b530fd279c24e5721f266398859ed6713af7f2a74593660f270e7b6baba81d1'

const RESULT = {
  OutSum: '100.000000',
  InvId: '15',
  Fee: '0.00',
  EMail: '',
  PaymentMethod: 'BankCard',
  ...OWN,
  SignatureValue: RESULT_SHA256.toUpperCase(),
}

describe('a signature', () => {
  it.each([
    ['md5', 'a9d871fee55819da61520d8edcd67dc6'],
    ['ripemd160', 'b6b73ecf583278cf866d947d4c503218744aaa22'],
    ['sha1', '73b2f17c177802708f2a1f09bc4846ecdca2186d'],
    ['sha256', LINK_SHA256],
    ['sha384', '7ea6177c64c2361241a1417ebea3fc1a71848daed0e378c1052c6b44ac0d476d868d7e3a9c91e9148960201067287073'],
    [
      'sha512',
      '24d16df6cc9345a4d5271d320cb6e374a5e16181c8df0231d7baa47cb7b692fd' +
        '160d2e2faf44a64c3b48195685bd07946e192f2bdf7ca39f5f464e2aaa468458',
    ],
  ] as const)('of a link by %s', (hash, wanted) => {
    expect(sign(hash, ['shop', '100.00', '15', 'EUR'], 'pass1', ownParts(OWN))).toBe(wanted)
    expect(HASHES).toContain(hash)
  })

  it('keeps the empty place of a number that is not named', () => {
    expect(sign('md5', ['shop', '100.00', ''], 'pass1')).toBe('1410761f325ac831bac8b2cd9d672b7f')
  })

  it('sorts own parameters by name, in whatever order they came, and takes only those', () => {
    expect(ownParts({ Shp_b: '2', OutSum: '1', shp_a: '1', Shp_a: '0' })).toEqual(['Shp_a=0', 'Shp_b=2', 'shp_a=1'])
  })

  it('does not mind letter case, and minds everything else', () => {
    expect(isSigned(LINK_SHA256.toUpperCase(), LINK_SHA256)).toBe(true)
    expect(isSigned(LINK_SHA256.slice(1), LINK_SHA256)).toBe(false)
    expect(isSigned('', LINK_SHA256)).toBe(false)
  })
})

describe('an amount', () => {
  it.each([
    ['123.45', 12_345],
    ['123.450000', 12_345],
    ['39', 3900],
    ['0.01', 1],
    ['123.451', null],
    ['123.4500001', null],
    ['-5.00', null],
    ['1e3', null],
    [' 5.00', null],
    ['5,00', null],
    ['', null],
  ])('%s', (text, minor) => expect(minorOf(text)).toBe(minor))

  it('is written with two decimals', () => {
    expect([1, 100, 12_345, 1_000_005].map(outSum)).toEqual(['0.01', '1.00', '123.45', '10000.05'])
  })
})

describe('the fee', () => {
  it.each([
    [3900, 113],
    [10_000, 290],
    [1_000_000, 29_000],
    // 2.9 % of 50.50 is 1.4645, of 50.17 it is 1.45493, of 50.00 exactly 1.45.
    [5050, 146],
    [5017, 145],
    [5000, 145],
    // Exactly half a cent goes up: 2.9 % of 45.00 is 1.305.
    [4500, 131],
  ])('of %i is %i', (amount, fee) => expect(feeOf(amount)).toBe(fee))

  it('is within half a cent of 2.9 % for every amount, and never falls', () => {
    const amounts = Array.from({ length: 961_000 }, (_, at) => 3900 + at)
    const isWrong = (amount: number) =>
      Math.abs(feeOf(amount) * 1000 - amount * 29) > 500 || feeOf(amount) < feeOf(amount - 1)
    expect(amounts.filter(isWrong)).toEqual([])
    expect(BONUS_PERIOD).toBe(12)
  })
})

describe('the link', () => {
  it('is signed over amount, number, currency and whom it is for', () => {
    const { searchParams } = new URL(robokassa.linkOf(SHOP, ORDER))
    expect(Object.fromEntries(searchParams)).toEqual({
      MerchantLogin: 'shop',
      OutSum: '100.00',
      InvId: '15',
      Description: 'Kartoteka 15',
      OutSumCurrency: 'EUR',
      Culture: 'en',
      Encoding: 'utf-8',
      ExpirationDate: '2026-11-27T10:00:00.000Z',
      Shp_c: '77',
      Shp_place: 'anna-shop',
      SignatureValue: LINK_SHA256,
    })
  })

  it('names a test only in test mode, and no currency in the one of the shop', () => {
    const of = (shop: Partial<PaymentShop>, order: Partial<typeof ORDER>) =>
      new URL(robokassa.linkOf({ ...SHOP, ...shop }, { ...ORDER, ...order })).searchParams
    expect(of({ isTest: true }, {}).get('IsTest')).toBe('1')
    expect(of({}, {}).has('IsTest')).toBe(false)
    expect(of({}, { currency: 'RUB' }).has('OutSumCurrency')).toBe(false)
  })
})

describe('the result', () => {
  it('is read with the text of the amount as it came', () => {
    const paid = { kind: 'paid', number: 15, cabinetId: 77, totalMinor: 10_000, isTest: false }
    expect(robokassa.readResult(SHOP, RESULT)).toEqual(paid)
    expect(robokassa.readResult(SHOP, { ...RESULT, IsTest: '1' })).toEqual({ ...paid, isTest: true })
    expect(robokassa.readResult(SHOP, { ...RESULT, IsTest: '0' })).toEqual(paid)
    expect(robokassa.answerTo(15)).toBe('OK15')
  })

  it.each([
    ['the same amount written otherwise', { OutSum: '100.00' }],
    ['another amount', { OutSum: '1.000000' }],
    ['another number', { InvId: '16' }],
    ['another business', { Shp_c: '78' }],
    ['another place', { Shp_place: 'other-shop' }],
    ['one parameter more', { Shp_x: '1' }],
    ['another letter case of a parameter', { Shp_c: undefined, shp_c: '77' }],
    ['a cut signature', { SignatureValue: RESULT_SHA256.slice(0, 32) }],
    ['the signature of the link', { SignatureValue: LINK_SHA256 }],
    ['a signature by another hash', { SignatureValue: sign('md5', ['100.000000', '15'], 'pass2', ownParts(OWN)) }],
    [
      'a signature by the first password',
      { SignatureValue: sign('sha256', ['100.000000', '15'], 'pass1', ownParts(OWN)) },
    ],
  ])('is refused for %s', (_, change) => {
    const fields = Object.fromEntries(
      Object.entries({ ...RESULT, ...change }).filter((one): one is [string, string] => one[1] !== undefined),
    )
    expect(robokassa.readResult(SHOP, fields)).toEqual({ kind: 'refused', reason: 'bad_signature' })
  })

  it.each(['OutSum', 'InvId', 'SignatureValue'])('is no result without %s', (name) => {
    const fields = Object.fromEntries(Object.entries(RESULT).filter(([key]) => key !== name))
    expect(robokassa.readResult(SHOP, fields)).toEqual({ kind: 'refused', reason: 'malformed' })
  })

  it.each(['0', '-1', '1.5', '2147483648', '15 ', 'x'])(
    'knows no payment of number "%s", though it is signed',
    (InvId) => {
      const SignatureValue = sign('sha256', ['100.000000', InvId], 'pass2', ownParts(OWN))
      expect(robokassa.readResult(SHOP, { ...RESULT, InvId, SignatureValue })).toEqual({
        kind: 'refused',
        reason: 'unknown_payment',
      })
    },
  )
})

describe('a question', () => {
  const state = (inside: string) =>
    readState(
      readXml(`<?xml version="1.0"?><R xmlns="http://merchant.roboxchange.com/WebService/">${inside}</R>`) ?? '',
      77,
    )
  const ok = '<Result><Code>0</Code></Result>'
  const fieldsOf = (own: object) =>
    `<UserField>${Object.entries(own)
      .map(([name, value]) => `<Field><Name>${name}</Name><Value>${value}</Value></Field>`)
      .join('')}</UserField>`

  it.each([
    [`${ok}<State><Code>5</Code></State>`, { kind: 'waiting' }],
    [`${ok}<State><Code>20</Code></State>`, { kind: 'waiting' }],
    [`${ok}<State><Code>50</Code></State>`, { kind: 'waiting' }],
    [`${ok}<State><Code>80</Code></State>`, { kind: 'waiting' }],
    [`${ok}<State><Code>10</Code></State>`, { kind: 'cancelled' }],
    [`${ok}<State><Code>60</Code></State>`, { kind: 'failed' }],
    [`${ok}<State><Code>100</Code></State><Info><OutSum>100.00</OutSum></Info>`, { kind: 'paid', totalMinor: 10_000 }],
    [`${ok}<State><Code>100</Code></State>`, { kind: 'paid', totalMinor: null }],
    [`${ok}<State><Code>5</Code></State>${fieldsOf({ Shp_c: '77' })}`, { kind: 'waiting' }],
    // Numbers that another seller has used at the same shop.
    [`${ok}<State><Code>100</Code></State>${fieldsOf({ Shp_c: '78' })}`, { kind: 'unknown' }],
    [`${ok}<State><Code>10</Code></State>${fieldsOf({ Shp_order: '77' })}`, { kind: 'unknown' }],
    ['<Result><Code>3</Code></Result>', { kind: 'unknown' }],
    ['<Result><Code>1</Code></Result>', { kind: 'unanswered', detail: 'code 1' }],
    ['<Result><Code>1000</Code></Result>', { kind: 'unanswered', detail: 'code 1000' }],
    [`${ok}<State><Code>77</Code></State>`, { kind: 'unanswered', detail: 'state 77' }],
    ['', { kind: 'unanswered', detail: 'code NaN' }],
  ])('is answered by %s', (inside, wanted) => expect(state(inside)).toEqual(wanted))

  it('is signed over login and number, and a broken answer is none', async () => {
    const asked: string[] = []
    const outbound: Outbound = {
      async send({ url }) {
        asked.push(url)
        return { kind: 'answered', status: 200, headers: {}, text: 'no xml', json: () => undefined as never }
      },
    }
    expect(await robokassa.askState(SHOP, { number: 15, cabinetId: 77 }, outbound)).toEqual({
      kind: 'unanswered',
      detail: 'not readable',
    })
    expect(asked).toEqual([
      'https://pay.example/Service.asmx/OpStateExt?MerchantLogin=shop&InvoiceID=15&Signature=' +
        'd7b0a5b35a7a96bb4c4709a1bcd60bb95ecc34ddcebfd2d55bfa6060816e2109',
    ])
  })
})
