/** Questions about addresses that have an account and that have none, in turns. */
import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { access } from '../contract/platform/access.ts'
import type { Call } from '../contract/call.ts'
import { users } from '../contract/platform/users.ts'
import { HOUR_MS } from '../contract/time.ts'
import { query, setPlan } from './direct-access.ts'
import { mannWhitney, printChances } from './mann-whitney.ts'
import { openShop, PASSWORD, pathOf, signIn, type Shop } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'
import { elsewhere } from './walk.ts'

/** `portion`: of each number of questions; `isTimed`: their times are compared too, which takes all of them. */
type Amount = { portion: number; isTimed: boolean }

/** Whether an address has an account is shown by no status, no byte, no header and no time. */
export function proveSameAnswers({ portion, isTimed }: Amount): void {
  describe('an address with an account and one without', () => {
    const of = (count: number) => Math.ceil(count * portion)
    let server: TestServer
    let shop: Shop
    beforeAll(async () => {
      server = await startTestServer({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' } })
      shop = await openShop(server, 'Anna')
      await setPlan(server, shop.c, 'expert')
      await signIn(server, 'Model')
    })
    afterAll(() => server?.close())

    let made = 0
    /** Users with the password of the model: real ones, without the time that so many passwords take. */
    async function addKnown(count: number, isConfirmed = true): Promise<string[]> {
      const name = `known${made++}x`
      await query(
        server,
        `
      insert into users (id, name, surname, email, email_key, email_verified_at, phone, password_hash, lang,
        consent_at, created_at, offer_version, password_changed_at)
      select gen_random_uuid(), name, surname, $1 || i || '@mail.example', $1 || i || '@mail.example',
        case when $3 then now() end, phone, password_hash, lang, now(), now(), 1, now()
      from users, generate_series(1, $2::int) i where email = 'model@people.example'`,
        [name, count, isConfirmed],
      )
      return Array.from({ length: count }, (_, i) => `${name}${i + 1}@mail.example`)
    }
    const unknown = (count: number) => Array.from({ length: count }, (_, i) => `nobody${made++}x${i}@mail.example`)

    type Received = { ms: number; answer: unknown }
    async function receive(one: Call, body: object, token?: string): Promise<Received> {
      const headers = {
        'content-type': 'application/json',
        ...elsewhere(),
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const startedAt = performance.now()
      const response = await fetch(server.url + pathOf(one, { c: shop.c }), {
        method: one.method,
        headers,
        body: JSON.stringify(body),
      })
      const text = await response.text()
      const ms = performance.now() - startedAt
      const email = 'email' in body ? String(body.email) : ''
      const plain = text
        .replace(/"requestId":"[^"]*"/, '')
        .replaceAll(email, 'ADDRESS')
        .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"')
      const heads = [...response.headers]
        .filter(([name]) => !/^(date|x-request-id|content-length|x-ratelimit-.*)$/.test(name))
        .map((head) => head.join(': '))
        .toSorted((one, other) => one.localeCompare(other))
      return { ms, answer: { status: response.status, plain, heads } }
    }

    type Sample = () => Promise<{ known: Received[]; unknown: Received[] }>
    /** The two kinds in turns, so that a slow machine slows both. */
    async function inTurns(
      known: readonly string[],
      others: readonly string[],
      ask: (email: string) => Promise<Received>,
    ) {
      const received: Record<'known' | 'unknown', Received[]> = { known: [], unknown: [] }
      for (const [i, email] of known.entries()) {
        const pair = [
          ['known', email],
          ['unknown', others[i] ?? ''],
        ] as const
        for (const [kind, one] of i % 2 === 0 ? pair : pair.toReversed()) received[kind].push(await ask(one))
      }
      return received
    }

    async function expectSame(what: string, sample: Sample): Promise<void> {
      const compare = async () => {
        const received = await sample()
        const [first] = received.known
        for (const one of [...received.known, ...received.unknown]) expect(one.answer).toEqual(first?.answer)
        const p = mannWhitney(
          received.known.map(({ ms }) => ms),
          received.unknown.map(({ ms }) => ms),
        )
        if (isTimed) printChances('times of an address with an account and of one without', [{ what, p }])
        return p
      }
      const p = await compare()
      if (!isTimed) return
      // One honest comparison in a hundred falls below; a real difference falls below again with a fresh sample.
      if (p <= 0.01) expect(await compare()).toBeGreaterThan(0.01)
    }

    it('get the same answer to a wrong password', async () => {
      await expectSame('a wrong password', async () => {
        server.passTime(HOUR_MS)
        const [known, others] = [await addKnown(of(12)), unknown(of(12))]
        const five = (emails: string[]) => emails.flatMap((email) => Array<string>(5).fill(email))
        return inTurns(five(known), five(others), (email) =>
          receive(users.login, { email, password: 'Wrong-horse-42' }),
        )
      })
    })

    it('get the same answer to a link for a new password', async () => {
      await expectSame('a link for a new password', async () =>
        inTurns(await addKnown(of(150)), unknown(of(150)), (email) => receive(users.requestReset, { email })),
      )
    })

    it.each([
      ['not confirmed', false],
      ['confirmed', true],
    ])('get the same answer to a new confirmation mail where the account is %s', async (kind, isConfirmed) => {
      await expectSame(`a new confirmation mail, ${kind}`, async () =>
        inTurns(await addKnown(of(150), isConfirmed), unknown(of(150)), (email) =>
          receive(users.resendVerification, { email }),
        ),
      )
    })

    it.each([
      ['not confirmed', false],
      ['confirmed', true],
    ])('get the same answer to a sign-up where the account is %s', async (kind, isConfirmed) => {
      await expectSame(`a sign-up, ${kind}`, async () => {
        const received = await inTurns(await addKnown(of(30), isConfirmed), unknown(of(30)), (email) =>
          receive(users.signUp, {
            name: 'Eve',
            surname: 'Tester',
            email,
            phone: '+420601123456',
            password: PASSWORD,
            password_confirmation: PASSWORD,
            consent: true,
          }),
        )
        // Thirty of each would not show a millisecond in the noise of the hash; no answer leaves early, which hides it.
        expect(Math.min(...[...received.known, ...received.unknown].map(({ ms }) => ms))).toBeGreaterThanOrEqual(99)
        return received
      })
    })

    it('look the same to whoever invites them', async () => {
      await expectSame('an invitation', async () => {
        server.passTime(HOUR_MS)
        await query(server, 'delete from invitations')
        const [known, others] = [await addKnown(of(20)), unknown(of(20))]
        const ask = (email: string) => receive(access.invitePerson, { email }, shop.owner.token)
        const first = await inTurns(known, others, ask)
        server.passTime(HOUR_MS)
        const second = await inTurns(known, others, ask)
        return { known: [...first.known, ...second.known], unknown: [...first.unknown, ...second.unknown] }
      })
    })
  })
}
