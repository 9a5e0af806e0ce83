import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { say } from '../../../words/say.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Kerstin')
})
afterAll(() => server?.close())

async function open(from: Shop = shop): Promise<{ status: number; html: string }> {
  const response = await fetch(from.formUrl)
  return { status: response.status, html: await response.text() }
}
/** As another process changes it: this one gets no notice. */
const change = (text: string) => query(server, text, [shop.c])

it('a page that is kept shows a change at once, whichever row it is in', async () => {
  expect((await open()).status).toBe(200)
  const kept = await open()
  expect(kept.html).not.toMatch(/Join us|Kerstin and sons/)
  for (const [text, shown] of [
    [`update forms set settings = jsonb_set(settings, '{title}', '"Join us"') where cabinet_id = $1`, 'Join us'],
    [
      `update templates set design = jsonb_set(design, '{organisation}', '"Kerstin and sons"') where cabinet_id = $1`,
      'Kerstin and sons',
    ],
    [
      `insert into card_issuing (cabinet_id, is_paused, expected_on, changed_at) values ($1, true, '2031-05-01', now())
       on conflict (cabinet_id) do update set is_paused = true, expected_on = '2031-05-01'`,
      say('en', 'pages.preorder.submit'),
    ],
  ] as const) {
    expect((await open()).html).not.toContain(shown)
    await change(text)
    expect((await open()).html).toContain(shown)
  }
  await change(`update forms set settings = jsonb_set(settings, '{isOpen}', 'false') where cabinet_id = $1`)
  expect((await open()).html).not.toContain('<form')
  await change(`update forms set settings = jsonb_set(settings, '{isOpen}', 'true') where cabinet_id = $1`)
  expect((await open()).html).toContain('<form')
})

it('two visitors of a kept page get a token each', async () => {
  const tokens = await Promise.all(
    [1, 2, 3].map(async () => /type="hidden" name="[^"]+" value="([\da-f-]{36})"/.exec((await open()).html)?.[1]),
  )
  expect(tokens).not.toContain(undefined)
  expect(new Set(tokens).size).toBe(3)
})

it('a form of one business is never the page of another', async () => {
  const other = await openShop(server, 'Lotte')
  await Promise.all([open(), open(other)])
  const [own, others] = [await open(), await open(other)]
  expect(own.html).toContain('Kerstin and sons')
  expect(others.html).not.toContain('Kerstin')
  expect((await fetch(shop.formUrl.replace(shop.domain, other.domain))).status).toBe(404)
})
