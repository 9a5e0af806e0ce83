import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { RequiredText } from '../../contract/page.ts'
import { SignUp } from '../../contract/platform/users.ts'
import { wordsOf } from '../../words/say.ts'
import { FILLING } from '../../words/words.ts'
import { applyFields, faultsIn } from './form.ts'
import { Refused } from './refused.ts'

beforeAll(async () => {
  const { refusals } = wordsOf('en')
  await i18next.init({ ...FILLING, lng: 'en', ns: ['refusals'], resources: { en: { refusals } } })
})

test('a form is checked by the contract and shows sentences', () => {
  const faults = faultsIn(SignUp, { email: 'anna', password: 'abc', consent: false })
  expect(faultsIn(z.object({ name: RequiredText(9) }), { name: ' ' })).toEqual({ name: 'Fill in this field.' })
  expect(faults.email).toContain('anna@example.com')
  expect(faults.password).toBe('Enter at least 8 characters.')
  expect(faults.consent).toBe('We need your consent to continue.')
})

test('a value of the wrong kind is wrong, an empty one is missing', () => {
  const Numbers = z.object({ from: z.int(), to: z.int(), step: z.int(), kind: z.enum(['a', 'b']) })
  expect(faultsIn(Numbers, { from: 'ten', to: '', step: null, kind: 'c' })).toEqual({
    from: 'Check this value.',
    to: 'Fill in this field.',
    step: 'Fill in this field.',
    kind: 'Check this value.',
  })
})

test('refused fields land in the form and the first one gets the cursor', () => {
  const shown: Record<string, unknown> = {}
  const focused: string[] = []
  const form = {
    setErrors: (errors: object) => Object.assign(shown, errors),
    getInputNode: (path: string) => ({ focus: () => focused.push(path) }),
  }
  const refused = new Refused(422, {
    code: 'invalid_input',
    message: '',
    fields: { tel: { code: 'phone', message: 'Bad phone' }, name: { code: 'required', message: 'Fill in' } },
  })
  expect(applyFields(form, refused, { tel: 'phone' })).toBe(true)
  expect(shown).toEqual({ phone: 'Bad phone', name: 'Fill in' })
  expect(focused).toEqual(['phone'])
  expect(applyFields(form, new Refused(409, { code: 'x', message: 'x' }))).toBe(false)
})
