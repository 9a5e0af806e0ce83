import { afterEach, expect, test, vi } from 'vitest'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { certificates } from '../../contract/cards/certificates.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { FRESH_HEADER } from '../../contract/limits.ts'
import { refresh } from './query.ts'
import { Refused } from './refused.ts'
import { addressOf, send } from './send.ts'
import { endSession, onSessionEnd, sessionToken, startSession } from './session.ts'

const USER = {
  id: '0',
  name: 'Anna',
  surname: 'Novak',
  email: 'a@b.cz',
  isEmailVerified: true,
  phone: '',
  superuser: false,
  lang: 'en',
  createdAt: '',
} as const
const ends: string[] = []
onSessionEnd((end) => ends.push(end))

/** The network: the request of the browser, and one answer. */
function answerWith(answer: () => Response | Promise<Response>): { url: string; init: RequestInit }[] {
  const asked: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return Promise.resolve().then(answer)
  })
  return asked
}
const json = (body: unknown, status = 200) => Response.json(body, { status })

afterEach(() => {
  vi.unstubAllGlobals()
  endSession('left')
  ends.length = 0
})

test('parameters go into the path, the rest into the query, empty values are left out', () => {
  expect(
    addressOf('/applications/{c}/x/{id}', { params: { c: 7, id: 'a/b' }, query: { q: '', page: 2, none: undefined } }),
  ).toBe('/api/applications/7/x/a%2Fb?page=2')
})

test('a call sends the token and the language and returns the data', async () => {
  startSession('token-of-anna', USER)
  const asked = answerWith(() => json({ data: { state: 'free' } }))
  expect(await send(cabinets.checkIdentifier, { params: { domain: 'coffee' } })).toEqual({ state: 'free' })
  const headers = new Headers(asked[0]?.init.headers)
  expect(headers.get('authorization')).toBe('Bearer token-of-anna')
  expect(headers.get('x-locale')).toBe('en')
})

test('what is read again because it has changed is read from the database itself, for ten seconds', async () => {
  const asked = answerWith(() => json({ data: [], meta: { total: 0, page: 1, limit: 25 } }))
  const freshOf = async () => {
    await send(pushes.listPushes, { params: { c: 1 }, query: {} })
    return new Headers(asked.at(-1)?.init.headers).get(FRESH_HEADER)
  }
  vi.useFakeTimers()
  try {
    expect(await freshOf()).toBeNull()
    await refresh(pushes.listPushes)
    expect(await freshOf()).toBe('1')
    vi.advanceTimersByTime(10_001)
    expect(await freshOf()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a page has its meta beside its rows', async () => {
  answerWith(() => json({ data: [], meta: { total: 0, page: 1, limit: 25 } }))
  expect(await send(pushes.listPushes, { params: { c: 1 }, query: {} })).toEqual({
    data: [],
    meta: { total: 0, page: 1, limit: 25 },
  })
})

test('a file is sent as a form with its fields', async () => {
  const asked = answerWith(() => json({ data: {} }))
  await send(certificates.uploadApple, { params: { c: 1 }, body: { password: 'x' }, file: new Blob(['p12']) })
  const form = asked[0]?.init.body as FormData
  expect(form.get('password')).toBe('x')
  expect(form.get('file')).toBeInstanceOf(Blob)
})

test('a refusal has its code, its sentence and its fields', async () => {
  answerWith(() =>
    json(
      {
        error: {
          code: 'invalid_input',
          message: 'Check',
          fields: { name: { code: 'required', message: 'Fill in' } },
          requestId: 'r1',
        },
      },
      422,
    ),
  )
  const refused = await send(pushes.startSend, { params: { c: 1, pushUuid: 'x' } }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refused)
  expect(refused).toMatchObject({
    status: 422,
    code: 'invalid_input',
    fields: { name: { message: 'Fill in' } },
    requestId: 'r1',
  })
})

test('an answer that is not JSON is a server error, not a crash of the page', async () => {
  answerWith(() => new Response('<html>Bad gateway', { status: 502 }))
  await expect(send(cabinets.menu)).rejects.toMatchObject({ code: 'server_error', status: 502 })
})

test('no network is 1800', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send(cabinets.menu)).rejects.toMatchObject({ code: '1800', status: 0 })
})

test('an unknown token ends the session once', async () => {
  startSession('old', USER)
  answerWith(() => json({ error: { code: 'unauthorized', message: 'Ended', requestId: 'r' } }, 401))
  await expect(send(cabinets.menu)).rejects.toMatchObject({ status: 401 })
  expect(sessionToken()).toBeNull()
  await expect(send(cabinets.menu)).rejects.toMatchObject({ status: 401 })
  expect(ends).toEqual(['refused'])
})

test('an unconfirmed email address is a refusal, not the end of the session', async () => {
  startSession('good', USER)
  answerWith(() => json({ error: { code: 'email_not_confirmed', message: 'Confirm', requestId: 'r' } }, 401))
  await expect(send(cabinets.menu)).rejects.toMatchObject({ code: 'email_not_confirmed' })
  expect(sessionToken()).toBe('good')
})
