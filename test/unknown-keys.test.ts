/** Every body with a key that the contract does not declare, at every depth: refused, and the key is named. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../contract/call.ts'
import { type ParamName, PATH_PARAMS } from '../contract/path-params.ts'
import { query } from './direct-access.ts'
import { signIn } from './people.ts'
import { inputOf } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import { ALL_CALLS, furnish, type Place, requestFromElsewhere as request } from './walk.ts'

const KEY = 'noSuchKey'
/** Their keys are names that a person chose. */
const OPEN_MAPS = new Set(['variables', 'extra', 'settings'])

/** The body with the key in it, once for each object in it, and the path at which it has to be named. */
function* spoiled(value: unknown, at: readonly string[] = []): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  const isOpen = OPEN_MAPS.has(at.at(-1) ?? '') && Object.keys(value).length === 0
  if (!Array.isArray(value) && !isOpen) yield [[...at, KEY].join('.'), { ...value, [KEY]: 'x' }]
  for (const [name, part] of Object.entries(value))
    for (const [path, wrong] of spoiled(part, [...at, name])) {
      const copy: unknown = Array.isArray(value) ? value.with(Number(name), wrong) : { ...value, [name]: wrong }
      yield [path, copy]
    }
}

describe('a key that is not declared', () => {
  let server: TestServer
  let place: Place
  let operator: string
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    place = await furnish(server, 'Anna')
    await query(server, 'update cabinets set is_agent = true')
    operator = (await signIn(server, 'Operator')).token
    await query(server, "update users set superuser = true where name = 'Operator'")
  })
  afterAll(() => server?.close())

  const tokenFor = (one: Call) => (one.who === 'operator' ? operator : place.owner.token)

  it.each(ALL_CALLS.filter(({ one }) => one.method !== 'GET' && !one.ignoresBody))(
    '$name refuses with its name',
    async ({ one }) => {
      const right = await inputOf(one, place.ids)
      // What a number in a path names is not looked up before the body is read.
      const params = Object.entries(right.params).map(([name, value]) =>
        PATH_PARAMS[name as ParamName].kind === 'integer' ? [name, place.ids.c] : [name, value],
      )
      const input = { ...right, params: Object.fromEntries(params) as typeof right.params }
      for (const [path, body] of spoiled(input.body ?? {})) {
        const answer = await request(server, one, { ...input, body }, tokenFor(one))
        expect([path, answer.status, answer.body.error?.code]).toEqual([path, 422, 'invalid_input'])
        expect(answer.body.error?.fields?.[path]).toMatchObject({ code: 'unknown_key' })
      }
    },
  )
})
