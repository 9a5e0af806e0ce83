import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FilledCard } from '../../../../card/fill.ts'
import { ellipsize, googleWarnings } from './limits.ts'
import { fitTextModules, loyaltyClass, loyaltyObject } from './loyalty.ts'

const card = (change: Partial<FilledCard> = {}): FilledCard => ({
  organisation: 'Morning Coffee',
  cardName: 'Coffee card',
  programName: 'Coffee club',
  colours: { background: '#3b2a20', text: '#ffffff', title: '#e8d9c9' },
  fields: {
    top: { label: 'Card', value: '000412', changeMessage: '' },
    center: { label: 'Bonus', value: '540.00', changeMessage: 'Bonus: %@' },
    left: { label: 'Holder', value: 'Anna Novak', changeMessage: '' },
    right: { label: 'Discount', value: '5 %', changeMessage: '' },
  },
  barcode: { type: 'qr', message: '000412', alt: 'No. 412' },
  back: [{ label: 'Phone', value: '+420 123 456' }],
  links: [{ uri: 'https://example.org', text: 'Menu' }],
  nfc: null,
  images: {},
  ...change,
})
const classOptions = { classId: '3388.coffee', issuerName: 'Morning Coffee', logoUrl: 'https://example.org/logo.png' }
const objectOptions = { objectId: '3388.card-412', classId: '3388.coffee', state: 'ACTIVE' as const }

describe('the class of a template', () => {
  test('the rows are centre with top, then left with right, in the template of the class', () => {
    const rows = loyaltyClass(card(), classOptions).classTemplateInfo?.cardTemplateOverride.cardRowTemplateInfos
    const text = (id: string) => ({ fieldPath: `object.textModulesData['${id}']` })
    expect(rows).toEqual([
      {
        twoItems: {
          startItem: { firstValue: { fields: [{ fieldPath: 'object.loyaltyPoints.balance' }, text('center')] } },
          endItem: { firstValue: { fields: [text('top')] } },
        },
      },
      {
        twoItems: {
          startItem: { firstValue: { fields: [text('left')] } },
          endItem: { firstValue: { fields: [text('right')] } },
        },
      },
    ])
  })

  test('a row with one field has one item and a card without fields has no rows', () => {
    const one = loyaltyClass(card({ fields: { right: { label: 'A', value: 'B', changeMessage: '' } } }), classOptions)
    expect(one.classTemplateInfo?.cardTemplateOverride.cardRowTemplateInfos).toHaveLength(1)
    expect(one.classTemplateInfo?.cardTemplateOverride.cardRowTemplateInfos[0]).toHaveProperty('oneItem')
    expect(loyaltyClass(card({ fields: {} }), classOptions)).not.toHaveProperty('classTemplateInfo')
  })

  test('names longer than twenty characters end in an ellipsis', () => {
    const made = loyaltyClass(card({ programName: 'The very long bonus programme' }), {
      ...classOptions,
      issuerName: 'Grand Hotel Evropa and Spa',
    })
    expect(made.programName).toBe('The very long bonus…')
    expect(made.issuerName.length).toBeLessThanOrEqual(20)
    expect(made.issuerName.endsWith('…')).toBe(true)
  })

  test('no value of a client is in the class', () => {
    const secret = 'SECRET-412'
    const filled = card({
      fields: {
        top: { label: secret, value: secret, changeMessage: '' },
        center: { label: secret, value: secret, changeMessage: '' },
      },
      back: [{ label: 'x', value: secret }],
      barcode: { type: 'qr', message: secret, alt: secret },
    })
    expect(JSON.stringify(loyaltyClass(filled, classOptions))).not.toContain(secret)
  })

  test('links, hero picture, callback and at most ten places are passed on', () => {
    const locations = Array.from({ length: 12 }, (_, index) => ({ latitude: 50 + index / 100, longitude: 14 }))
    const made = loyaltyClass(card(), {
      ...classOptions,
      heroUrl: 'https://example.org/hero.png',
      callbackUrl: 'https://example.org/cb',
      locations,
    })
    expect(made.heroImage?.sourceUri.uri).toBe('https://example.org/hero.png')
    expect(made.callbackOptions).toEqual({ url: 'https://example.org/cb' })
    expect(made.linksModuleData?.uris).toEqual([{ id: 'link0', uri: 'https://example.org', description: 'Menu' }])
    expect(made.merchantLocations).toHaveLength(10)
    expect(made.reviewStatus).toBe('UNDER_REVIEW')
  })
})

describe('the object of a client', () => {
  test('a short centre field becomes points, the others texts, the back follows', () => {
    const made = loyaltyObject(card(), objectOptions)
    expect(made.loyaltyPoints).toEqual({ label: 'Bonus', balance: { string: '540.00' } })
    expect(made.textModulesData?.map(({ id }) => id)).toEqual(['top', 'left', 'right', 'back0'])
    expect(made.barcode).toEqual({ type: 'QR_CODE', value: '000412', alternateText: 'No. 412' })
  })

  test('a centre field longer than points allow is a text, so it is shown in full', () => {
    const made = loyaltyObject(
      card({ fields: { center: { label: 'Points balance', value: '1 250.00', changeMessage: '' } } }),
      objectOptions,
    )
    expect(made).not.toHaveProperty('loyaltyPoints')
    expect(made.textModulesData?.[0]).toEqual({ id: 'center', header: 'Points balance', body: '1 250.00' })
  })

  test('Code 128 and a missing barcode differ', () => {
    expect(
      loyaltyObject(card({ barcode: { type: 'code128', message: '412', alt: '' } }), objectOptions).barcode,
    ).toEqual({ type: 'CODE_128', value: '412' })
    expect(loyaltyObject(card({ barcode: null }), objectOptions)).not.toHaveProperty('barcode')
  })

  test('a full card keeps every back row within ten texts', () => {
    const back = Array.from({ length: 10 }, (_, index) => ({ label: `Row ${index}`, value: `Text ${index}` }))
    const modules = loyaltyObject(card({ back }), objectOptions).textModulesData ?? []
    expect(modules).toHaveLength(10)
    for (const row of back) expect(JSON.stringify(modules)).toContain(row.value)
  })

  test('any list of texts fits ten and loses no word', () => {
    const module = fc.record({
      id: fc.string(),
      header: fc.string({ minLength: 1 }),
      body: fc.string({ minLength: 1 }),
    })
    fc.assert(
      fc.property(fc.array(module, { maxLength: 25 }), (modules) => {
        const fitted = fitTextModules(modules)
        expect(fitted.length).toBe(Math.min(10, modules.length))
        const all = fitted.map(({ header, body }) => `${header}\n${body}`).join('\n')
        for (const { body } of modules) expect(all).toContain(body)
      }),
    )
  })
})

describe('shortening', () => {
  test('a shortened text is never too long, never torn inside a character, and unchanged when it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 30 }), (text, max) => {
        const short = ellipsize(text, max)
        const whole = text.trim()
        expect(short.length).toBeLessThanOrEqual(max)
        if (whole.length <= max) {
          expect(short).toBe(whole)
          return
        }
        expect(short.endsWith('…')).toBe(true)
        const kept = short.slice(0, -1)
        const boundaries = Array.from(new Intl.Segmenter().segment(whole), ({ index }) => index)
        expect(whole.startsWith(kept)).toBe(true)
        expect(kept.trimEnd()).toBe(kept)
        if (!/\s/.test(whole)) expect(boundaries).toContain(kept.length)
      }),
    )
  })

  test('a family of emoji is kept whole or left out', () => {
    expect(ellipsize('Club 👨‍👩‍👧‍👦 of friends', 20)).toBe('Club 👨‍👩‍👧‍👦 of…')
    expect(ellipsize('Club 👨‍👩‍👧‍👦 of friends', 12)).toBe('Club…')
  })

  test('the editor is warned of everything that Google shows differently', () => {
    expect(googleWarnings(card())).toEqual([])
    const long = card({
      organisation: 'Grand Hotel Evropa and Spa',
      fields: { center: { label: 'Points balance', value: '12 500.00', changeMessage: '' } },
      back: Array.from({ length: 10 }, () => ({ label: 'Row', value: 'x' })),
    })
    expect(googleWarnings(long).map(({ code, where, part }) => `${code} ${where} ${part}`)).toEqual([
      'shortened organisation text',
      'no_notice center label',
      'no_notice center value',
      'merged back rows',
    ])
  })
})
