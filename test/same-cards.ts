/** A stranger walks from the form to the card with numbers that have a card and with numbers that nobody has. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verification } from '../contract/people/verification.ts'
import { DAY_MS, MINUTE_MS } from '../contract/time.ts'
import { query, setPlan } from './direct-access.ts'
import { mannWhitney, printChances } from './mann-whitney.ts'
import { openShop, type Shop } from './people.ts'
import { hiddenFields, unzipStored } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'
import { elsewhere } from './walk.ts'

type Step = { what: string; ms: number; answer: unknown }

/** Neither bytes nor time show whether a number belongs to a client. `isTimed`: times are compared, not only bytes. */
export function proveSameCards({ pairs, isTimed }: { pairs: number; isTimed: boolean }): void {
  describe('a number with a card and one without', () => {
    let server: TestServer
    let shop: Shop
    let made = 0
    // Each in a neighbourhood of its own: so many SMS would not be sent into one.
    const number = () => {
      const [place, round] = [100 + (made % 800), String(Math.floor(made++ / 800)).padStart(4, '0')]
      return `+42060${place}${round}`
    }
    beforeAll(async () => {
      server = await startTestServer({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' } })
      shop = await openShop(server, 'Anna')
      await setPlan(server, shop.c, 'expert')
      await shop.owner.send(verification.saveProvider, {
        params: { c: shop.c },
        body: { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'CAFE' },
      })
    })
    afterAll(() => server?.close())

    /** Removes what differs between any two cards: their names, their numbers, times and signatures. */
    const plain = (text: string, tel: string) =>
      text
        .replaceAll(tel, 'TEL')
        .replaceAll(`${tel.slice(0, 4)} ••• ${tel.slice(-3)}`, 'MASKED')
        .replace(/"requestId":"[^"]*"/g, '')
        .replaceAll(/[0-9a-f]{32}[\w-]{22}/g, 'TICKET')
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        .replaceAll(/"authenticationToken":"[^"]*"/g, 'TOKEN')
        .replaceAll(/(promo=|>|\b)[A-HJ-NP-Z2-9]{8}\b/g, 'CODE')
        .replaceAll(/ d="M[\w ]*"/g, ' BARCODE')
        .replaceAll(/\/save\/[\w.-]+/g, '/save/JWT')
        .replaceAll(/\b0*\d{2,12}\b/g, 'N')

    async function ask(what: string, tel: string, url: URL, init: RequestInit = {}): Promise<Step & { to: string }> {
      const startedAt = performance.now()
      const response = await fetch(url, { redirect: 'manual', ...init, headers: { ...elsewhere(), ...init.headers } })
      const bytes = Buffer.from(await response.arrayBuffer())
      const ms = performance.now() - startedAt
      const isCard = response.headers.get('content-type') === 'application/vnd.apple.pkpass'
      const text = isCard ? String(unzipStored(bytes).get('pass.json')) : bytes.toString()
      const heads = [...response.headers]
        .filter(([name]) => !/^(date|x-request-id|content-length|last-modified|etag|x-ratelimit-.*)$/.test(name))
        .map((head) => plain(head.join(': '), tel))
        .toSorted((one, other) => one.localeCompare(other))
      const to = response.headers.get('location') ?? ''
      return { what, ms, to, answer: { what, status: response.status, heads, text: plain(text, tel) } }
    }

    /** Every public answer from the form to the card. */
    async function walk(tel: string): Promise<Step[]> {
      const form = new URL(shop.formUrl)
      const page = hiddenFields(await (await fetch(form, { headers: elsewhere() })).text())
      // So that the SMS of all walks do not come together in one day.
      server.passTime(15 * MINUTE_MS)
      const body = () => new URLSearchParams({ ...page, agree: 'on', name: 'Guest', tel })
      const sent = await ask('form', tel, form, { method: 'POST', body: body() })
      const install = new URL(sent.to, server.url)
      const card = new URL(install.pathname, server.url)
      const below = (path: string) => new URL(`${card.pathname}/${path}${install.search}`, server.url)
      return [
        sent,
        await ask('sent twice', tel, form, { method: 'POST', body: body() }),
        await ask('page on a computer', tel, install),
        await ask('page on an iPhone', tel, new URL(`${install.href}&device=iphone`)),
        await ask('page on Android', tel, new URL(`${install.href}&device=android`)),
        await ask('page of the link', tel, card),
        await ask('card', tel, below('card.pkpass')),
        await ask('google', tel, below('google')),
        await ask('sms', tel, below('sms'), { method: 'POST' }),
        await ask('sms again', tel, below('sms'), { method: 'POST' }),
      ]
    }

    /** @returns a number with a card, email and amounts, which another visitor got before */
    async function known(): Promise<string> {
      const tel = number()
      await walk(tel)
      await query(
        server,
        `update clients set email = 'known@mail.example', balance_minor = 777, bonus_minor = 888 where tel = $1`,
        [tel],
      )
      return tel
    }

    async function sample(): Promise<Record<'known' | 'unknown', Step[][]>> {
      const walks: Record<'known' | 'unknown', Step[][]> = { known: [], unknown: [] }
      const numbers = { known: [] as string[], unknown: Array.from({ length: pairs }, number) }
      for (let i = 0; i < pairs; i++) numbers.known.push(await known())
      await server.drainJobs()
      server.passTime(DAY_MS)
      for (let i = 0; i < pairs; i++) {
        const kinds = ['known', 'unknown'] as const
        for (const kind of i % 2 === 0 ? kinds : kinds.toReversed())
          walks[kind].push(await walk(numbers[kind][i] ?? ''))
      }
      return walks
    }

    it('get the same answers', async () => {
      const compare = async () => {
        const { known: left, unknown: right } = await sample()
        const first = right[0]?.map(({ answer }) => answer)
        for (const one of [...left, ...right]) expect(one.map(({ answer }) => answer)).toEqual(first)
        return (first ?? []).map((_, step) => ({
          what: right[0]?.[step]?.what ?? '',
          p: mannWhitney(
            left.map((one) => one[step]?.ms ?? 0),
            right.map((one) => one[step]?.ms ?? 0),
          ),
        }))
      }
      const compared = await compare()
      if (!isTimed) return
      printChances('times of a number with a card and of one without', compared)
      const low = compared.filter(({ p }) => p <= 0.01)
      if (low.length === 0) return
      // Of ten honest comparisons one in ten has a value below; a real difference falls below again.
      const second = await compare()
      printChances('the same with other numbers', second)
      const again = new Map(second.map(({ what, p }) => [what, p]))
      for (const { what } of low)
        expect([what, again.get(what)]).toEqual([what, expect.toSatisfy((p: number) => p > 0.01)])
    })
  })
}
