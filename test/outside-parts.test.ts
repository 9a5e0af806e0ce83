/** Which parts of the outside world are emulated under which settings, and whether their pages are served. */
import { expect, it } from 'vitest'
import { emulatedParts } from '../scripts/run/outside.ts'
import { readEnv } from '../server/base/env.ts'

const ALL = ['mail', 'sms', 'telegram', 'apple', 'google']
const google = {
  GOOGLE_SERVICE_ACCOUNT: JSON.stringify({ client_email: 'a@b.example', private_key: 'PRIVATE KEY' }),
  GOOGLE_ISSUER_ID: '338800000',
}
const sms = { SMS_LOGIN: 'AC1', SMS_PASSWORD: 'x', SMS_FROM: 'Cards' }
it.each([
  [{}, ALL],
  [{ SMTP_URL: 'smtp://mail.example' }, ['sms', 'telegram', 'apple', 'google']],
  [{ APNS_HOST: 'api.push.apple.com', PUBLIC_URL: 'https://localhost' }, ['mail', 'sms', 'telegram', 'google']],
  [google, ['mail', 'sms', 'telegram', 'apple']],
  // The inbox shows the SMS of the product and those of businesses.
  [sms, ALL],
  // Bots are as real as SMS of businesses, unless it is set.
  [{ SMS_PROVIDERS: 'real' }, ['mail', 'sms', 'apple', 'google']],
  [{ SMS_PROVIDERS: 'real', TELEGRAM: 'emulated' }, ALL],
  [{ TELEGRAM: 'real' }, ['mail', 'sms', 'apple', 'google']],
  [{ ...sms, SMS_PROVIDERS: 'real' }, ['mail', 'apple', 'google']],
])('with %j are left %j', (settings, parts) => {
  expect(emulatedParts(readEnv(settings, '/'))).toEqual(parts)
})

it.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  [{ PUBLIC_URL: 'https://cards.example' }, false],
  [{ PUBLIC_URL: 'https://cards.example', EMULATED_PAGES: '1' }, true],
  [{ EMULATED_PAGES: '0' }, false],
])('pages under %j: %s', (settings, hasPages) => {
  expect(readEnv(settings, '/').hasEmulatedPages).toBe(hasPages)
})
