import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { COMMON_ERRORS } from '../contract/common-errors.ts'
import { LANGUAGES } from '../contract/limits.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { API_FILE, apiText } from '../scripts/api.ts'
import { ROOMS } from '../server/rooms.ts'
import { wordsOf } from '../words/say.ts'
import { inputOf } from './samples.ts'
import { ALL_CALLS } from './walk.ts'

const CONTRACT = join(import.meta.dirname, '../contract')
/** A PUT of several fields that does not say what becomes of those that are left out. */
const forgets = ({ method, body, keeps }: Call) =>
  method === 'PUT' &&
  keeps === undefined &&
  body instanceof z.ZodObject &&
  Object.values(body.shape).filter((field) => !field.safeParse(undefined).success).length > 1
/** One that counts has a sentence for each plural form. */
const hasSentence = (texts: Readonly<Record<string, string>>, code: string) =>
  Boolean(texts[code] ?? texts[`${code}_other`])
const refusalsIn = (lang: (typeof LANGUAGES)[number]) =>
  (wordsOf(lang) as { refusals: { codes: Record<string, string>; fields: Record<string, string> } }).refusals

describe('the contract', () => {
  it('is answered whole: every call has its handler, and nothing else is answered', () => {
    const answered = ROOMS.flatMap(({ room }) => Object.values(room))
    expect(ALL_CALLS.filter(({ one }) => !answered.includes(one)).map(({ name }) => name)).toEqual([])
    expect(answered.filter((call) => !ALL_CALLS.some(({ one }) => one === call)).map((call) => call.path)).toEqual([])
    expect(new Set(answered).size).toBe(answered.length)
  })

  it('names every way once', () => {
    const ways = ALL_CALLS.map(({ one }) => `${one.method} ${one.path.replace(/\{\w+\}/g, '{}')}`)
    expect(ways.filter((way, i) => ways.indexOf(way) !== i)).toEqual([])
  })

  it('declares for every update of several fields where their saved values are read', () => {
    expect(ALL_CALLS.filter(({ one }) => forgets(one)).map(({ name }) => name)).toEqual([
      // They save nothing that could be kept: a proof is whole or it is none.
      'users.changePassword',
      'codes.savePhone',
    ])
    expect(forgets({ ...pushes.savePush, keeps: undefined })).toBe(true)
  })

  it('lets nobody into a cabinet without asking who he is', () => {
    expect(
      ALL_CALLS.filter(({ one }) => one.path.includes('{c}') && (one.who === 'nobody' || one.who === 'user')).map(
        ({ name }) => name,
      ),
    ).toEqual([])
    expect(
      ALL_CALLS.filter(({ one }) => !one.path.includes('{c}') && ['member', 'owner', 'agent'].includes(one.who)).map(
        ({ name }) => name,
      ),
    ).toEqual([])
  })

  it('is published in docs/api.json as it is (written by scripts/api.ts)', () => {
    expect(readFileSync(API_FILE, 'utf8') === apiText(), 'run: node scripts/api.ts').toBe(true)
  })

  it('has one status for every refusal, and a sentence in each language', () => {
    for (const [code, status] of ALL_CALLS.flatMap(({ one }) => Object.entries(one.errors))) {
      expect([code, status >= 400 && status < 500, /^[a-z][a-z0-9_]+$/.test(code)]).toEqual([code, true, true])
    }
    const codes = [
      ...Object.keys(COMMON_ERRORS),
      'server_error',
      ...ALL_CALLS.flatMap(({ one }) => Object.keys(one.errors)),
    ]
    for (const lang of LANGUAGES)
      expect([lang, ...new Set(codes.filter((code) => !hasSentence(refusalsIn(lang).codes, code)))]).toEqual([lang])
  })

  it('has a sentence in each language for every fault of a field', () => {
    const files = globSync('**/*.ts', { cwd: CONTRACT, exclude: ['**/*.test.ts'] }).map((file) =>
      readFileSync(join(CONTRACT, file), 'utf8'),
    )
    const named = files.flatMap((text) =>
      [...text.matchAll(/\b(?:error|message): '([a-z0-9_]+)'/g)].map(([, code = '']) => code),
    )
    expect(named.length).toBeGreaterThan(10)
    for (const lang of LANGUAGES)
      expect([lang, ...new Set(named.filter((code) => !hasSentence(refusalsIn(lang).fields, code)))]).toEqual([lang])
  })

  it('takes the inputs that the walks make for it', async () => {
    const ids = {
      c: 1,
      domain: 'a-shop',
      template: crypto.randomUUID(),
      formKey: 'abc',
      client: crypto.randomUUID(),
      push: crypto.randomUUID(),
      image: crypto.randomUUID(),
      variable: crypto.randomUUID(),
      notice: crypto.randomUUID(),
    }
    for (const { name, one } of ALL_CALLS) {
      const { query, body } = await inputOf(one, ids)
      expect([
        name,
        one.query.safeParse(one.query.type === 'undefined' ? undefined : query).error?.issues,
        one.body.safeParse(body).error?.issues,
      ]).toEqual([name, undefined, undefined])
    }
  })
})
