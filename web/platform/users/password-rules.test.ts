import { expect, test } from 'vitest'
import { Password } from '../../../contract/page.ts'
import { metRules } from './password-rules.ts'

test('the shown rules are those of the contract', () => {
  for (const password of ['', 'abc', 'abcdefgh', 'Abcdefgh', 'Abcdefg1', 'ABCDEFG1', 'Žluťoučký1', '12345678', 'Aa1']) {
    expect(
      metRules(password).every((one) => one.isMet),
      password,
    ).toBe(Password.safeParse(password).success)
  }
})
