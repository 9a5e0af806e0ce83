import { expect, test } from 'vitest'
import { type ClientFieldValues, forClientFields, valueOfField } from '../../../contract/people/client-fields.ts'
import type { Client } from '../../../contract/people/clients.ts'
import { mergeDrafts } from '../../base/draft/merge.ts'
import { isSame } from '../../base/draft/same.ts'
import { draftOf, essenceOf, holderOf, readDraft } from './client-draft.ts'

const client: Client = {
  id: '019a0000-0000-7000-8000-000000000001',
  ...(forClientFields((_, field) => valueOfField(field, '')) as ClientFieldValues),
  name: 'Eva',
  surname: 'Novak',
  cardNumber: 412,
  cardTrack: 'T412',
  template: { id: '019a0000-0000-7000-8000-000000000002', name: 'Coffee' },
  balanceMinor: 125050,
  bonusMinor: 32000,
  discountHundredths: 550,
  tel: '+420601234567',
  email: '',
  birthday: null,
  sex: null,
  installs: ['apple'],
  removedAt: null,
  tags: [],
  removals: [],
  utm: null,
  sync: null,
  createdAt: '2026-11-12T08:00:00Z',
  inviteCode: 'K7M2Q9XA',
  inviter: null,
  friends: 0,
  promoCode: '',
  extra: { car: '' },
  version: 3,
  cardUrl: 'https://example.com/i/x',
  devices: [],
  cards: [],
  form: null,
  consentAt: null,
  archivedAt: null,
  mergedInto: null,
  merged: [],
  consent: null,
  typedTel: '',
  sameNumber: [],
  consents: [],
  reminder: null,
  telegram: null,
  consentSource: '',
}

test('an unchanged client is saved as it was', () => {
  const read = readDraft(draftOf(client), client.version, () => false)
  expect(read).toEqual({
    input: expect.objectContaining({
      balanceMinor: 125050,
      bonusMinor: 32000,
      discountHundredths: 550,
      birthday: null,
      sex: null,
      version: 3,
    }),
  })
})

test('each wrong field has its own sentence', () => {
  const read = readDraft(
    {
      ...draftOf(client),
      email: 'nobody',
      tel: '1',
      balance: 'many',
      discount: '120',
      birthday: '2026-02-31',
      name: 'x'.repeat(61),
    },
    3,
    () => false,
  )
  expect(read).toEqual({
    faults: {
      email: { code: 'email' },
      tel: { code: 'phone' },
      birthday: { code: 'date' },
      balance: { code: 'invalid' },
      discount: { code: 'too_big', detail: { max: 100 } },
      name: { code: 'too_long', detail: { max: 60 } },
    },
  })
})

test('the card shows what is typed, and the last valid amount while the typed one is invalid', () => {
  expect(holderOf({ ...draftOf(client), name: 'Ewa', balance: '7,5', bonus: '3x' }, client)).toMatchObject({
    name: 'Ewa',
    balanceMinor: 750,
    bonusMinor: 32000,
  })
})

test('an empty extra field is left out', () => {
  const filledWith = (extra: Record<string, string>) => essenceOf({ ...draftOf(client), extra })
  expect(isSame(filledWith({ car: '' }), filledWith({}))).toBe(true)
  expect(isSame(filledWith({ car: '' }), filledWith({ car: 'BMW' }))).toBe(false)
})

test('when two people change one client, each extra field merges separately and the balance is asked about', () => {
  const base = draftOf(client)
  const mine = { ...base, balance: '10.00', extra: { car: 'BMW' } }
  const newer = { ...base, balance: '99.00', surname: 'Novotna', extra: { car: '', pet: 'cat' } }
  const { value, conflicts } = mergeDrafts(base, mine, newer)
  expect(value).toEqual({ ...base, balance: '10.00', surname: 'Novotna', extra: { car: 'BMW', pet: 'cat' } })
  expect(conflicts.map(({ path }) => path)).toEqual([['balance']])
})
