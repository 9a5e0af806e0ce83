import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, dirname } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { account, anna, coffee, google, setUpGoogle, wallet } from '../../test/google-wallet-setup.ts'
import { connectGoogle } from '../../server/engines/wallet/google/client.ts'
import { isFieldPath, PUBLISHED_FIELDS, refuseUnknownFields } from './published-fields.ts'

/** Every resource that Google publishes, with its fields and their types. */
function publishedByGoogle(): Record<string, Record<string, string>> {
  const main = createRequire(import.meta.url).resolve('@googleapis/walletobjects')
  const text = readFileSync(join(dirname(main), 'v1.d.ts'), 'utf8')
  return Object.fromEntries(
    [...text.matchAll(/interface Schema\$(\w+) \{\n([\s\S]*?)^ {4}\}/gm)].map(([, name = '', body = '']) => [
      name,
      Object.fromEntries(
        [...body.matchAll(/^ {8}(\w+)\?: ([^;]+);$/gm)].map(([, field = '', type = '']) => [
          field,
          type.replace(/ \| null$/, '').replaceAll('Schema$', ''),
        ]),
      ),
    ]),
  )
}

/** A resource and those that it names, however deep. */
function reachable(all: Record<string, Record<string, string>>, names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name) || !all[name]) return
    found.add(name)
    for (const type of Object.values(all[name])) visit(type.replace('[]', ''))
  }
  names.forEach(visit)
  return [...found].sort()
}

test("the emulator knows the fields of Google's published types, all of them and no others", () => {
  const published = publishedByGoogle()
  const wanted = reachable(published, ['LoyaltyClass', 'LoyaltyObject', 'AddMessageRequest'])
  const types = new Set(
    wanted.flatMap((name) => Object.values(published[name] ?? {})).map((type) => type.replace('[]', '')),
  )
  expect([...types].filter((type) => !wanted.includes(type)).sort()).toEqual(['boolean', 'number', 'string'])
  expect(PUBLISHED_FIELDS).toEqual(Object.fromEntries(wanted.map((name) => [name, published[name]])))
})

describe('as Google, the emulator refuses', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'a field that does not exist',
      { programNme: 'x' },
      'Invalid JSON payload received. Unknown name "programNme": Cannot find field.',
    ],
    ['a field of objects in a class', { barcode: {} }, 'Unknown name "barcode"'],
    [
      'a field that does not exist further in',
      { programLogo: { sourceUri: { url: 'https://a.example' } } },
      `Unknown name "url" at 'program_logo.source_uri'`,
    ],
    [
      'a field that does not exist in a list',
      { textModulesData: [{ id: 'a' }, { text: 'b' }] },
      `Unknown name "text" at 'text_modules_data[1]'`,
    ],
    ['a number for a text', { programName: 5 }, `Invalid value at 'program_name' (TYPE_STRING), 5`],
    ['a text for an object', { programLogo: 'https://a.example' }, `Invalid value at 'program_logo'`],
    ['an object for a list', { messages: {} }, `Invalid value at 'messages'`],
    ['a text for a place', { merchantLocations: [{ latitude: 'north', longitude: 1 }] }, '(TYPE_DOUBLE), "north"'],
    ['a text for yes or no', { enableSmartTap: 'yes' }, '(TYPE_BOOL), "yes"'],
    ['a name of every object', { constructor: 'x' }, 'Unknown name "constructor"'],
  ])('%s', (_, body, message) => {
    expect(() => refuseUnknownFields('LoyaltyClass', body)).toThrow(message)
  })

  it('nothing that an update clears, and no 64-bit number in either form', () => {
    refuseUnknownFields('LoyaltyClass', { heroImage: null, version: '7' })
    refuseUnknownFields('LoyaltyClass', { version: 7, merchantLocations: [{ latitude: '1.5', longitude: 2 }] })
    expect(() => refuseUnknownFields('LoyaltyClass', { heroPicture: null })).toThrow('Unknown name "heroPicture"')
  })

  it.each([
    ['object.loyaltyPoints.balance', true],
    [`object.textModulesData['back-1']`, true],
    ['class.issuerName', true],
    ['object.textModulesData', false],
    ['object.loyaltyPoints.total', false],
    [`object.loyaltyPoints['a']`, false],
    ['card.loyaltyPoints', false],
    ['object', false],
  ])('the field path %s: %s', (path, isOne) => expect(isFieldPath(path)).toBe(isOne))
})

describe('over the wire', () => {
  setUpGoogle()

  const refusal = async (change: () => Promise<unknown>) =>
    change().then(
      () => 'accepted',
      (error: Error) => error.message,
    )

  it('an unknown field is refused in an insert, an update and a message, and nothing is changed', async () => {
    const before = await wallet.getObject('3388.anna')
    const odd = { ...anna, points: 5 } as never
    for (const known of [true, false])
      expect(await refusal(() => wallet.putObject(odd, { known }))).toContain('Unknown name "points"')
    const message = { id: 'a', header: 'a', body: 'b', messageType: 'TEXT', sound: true } as never
    expect(await refusal(() => wallet.addMessage('object', '3388.anna', message))).toContain(
      `Unknown name "sound" at 'message'`,
    )
    expect(await wallet.getObject('3388.anna')).toEqual(before)
  })

  it.each<[string, object, string]>([
    ['an unknown state', { state: 'OPEN' }, 'Invalid value for state'],
    ['letters that Code 128 lacks', { barcode: { type: 'CODE_128', value: 'Žlutý' } }, 'Invalid barcode value'],
    ['a code without a value', { barcode: { type: 'QR_CODE', value: '' } }, 'Barcode value is required'],
    ['an unknown kind of code', { barcode: { type: 'code-128', value: '1' } }, 'Invalid barcode type'],
    ['points of two kinds', { loyaltyPoints: { balance: { string: '1', int: 1 } } }, 'exactly one value'],
    ['half a point', { loyaltyPoints: { balance: { int: 1.5 } } }, 'Invalid value'],
    ['an address without a host', { linksModuleData: { uris: [{ uri: 'https://' }] } }, 'Invalid URI'],
    ['an address with a space', { linksModuleData: { uris: [{ uri: 'https://a b.example' }] } }, 'Invalid URI'],
    ['a place outside of the earth', { merchantLocations: [{ latitude: 91, longitude: 0 }] }, 'Invalid location'],
  ])('%s is refused in a card', async (_, change, message) => {
    expect(await refusal(() => wallet.putObject({ ...anna, ...change } as never, { known: true }))).toContain(message)
  })

  it.each<[string, object, string]>([
    ['a row of a field that no card has', rowsOf('object.bonus'), 'Invalid field path'],
    ['four rows', rowsOf(...Array.from({ length: 4 }, () => 'object.accountId')), 'At most three rows'],
    ['holders of an unknown kind', { multipleDevicesAndHoldersAllowedStatus: 'ALL' }, 'Invalid value for multiple'],
    ['a callback without a host', { callbackOptions: { url: 'https://' } }, 'Invalid callbackOptions.url'],
  ])('%s is refused in a class', async (_, change, message) => {
    expect(await refusal(() => wallet.putClass({ ...coffee(), ...change } as never))).toContain(message)
  })

  it('an issuer that was taken from the account is refused, the other one is not', async () => {
    google.setTroubles({ lostIssuerId: '9999' })
    expect(await wallet.getObject('3388.anna')).toMatchObject({ state: 'ACTIVE' })
    google.setTroubles({ lostIssuerId: '3388' })
    const other = connectGoogle({ apiUrl: `${google.url}/walletobjects/v1`, tokenUrl: `${google.url}/token`, account })
    expect(await refusal(() => other.getObject('3388.anna'))).toContain('403, permissionDenied')
  })
})

function rowsOf(...paths: string[]): object {
  const rows = paths.map((fieldPath) => ({ oneItem: { item: { firstValue: { fields: [{ fieldPath }] } } } }))
  return { classTemplateInfo: { cardTemplateOverride: { cardRowTemplateInfos: rows } } }
}
