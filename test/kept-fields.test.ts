/**
 * Every update is sent as GET answered, with one field less at a time: a field that a program does not know of yet must
 * not be reset by its PUT, nor must its PUT be refused.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { variables } from '../contract/cards/variables.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { MINUTE_MS } from '../contract/time.ts'
import { furnishUpdates, type Update } from './furnished-updates.ts'
import { startTestServer, type TestServer } from './server.ts'
import { ALL_CALLS, requestFromElsewhere } from './walk.ts'

type Path = readonly (string | number)[]

/** Values of one piece: conditions are unions of shapes, and default texts of a card are a map that is sent whole. */
const WHOLE = new Set(['criteria', 'variables'])

/** Every field at every depth, entries of lists included. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || WHOLE.has(String(at.at(-1)))) return []
  return Object.entries(value).flatMap(([name, part]) =>
    Array.isArray(value) ? pathsIn(part, [...at, Number(name)]) : [[...at, name], ...pathsIn(part, [...at, name])],
  )
}

function without(body: unknown, [name, ...rest]: Path): unknown {
  if (Array.isArray(body)) return body.map((entry: unknown, i) => (i === name ? without(entry, rest) : entry))
  // What is not set has nothing to forget.
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body)
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([key]) => key !== name)
      : entries.map(([key, part]) => [key, key === name ? without(part, rest) : part]),
  )
}

/** Fields that nothing of the kind has a value in: their loss would not be seen. */
function emptyIn(bodies: readonly unknown[]): string[] {
  const filled = new Set<string>()
  const all = new Set<string>()
  for (const body of bodies)
    for (const path of pathsIn(body)) {
      const value = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], body)
      const name = path.filter((part) => typeof part === 'string').join('.')
      all.add(name)
      if (JSON.stringify(value)?.replace(/[\][{}"]|null|false|\b0\b/g, '')) filled.add(name)
    }
  return [...all].filter((name) => !filled.has(name))
}

describe('an update', () => {
  let server: TestServer
  let updates: readonly Update[]
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    updates = await furnishUpdates(server)
  })
  afterAll(() => server?.close())

  /** What is saved, as a body that would save the same. */
  async function savedBody({ one, keeps, params, token }: Update): Promise<Record<string, unknown>> {
    const { body } = await requestFromElsewhere(server, keeps.read, { params }, token)
    const saved = keeps.bodyOf(body.data as never, params as never) as Record<string, unknown>
    const { version, current } = body.data as { version?: number; current?: { version: number } }
    const whole = { ...saved, version: saved.version ?? version ?? current?.version }
    return z.record(z.string(), z.unknown()).parse(one.body.parse(JSON.parse(JSON.stringify(whole))))
  }

  /** Fields that another value is read of, or that are refused, when they are left out. */
  async function lostBy(update: Update): Promise<string[]> {
    const { version: _, ...before } = await savedBody(update)
    const lost: string[] = []
    for (const path of pathsIn(before)) {
      const { version, ...body } = await savedBody(update)
      const sent = { ...(without(body, path) as object), ...(version !== undefined && { version }) }
      server.passTime(10 * MINUTE_MS)
      const response = await requestFromElsewhere(
        server,
        update.one,
        { params: update.params, body: sent },
        update.token,
      )
      const { version: _after, ...after } = await savedBody(update)
      if (response.status !== 200)
        lost.push(`${path.join('.')}: ${response.status} ${JSON.stringify(response.body.error)}`)
      else if (JSON.stringify(after) !== JSON.stringify(before)) lost.push(path.join('.'))
    }
    return lost
  }

  it('keeps every field that is left out, at every depth', async () => {
    for (const update of updates) expect([update.name, await lostBy(update)]).toEqual([update.name, []])
  })

  it('is walked with values that are no defaults, for every update there is', async () => {
    const names = ALL_CALLS.filter(({ one }) => one.keeps !== undefined).map(({ name }) => name)
    expect([...new Set(updates.map(({ name }) => name))].sort()).toEqual(names.sort())
    const empty: Record<string, string[]> = {}
    for (const name of names) {
      const bodies = await Promise.all(updates.filter((one) => one.name === name).map(savedBody))
      const without = emptyIn(bodies)
      if (without.length > 0) empty[name] = without
    }
    expect(empty).toEqual({
      // Needs a key that Apple has granted.
      'templates.saveTemplate': ['design.nfc'],
      // Secrets are not answered; an empty one keeps what is saved.
      'verification.saveProvider': ['password', 'apiKey'],
      'marketplace.saveModule': ['telegram.token'],
      'payments.saveSettings': ['password1', 'password2'],
      'issuers.saveGoogle': ['code', 'serviceAccountKey'],
      // The wish for a system that does not exist yet is no setting.
      'integration.saveIntegration': ['otherName'],
      'operator.saveTariff': ['isArchived'],
    })
  })

  it('that forgets is named: a default of its shape, or a refusal', async () => {
    const { keeps } = pushes.savePush
    const forget = (value: Call['keeps']) => Object.assign(pushes.savePush, { keeps: value })
    forget(undefined)
    try {
      const lost = []
      for (const update of updates.filter(({ name }) => name === 'pushes.savePush'))
        lost.push(...(await lostBy(update)))
      expect(lost).toEqual(expect.arrayContaining(['segment', 'beacons', expect.stringContaining('message: 422')]))
    } finally {
      forget(keeps)
    }
  })

  it('without a version loses nothing of another one at the same time', async () => {
    const update = updates.find(({ one }) => one === variables.saveVariable)
    const save = (body: object) =>
      requestFromElsewhere(server, variables.saveVariable, { ...update, body }, update?.token)
    for (let round = 0; round < 12; round++) {
      const both = { defaultValue: `Value ${round}`, description: `Why ${round}` }
      await Promise.all(Object.entries(both).map(([name, text]) => save({ [name]: text })))
      expect(update && (await savedBody(update))).toMatchObject(both)
    }
  })
})
