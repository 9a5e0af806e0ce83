import { describe, expect, it } from 'vitest'
import type { FilledCard } from '../../../../card/fill.ts'
import { passJson, type PassField, type PassIdentity } from './pass-json.ts'

const card: FilledCard = {
  organisation: 'Kofejna U Mlýna',
  cardName: 'Bonus card',
  programName: 'Mill club',
  colours: { background: '#1a2b3c', text: '#ffffff', title: '#000001' },
  fields: {
    top: { label: 'BONUS', value: '12.50', changeMessage: 'Bonus: %@' },
    center: { label: '', value: 'Jana Nováková', changeMessage: '' },
    left: { label: 'CARD', value: '000412', changeMessage: '' },
    right: { label: 'DISCOUNT', value: '5', changeMessage: '' },
  },
  barcode: { type: 'code128', message: '000412', alt: 'No 000412' },
  back: [
    { label: 'Address', value: 'Mlýnská 1' },
    { label: 'Phone', value: '+420 123 456 789' },
  ],
  links: [
    { uri: 'https://example.com/?a=1&b="2"', text: 'Menu <new>' },
    { uri: 'tel:+420123456789', text: 'Call' },
  ],
  nfc: null,
  images: {},
}
const identity: PassIdentity = {
  passTypeIdentifier: 'pass.test.mill',
  teamIdentifier: 'TESTTEAM01',
  serialNumber: 's-1',
  authenticationToken: '0123456789abcdef',
  webServiceUrl: 'https://cards.example/apple',
  message: null,
}
const backField = (key: string, given: Partial<PassIdentity> = {}): PassField | undefined =>
  passJson(card, { ...identity, ...given }).storeCard.backFields.find((field) => field.key === key)

describe('a store card', () => {
  it('puts the four places of a design into header, primary and secondary fields', () => {
    const { storeCard } = passJson(card, identity)
    expect(storeCard.headerFields).toEqual([{ key: 'top', label: 'BONUS', value: '12.50', changeMessage: 'Bonus: %@' }])
    expect(storeCard.primaryFields).toEqual([{ key: 'center', value: 'Jana Nováková' }])
    expect(storeCard.secondaryFields).toEqual([
      { key: 'left', label: 'CARD', value: '000412', textAlignment: 'PKTextAlignmentLeft' },
      { key: 'right', label: 'DISCOUNT', value: '5', textAlignment: 'PKTextAlignmentRight' },
    ])
  })

  it('never uses a field key twice', () => {
    const { storeCard } = passJson(card, identity)
    const keys = Object.values(storeCard)
      .flat()
      .map((field) => field.key)
    expect(keys).toEqual([...new Set(keys)])
    expect(keys).toEqual(['top', 'center', 'left', 'right', 'message', 'back0', 'back1', 'links'])
  })

  it('writes colours as rgb and names itself, its owner and its update service', () => {
    expect(passJson(card, identity)).toMatchObject({
      formatVersion: 1,
      backgroundColor: 'rgb(26, 43, 60)',
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(0, 0, 1)',
      organizationName: 'Kofejna U Mlýna',
      description: 'Bonus card',
      logoText: 'Bonus card',
      webServiceURL: 'https://cards.example/apple',
      authenticationToken: '0123456789abcdef',
    })
    expect(passJson({ ...card, images: { logo: 'x' } }, identity)).not.toHaveProperty('logoText')
  })

  it('has no update service without an address, and refuses a short token', () => {
    const bare = passJson(card, { ...identity, webServiceUrl: null })
    expect(bare).not.toHaveProperty('webServiceURL')
    expect(bare).not.toHaveProperty('authenticationToken')
    expect(() => passJson(card, { ...identity, authenticationToken: 'short' })).toThrow(RangeError)
  })

  it('escapes links into anchors and gives the watch a plain text', () => {
    expect(backField('links')).toMatchObject({
      value: 'Menu <new>: https://example.com/?a=1&b="2"\nCall: tel:+420123456789',
      attributedValue: [
        '<a href="https://example.com/?a=1&amp;b=&quot;2&quot;">Menu &lt;new&gt;</a>',
        '<a href="tel:+420123456789">Call</a>',
      ].join('\n'),
    })
    expect(passJson({ ...card, links: [] }, identity).storeCard.backFields.map(({ key }) => key)).not.toContain('links')
  })

  it('keeps ten locations and ten beacons, the best first', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ latitude: index, longitude: 0 }))
    const beacons = Array.from({ length: 12 }, (_, index) => ({ proximityUUID: `uuid-${index}` }))
    const pass = passJson(card, { ...identity, locations: many, beacons })
    expect(pass.locations).toEqual(many.slice(0, 10))
    expect(pass.beacons).toHaveLength(10)
  })

  it('contains the distance of a location only if there is one', () => {
    const near = { latitude: 50.0874, longitude: 14.4212, relevantText: 'Coffee is near' }
    expect(passJson(card, { ...identity, locations: [near], maxDistanceM: 100 })).toMatchObject({
      locations: [near],
      maxDistance: 100,
    })
    const bare = passJson(card, {
      ...identity,
      locations: [],
      beacons: [{ proximityUUID: 'U', major: 0, minor: 0 }],
      maxDistanceM: 100,
    })
    expect(bare).not.toHaveProperty('locations')
    expect(bare).not.toHaveProperty('maxDistance')
    expect(bare.beacons).toEqual([{ proximityUUID: 'U', major: 0, minor: 0 }])
  })

  it('can expire and can be taken back', () => {
    const pass = passJson(card, { ...identity, expiresAt: new Date('2027-01-01T00:00:00Z'), voided: true })
    expect(pass).toMatchObject({ expirationDate: '2027-01-01T00:00:00.000Z', voided: true })
  })
})

describe('a message', () => {
  const at = new Date()

  it('has its field on every card, so that the first text already is a change', () => {
    expect(backField('message')).toMatchObject({ value: '', changeMessage: '%@' })
  })

  it('alerts when the same words are sent twice in a row', () => {
    const texts = [0, 1, 2].map(
      (sequence) => backField('message', { message: { text: 'Free coffee', at, sequence } })?.value,
    )
    expect(texts[0]).toBe('Free coffee')
    expect(texts[1]).toBe('Free coffee\u200B')
    expect(texts[2]).toBe('Free coffee')
  })
})

describe('a barcode', () => {
  it('of bars is followed by a QR code for the watch', () => {
    expect(passJson(card, identity).barcodes?.map(({ format }) => format)).toEqual([
      'PKBarcodeFormatCode128',
      'PKBarcodeFormatQR',
    ])
  })

  it('outside Latin-1 is declared as UTF-8 and only drawn as QR', () => {
    const barcode = { type: 'qr' as const, message: 'Яна', alt: '' }
    expect(passJson({ ...card, barcode }, identity).barcodes).toEqual([
      { format: 'PKBarcodeFormatQR', message: 'Яна', messageEncoding: 'utf-8' },
    ])
  })

  it('is absent when the design has none', () => {
    expect(passJson({ ...card, barcode: null }, identity)).not.toHaveProperty('barcodes')
  })
})

it('an NFC text is cut to 64 bytes between two signs', () => {
  const nfc = passJson({ ...card, nfc: { message: 'я'.repeat(40), publicKey: 'KEY' } }, identity).nfc
  expect(nfc).toEqual({ message: 'я'.repeat(32), encryptionPublicKey: 'KEY' })
})
