/** The codes that each wallet gets for a card. */
import type { FilledCard } from '../card/fill.ts'
import { passJson } from '../server/engines/wallet/apple/pass-json.ts'
import { loyaltyObject } from '../server/engines/wallet/google/loyalty.ts'

export const appleBarcodes = (card: FilledCard): string[] =>
  (
    passJson(card, {
      passTypeIdentifier: 'pass.test',
      teamIdentifier: 'TESTTEAM01',
      serialNumber: 's',
      authenticationToken: '0123456789abcdef',
      webServiceUrl: null,
      message: null,
    }).barcodes ?? []
  ).map((code) => code.format)

export const googleBarcode = (card: FilledCard): string | undefined =>
  loyaltyObject(card, { objectId: '1.o', classId: '1.c', state: 'ACTIVE' }).barcode?.type
