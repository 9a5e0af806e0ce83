/** Every call with bodies, files and queries that no screen sends: refused clearly, never a fault of ours. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_ROOMS } from '../contract/all.ts'
import type { Call } from '../contract/call.ts'
import { LANGUAGES } from '../contract/limits.ts'
import { wordsOf } from '../words/say.ts'
import { hostileText, RAW_BODIES, seeded, spoilInput, VALUES } from './hostile.ts'
import { fillFromSaved } from '../server/base/saved-fields.ts'
import { fit } from '../server/base/shape.ts'
import { query } from './direct-access.ts'
import { pathOf, type Answer, signIn } from './people.ts'
import { inputOf, type Input } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import {
  ALL_CALLS,
  elsewhere,
  furnish,
  nowhere,
  requestFromElsewhere as request,
  unclear,
  type Named,
  type Place,
} from './walk.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const AT_ONCE = 6

/**
 * `every`: each call gets every so many of the values, the next call those after them, so that all calls together get
 * all of them many times; 1 is all for each. `perRoom`: random requests to each room.
 */
type Amount = { every: number; perRoom: number }

/** Every so many of a list, beginning at another place for each call. */
export const everyNth = <T>(list: readonly T[], every: number, place: number): T[] =>
  list.filter((_, at) => at % every === place % every)

const placeOf = (named: Named) => ALL_CALLS.indexOf(named)

/** Registers the suite. */
export function describeHostileInput({ every, perRoom }: Amount): void {
  describe('input that no screen sends', () => {
    let server: TestServer
    let place: Place
    let token: string
    let operatorToken: string
    beforeAll(async () => {
      server = await startTestServer({ env: { TRUST_PROXY: '1' } })
      place = await furnish(server, 'Anna')
      token = place.owner.token
      operatorToken = (await signIn(server, 'Operator')).token
      await query(server, "update users set superuser = true where name = 'Operator'")
    })
    afterAll(() => server?.close())

    const tokenFor = (one: Call) => (one.who === 'operator' ? operatorToken : token)

    /** Calls that end a session or remove things get ids that do not exist, so that later requests find something. */
    async function rightInput({ name, one }: Named): Promise<{ input: Input; token: string }> {
      const isEnding = one.method === 'DELETE' || name === 'users.logout'
      return {
        input: await inputOf(one, isEnding ? nowhere(place.ids) : place.ids),
        token: name === 'users.logout' ? `kt_${'x'.repeat(43)}` : tokenFor(one),
      }
    }

    async function sendRaw(
      one: Call,
      input: Input,
      body: string | Uint8Array<ArrayBuffer>,
      type = 'application/json',
    ): Promise<Answer> {
      const url = new URL(server.url + pathOf(one, input.params))
      for (const [key, value] of Object.entries(input.query)) url.searchParams.set(key, String(value))
      const response = await fetch(url, {
        method: one.method,
        headers: { authorization: `Bearer ${tokenFor(one)}`, 'content-type': type, ...elsewhere() },
        body,
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) }
    }

    /** An update takes what it lacks from what is saved: here from the right body, but for its version. */
    function accepts({ body: shape, keeps }: Call, body: unknown, right: unknown): boolean {
      const { version: _, ...saved } = right as { version?: number }
      return fit(shape, keeps ? fillFromSaved(shape, body ?? {}, saved) : (body ?? {})).success
    }

    it.each(ALL_CALLS.filter(({ one }) => one.body.type !== 'undefined' && !one.upload))(
      '$name refuses absurd bodies clearly',
      async (named) => {
        const { one } = named
        const { input } = await rightInput(named)
        const wrong: string[] = []
        const judge = (what: string, answer: Answer, isRight: boolean) => {
          const complaint =
            unclear(one, answer) ?? (answer.status < 400 && !isRight ? `${answer.status}: taken` : undefined)
          if (complaint) wrong.push(`${what.slice(0, 60)} → ${complaint}`)
        }
        for (const body of everyNth(RAW_BODIES, every, placeOf(named))) {
          let value: unknown
          try {
            value = JSON.parse(body) as unknown
          } catch {
            value = undefined
          }
          judge(body, await sendRaw(one, input, body), accepts(one, value, input.body))
        }
        for (const value of everyNth(VALUES, every, placeOf(named))) {
          judge(
            JSON.stringify(value) ?? 'nothing',
            await request(server, one, { ...input, body: value }, tokenFor(one)),
            accepts(one, value, input.body),
          )
          const all = Object.fromEntries(Object.keys(input.body as object).map((key) => [key, value]))
          judge(
            `every field ${JSON.stringify(value)}`,
            await request(server, one, { ...input, body: all }, tokenFor(one)),
            accepts(one, all, input.body),
          )
        }
        judge('another media type', await sendRaw(one, input, JSON.stringify(input.body), 'text/plain'), false)
        judge(
          'no media type known',
          await sendRaw(one, input, JSON.stringify(input.body), 'application/x-nothing'),
          false,
        )
        expect(wrong).toEqual([])
      },
    )

    it.each(ALL_CALLS.filter(({ one }) => one.method !== 'GET'))(
      '$name takes no body over a megabyte',
      async (named) => {
        const { input } = await rightInput(named)
        const answer = await sendRaw(named.one, input, JSON.stringify({ name: 'x'.repeat(1_100_000) }))
        expect([answer.body.error?.code.endsWith('too_large'), unclear(named.one, answer)]).toEqual([true, undefined])
      },
    )

    it.each(ALL_CALLS.filter(({ one }) => one.upload))('$name refuses absurd files clearly', async (named) => {
      const { one } = named
      const { input } = await rightInput(named)
      // An operator's call refuses a business that does not exist before it looks at the file.
      if ('cabinet' in input.params) input.params.cabinet = String(place.ids.c)
      const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      const files = [
        [],
        [0],
        png,
        [...png, 0, 0, 0, 13, 73, 72, 68, 82, 0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0, 0, 0, 0, 0, 0],
        [0x30, 0x82, 0xff, 0xff],
        Array.from({ length: 5000 }, (_, i) => (i * 7919) & 255),
      ]
      for (const bytes of files) {
        const answer = await request(server, one, { ...input, file: new Blob([new Uint8Array(bytes)]) }, tokenFor(one))
        expect([answer.status < 500 && answer.status >= 400, unclear(one, answer)]).toEqual([true, undefined])
      }
      const huge = await request(
        server,
        one,
        { ...input, file: new Blob([new Uint8Array((one.upload?.maxBytes ?? 0) + 1)]) },
        tokenFor(one),
      )
      expect([huge.status >= 400, unclear(one, huge), /too_large/.test(huge.body.error?.code ?? '')]).toEqual([
        true,
        undefined,
        true,
      ])
      for (const [body, type] of [
        ['{}', 'application/json'],
        ['--x--\r\n', 'multipart/form-data; boundary=x'],
        ['x', 'multipart/form-data'],
        [
          '--x\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\nx\r\n--x--\r\n',
          'multipart/form-data; boundary=x',
        ],
      ] as const) {
        const answer = await sendRaw(one, input, body, type)
        expect([body, answer.status < 500 && answer.status >= 400, unclear(one, answer)]).toEqual([
          body,
          true,
          undefined,
        ])
      }
    })

    it.each(ALL_CALLS.filter(({ one }) => one.query.type !== 'undefined'))(
      '$name takes no absurd query',
      async (named) => {
        const { one } = named
        const { input } = await rightInput(named)
        const names = Object.keys((one.query as unknown as { shape: object }).shape)
        const wrong: string[] = []
        for (const [at, name] of [...names, 'no_such', '__proto__'].entries()) {
          for (const value of everyNth(VALUES, every, placeOf(named) + at)) {
            if (Array.isArray(value) && value.length > 50) continue
            const text = typeof value === 'string' ? value.slice(0, 2000) : JSON.stringify(value)
            const answer = await request(
              server,
              one,
              { ...input, query: { ...input.query, [name]: text } },
              tokenFor(one),
            )
            const complaint = unclear(one, answer)
            if (complaint) wrong.push(`${name}=${text.slice(0, 40)} → ${complaint}`)
          }
          const twice = await fetch(`${server.url}${pathOf(one, input.params)}?${name}=1&${name}=2`, {
            headers: { authorization: `Bearer ${tokenFor(one)}`, ...elsewhere() },
          })
          if (twice.status >= 500) wrong.push(`${name} twice → ${twice.status}`)
          await twice.text()
        }
        expect(wrong).toEqual([])
      },
    )

    it.each(Object.keys(ALL_ROOMS))(`${perRoom} random requests to the room %s are never our fault`, async (room) => {
      const calls = ALL_CALLS.filter((call) => call.room === room && !call.one.upload)
      const random = seeded(SEED + room.length * 1009 + (room.codePointAt(0) ?? 0))
      const shots: { named: Named; input: Input; as: string; headers: Record<string, string> }[] = []
      while (shots.length < perRoom) {
        const named = calls[Math.floor(random() * calls.length)] as Named
        const { input, token: as } = await rightInput(named)
        const headers: Record<string, string> =
          random() < 0.1
            ? { 'x-locale': 'xx', 'accept-language': hostileText(random).replace(/[^\x20-\x7e]/g, '') }
            : {}
        shots.push({ named, input: spoilInput(input, random), as, headers })
      }
      const wrong: string[] = []
      let taken = 0
      const shoot = async () => {
        for (let shot = shots.pop(); shot; shot = shots.pop()) {
          const answer = await request(server, shot.named.one, shot.input, shot.as, shot.headers)
          if (answer.status < 300) taken++
          const complaint = unclear(shot.named.one, answer)
          if (complaint) wrong.push(`${shot.named.name} ${JSON.stringify(shot.input).slice(0, 300)} → ${complaint}`)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, shoot))
      expect(wrong, `seed ${SEED}`).toEqual([])
      if (room !== 'issuing') expect(taken, 'some of them are right and reach the rules of the room').toBeGreaterThan(0)
    })

    it('a refusal speaks the language that was asked for', async () => {
      const login = ALL_CALLS.find(({ name }) => name === 'users.login') as Named
      const codes = (lang: (typeof LANGUAGES)[number]) =>
        (wordsOf(lang) as { refusals: { codes: Record<string, string>; fields: Record<string, string> } }).refusals
      for (const lang of LANGUAGES) {
        const answer = await request(
          server,
          login.one,
          { body: { email: 'nobody@people.example', password: 'x' } },
          undefined,
          { 'x-locale': lang, 'accept-language': 'fr' },
        )
        expect(answer.body.error).toMatchObject({ code: 'wrong_login', message: codes(lang).codes.wrong_login })
        const empty = await request(server, login.one, { body: {} }, undefined, { 'x-locale': lang })
        expect(empty.body.error?.fields?.email).toEqual({ code: 'required', message: codes(lang).fields.required })
        const browser = await request(server, login.one, { body: {} }, undefined, {
          'accept-language': `${lang === 'cz' ? 'cs-CZ' : lang},en;q=0.5`,
        })
        expect(browser.body.error?.message).toBe(codes(lang).codes.invalid_input)
      }
    })

    it('two requests that name the same place twice do not bypass the limits', async () => {
      const statuses = await Promise.all([
        fetch(`${server.url}/api/../api/user`).then((answer) => answer.status),
        fetch(`${server.url}/api/no-such-call`).then((answer) => answer.status),
        fetch(`${server.url}/api/user`, { method: 'TRACE' }).then(
          (answer) => answer.status,
          () => 405,
        ),
        fetch(`${server.url}/api/user`, { method: 'PUT' }).then((answer) => answer.status),
        fetch(`${server.url}/%00`).then((answer) => answer.status),
        fetch(`${server.url}/%ff`).then((answer) => answer.status),
        fetch(`${server.url}/..%2f..%2fpackage.json`).then((answer) => answer.status),
        fetch(`${server.url}/assets/..%2f..%2f..%2fpackage.json`).then((answer) => answer.status),
        fetch(`${server.url}/f/%00/x`).then((answer) => answer.status),
        fetch(`${server.url}/f/anna-shop/%00`).then((answer) => answer.status),
        fetch(`${server.url}/c/anna-shop/%00`).then((answer) => answer.status),
      ])
      expect(statuses.filter((status) => status >= 500 || status < 400)).toEqual([])
    })
  })
}
