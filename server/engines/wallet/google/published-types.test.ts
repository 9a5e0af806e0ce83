import type { walletobjects_v1 } from '@googleapis/walletobjects'
import { expect, it } from 'vitest'
import { refuseUnknownFields } from '../../../../emulators/google-wallet/published-fields.ts'
import type { FilledCard } from '../../../../card/fill.ts'
import { loyaltyClass, loyaltyObject, OWN_CLASS_FIELDS, OWN_OBJECT_FIELDS } from './loyalty.ts'

/** A card that uses everything we can send. */
const card: FilledCard = {
  organisation: 'Mill',
  cardName: 'Card',
  programName: 'Club',
  colours: { background: '#112233', text: '#ffffff', title: '#eeeeee' },
  fields: {
    top: { label: 'Card', value: '000412', changeMessage: '' },
    center: { label: 'points', value: '12', changeMessage: 'Now %@' },
    left: { label: 'Name', value: 'Jana', changeMessage: '' },
    right: { label: 'Off', value: '5', changeMessage: '' },
  },
  barcode: { type: 'code128', message: '000412', alt: '000412' },
  back: [{ label: 'Address', value: 'Mill street 1' }],
  links: [{ uri: 'https://mill.example/', text: 'Menu' }],
  nfc: null,
  images: {},
}
const locations = [{ latitude: 50, longitude: 14 }]

it("everything we send has a place in Google's published types", () => {
  // The compiler compares the types of the values, the emulator the names of all fields, however deep.
  const sentClass: walletobjects_v1.Schema$LoyaltyClass = loyaltyClass(card, {
    classId: '3388.t',
    issuerName: 'Mill',
    logoUrl: 'https://mill.example/logo.png',
    heroUrl: 'https://mill.example/hero.png',
    callbackUrl: 'https://mill.example/callback',
    locations,
  })
  const sentObject: walletobjects_v1.Schema$LoyaltyObject = loyaltyObject(card, {
    objectId: '3388.o',
    classId: '3388.t',
    state: 'ACTIVE',
    accountId: '000412',
    accountName: 'Jana',
    links: [{ uri: 'https://mill.example/news', text: 'News' }],
    locations,
    endsAt: new Date('2027-01-01T00:00:00Z'),
  })
  for (const field of OWN_CLASS_FIELDS) expect(sentClass).toHaveProperty(field)
  for (const field of OWN_OBJECT_FIELDS) expect(sentObject).toHaveProperty(field)
  refuseUnknownFields('LoyaltyClass', { ...sentClass })
  refuseUnknownFields('LoyaltyObject', { ...sentObject, notifyPreference: 'NOTIFY_ON_UPDATE' })
})
