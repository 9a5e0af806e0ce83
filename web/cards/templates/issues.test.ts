import { describe, expect, it } from 'vitest'
import type { Design } from '../../../contract/cards/design.ts'
import { SYSTEM_VARIABLES } from '../../../contract/limits.ts'
import type { Draft } from './card-draft.ts'
import { findIssues } from './issues.ts'
import { samplePerson, sampleValues } from './sample.ts'
import { starterDesign } from './starters.ts'

const values = sampleValues(samplePerson({ name: 'Anna', surname: 'Schmidt', promo: 'ANNA10' }), [], {})
const base = starterDesign('coffee', 'bonus', 'Coffee Lab', (key) =>
  key.endsWith('Changed') ? 'Now %@' : key.slice(0, 8),
)
const draftOf = (design: Partial<Design>, rest: Partial<Draft> = {}): Draft => ({
  name: 'Card',
  birthdayEnabled: false,
  endsOn: null,
  endsAfterDays: null,
  variables: {},
  ...rest,
  design: { ...base, ...design },
})
const issuesOf = (draft: Draft) => findIssues(draft, new Set(SYSTEM_VARIABLES), values)
const found = (draft: Draft, code: string) => issuesOf(draft).find((issue) => issue.code === code)

describe('what the contract refuses', () => {
  it('an empty name is an error at its field', () => {
    expect(found(draftOf({}, { name: '  ' }), 'field_invalid')).toMatchObject({
      severity: 'error',
      control: 'name',
      values: { reason: 'required' },
    })
  })

  it('a notice without the placeholder of the value is an error at the notice', () => {
    const issue = found(
      draftOf({ fields: { ...base.fields, top: { label: 'a', value: 'b', changeMessage: 'New value' } } }),
      'field_invalid',
    )
    expect(issue).toMatchObject({ control: 'design.fields.top.changeMessage', values: { reason: 'needs_value_mark' } })
  })

  it('a link of a scheme that is not allowed is an error in its row', () => {
    const issue = found(
      draftOf({ back: { fields: [], links: [{ uri: 'javascript:alert(1)', text: 'x' }] } }),
      'field_invalid',
    )
    expect(issue).toMatchObject({ control: 'design.back.links.0.uri', values: { reason: 'link_scheme' } })
  })
})

describe('variables', () => {
  it('an unknown one is an error at its control', () => {
    const issue = found(draftOf({ barcode: { type: 'qr', message: '{cardnumbr}', alt: '' } }), 'unknown_variable')
    expect(issue).toMatchObject({
      severity: 'error',
      control: 'design.barcode.message',
      values: { name: '{cardnumbr}' },
    })
  })

  it('a known one is an error in a text that is the same for all', () => {
    expect(found(draftOf({ programName: 'Club of {cardholder}' }), 'field_invalid')).toMatchObject({
      severity: 'error',
      values: { reason: 'variable_not_here' },
      control: 'design.programName',
    })
  })
})

describe('how the card will look', () => {
  it.each([
    ['#777777', 'low_contrast'],
    ['#555555', 'very_low_contrast'],
  ])('text %s on a dark card is %s', (text, code) => {
    const issue = found(draftOf({ colours: { background: '#222222', text, title: '#ffffff' } }), code)
    expect(issue).toMatchObject({ severity: 'warning', control: 'design.colours.text' })
  })

  it('an incomplete colour raises no contrast issue', () => {
    expect(
      found(draftOf({ colours: { background: '#22', text: '#fff', title: '#ffffff' } }), 'low_contrast'),
    ).toBeUndefined()
  })

  it('reports a missing barcode, and Cyrillic in a Code 128', () => {
    expect(found(draftOf({ barcode: { type: 'none', message: '', alt: '' } }), 'no_barcode')).toMatchObject({
      control: 'design.barcode.type',
    })
    const cyrillic = draftOf({ barcode: { type: 'code128', message: 'Карта {cardnumber}', alt: '' } })
    expect(found(cyrillic, 'field_invalid')).toMatchObject({
      control: 'design.barcode.message',
      values: { reason: 'code_letters' },
    })
    expect(found(cyrillic, 'code_not_latin'), 'said once').toBeUndefined()
    const named = draftOf({ barcode: { type: 'code128', message: '{cardholder}', alt: '' } })
    expect(found(named, 'code_not_latin')).toBeUndefined()
    const issues = findIssues(named, new Set(SYSTEM_VARIABLES), { ...values, cardholder: 'Žofie' })
    expect(issues.find((issue) => issue.code === 'code_not_latin')).toMatchObject({ severity: 'warning' })
  })

  it.each(['aztec', 'pdf417'] as const)('reports a client with other letters in an %s', (type) => {
    const named = draftOf({ barcode: { type, message: '{cardholder}', alt: '' } })
    const issues = findIssues(named, new Set(SYSTEM_VARIABLES), { ...values, cardholder: 'Žofie' })
    expect(issues.find((issue) => issue.code === 'code_not_latin')).toMatchObject({ severity: 'warning' })
    expect(found(named, 'code_not_latin')).toBeUndefined()
  })

  it('reports a label without a value, and an empty front', () => {
    const empty = { label: '', value: '', changeMessage: '' }
    expect(
      found(draftOf({ fields: { ...base.fields, left: { ...empty, label: 'Name' } } }), 'empty_value'),
    ).toMatchObject({ control: 'design.fields.left.value' })
    expect(
      found(draftOf({ fields: { top: null, center: null, left: empty, right: null } }), 'front_empty'),
    ).toBeDefined()
  })
})

describe('NFC', () => {
  it('a key that is no compressed P-256 key is an error at its field', () => {
    const withKey = (publicKey: string) =>
      found(draftOf({ nfc: { message: '{cardnumber}', publicKey } }), 'field_invalid')
    expect(withKey('')).toMatchObject({
      severity: 'error',
      control: 'design.nfc.publicKey',
      values: { reason: 'nfc_key' },
    })
    expect(withKey('MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJSSx/wk8yJFezle8j14BEN5cso4ZvvyfJBLWLKX4Yro=')).toBeUndefined()
  })
})

describe('texts that a wallet cannot show', () => {
  it('are errors at their fields', () => {
    const draft = draftOf({
      programName: 'Club\u0007',
      back: {
        fields: [{ label: 'Address', value: 'Mill street 1\nPrague\u0000' }],
        links: [{ uri: 'https://bank.example@evil.example', text: 'x' }],
      },
    })
    expect(
      issuesOf(draft).flatMap((issue) =>
        issue.code === 'field_invalid' ? [[issue.control, issue.values.reason]] : [],
      ),
    ).toEqual([
      ['design.programName', 'control_characters'],
      ['design.back.fields.0.value', 'control_characters'],
      ['design.back.links.0.uri', 'link_address'],
    ])
  })
})

describe('what Google shows differently', () => {
  it('reports a centre label over nine characters only when its change is announced', () => {
    const center = { label: 'Points balance', value: '{bonus}', changeMessage: 'Now %@' }
    expect(found(draftOf({ fields: { ...base.fields, center } }), 'label_long_google')).toMatchObject({
      values: { length: 14, max: 9 },
    })
    expect(
      found(draftOf({ fields: { ...base.fields, center: { ...center, changeMessage: '' } } }), 'label_long_google'),
    ).toBeUndefined()
  })

  it('reports names over twenty characters and more than ten texts', () => {
    expect(found(draftOf({ programName: 'The programme of our regular guests' }), 'name_long_google')).toBeDefined()
    const fields = Array.from({ length: 9 }, (_, i) => ({ label: `Row ${i}`, value: 'x' }))
    expect(found(draftOf({ back: { fields, links: [] } }), 'too_many_texts_google')).toMatchObject({
      values: { count: 13 },
    })
  })
})
