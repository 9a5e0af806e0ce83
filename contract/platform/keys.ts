import { z } from 'zod'
import { call } from '../call.ts'
import { KEYS_MAX, SCOPES } from '../limits.ts'
import { Id, Nothing, RequiredText, Time } from '../page.ts'
import { PasswordAgain, STEP_UP } from './step-up.ts'

const Name = RequiredText(60)
const Scopes = z.array(z.enum(SCOPES)).min(1, { error: 'scope_required' }).max(SCOPES.length)

export const Key = z.object({
  id: Id,
  name: z.string(),
  /** Beginning of the secret, which is shown once and not stored. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** `no_access`: the user who created it has lost access, so it does not work. */
  state: z.enum(['works', 'ended', 'no_access']),
  /** Name and surname of the user who created it. */
  maker: z.string(),
  createdAt: Time,
  endsAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
  /** Calls since midnight in Moscow. */
  callsToday: z.int(),
  /** Until then the secret before the last rotation works too. */
  oldSecretUntil: Time.nullable(),
})
export type Key = z.infer<typeof Key>

export const NewKey = Key.extend({
  /** `kk_` and 256 random bits; never shown again. */
  secret: z.string(),
})
export type NewKey = z.infer<typeof NewKey>

export const KeyInput = z.object({ name: Name, scopes: Scopes, endsAt: Time.nullable() })

export const Usage = z.object({
  perHour: z.int(),
  perSecond: z.int(),
  /** Of the current hour. */
  used: z.int(),
  blocked: z.int(),
  hourEndsAt: Time,
  /** The last seven days by hour, including hours without calls; the current hour is the last. */
  hours: z.array(z.object({ start: Time, calls: z.int(), blocked: z.int() })),
})
export type Usage = z.infer<typeof Usage>

export const keys = {
  listKeys: call('GET', '/applications/{c}/keys', {
    who: 'owner',
    summary: 'List API keys',
    description: 'Returns the API keys of the business without their secrets.',
    reply: z.object({ keys: z.array(Key).max(KEYS_MAX), limit: z.int() }),
  }),
  createKey: call('POST', '/applications/{c}/keys', {
    who: 'owner',
    summary: 'Create an API key',
    description:
      'Creates an API key. Its secret is returned by this call only and cannot be read again. The password is ' +
      'required unless it was given in the last ten minutes.',
    body: KeyInput.extend({ password: PasswordAgain }),
    status: 201,
    reply: NewKey,
    errors: { key_limit: 403, ...STEP_UP },
  }),
  renameKey: call('PUT', '/applications/{c}/keys/{id}', {
    who: 'owner',
    summary: 'Rename an API key',
    description: 'Changes the name of an API key.',
    body: z.object({ name: Name }),
    reply: Key,
    errors: { key_not_found: 404 },
  }),
  revokeKey: call('DELETE', '/applications/{c}/keys/{id}', {
    who: 'owner',
    whileLimited: true,
    summary: 'Revoke an API key',
    description: 'Revokes an API key. The next call made with it is refused.',
    reply: Nothing,
    errors: { key_not_found: 404 },
  }),
  rotateKey: call('POST', '/applications/{c}/keys/{id}/rotate', {
    who: 'owner',
    whileLimited: true,
    summary: 'Rotate an API key',
    description:
      'Gives an API key a new secret. The old one stops working immediately or after 24 hours. The password is ' +
      'required unless it was given in the last ten minutes.',
    body: z.object({ keepOld: z.boolean(), password: PasswordAgain }),
    reply: NewKey,
    errors: { key_not_found: 404, ...STEP_UP },
  }),
  readUsage: call('GET', '/applications/{c}/keys/usage', {
    who: 'owner',
    operationId: 'readKeyUsage',
    summary: 'Get the API usage',
    description: 'Returns the number of calls made with API keys and the limits of the plan.',
    reply: Usage,
  }),
}
