import { expect, test } from 'vitest'
import { adviceOn } from './greeting.ts'

const sms = { login: 'AC1', password: 'x', from: 'Cards' } as never

test.each([
  [{ sms: undefined, areSmsProvidersReal: false }, 'set SMS_LOGIN, SMS_PASSWORD, SMS_FROM, SMS_PROVIDERS=real'],
  [{ sms: undefined, areSmsProvidersReal: true }, 'set SMS_LOGIN, SMS_PASSWORD, SMS_FROM'],
  [{ sms, areSmsProvidersReal: false }, 'set SMS_PROVIDERS=real'],
])('what is set is not advised: %o', (env, settings) => {
  expect(adviceOn('sms', env as never).split('; ')[1]).toBe(settings)
})
