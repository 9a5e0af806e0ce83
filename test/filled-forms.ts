/** A business with a public form, and values posted to it as browsers and scripts do. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { HOUR_MS } from '../contract/time.ts'
import { query, setPlan } from './direct-access.ts'
import { openShop, type Shop } from './people.ts'
import { hiddenFields } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let shop: Shop

export const clientsOf = (of: Shop, where = 'true') =>
  query<{ name: string; surname: string; email: string; tel: string; card_number: string }>(
    server,
    `select name, surname, email, tel, card_number from clients
      where cabinet_id = $1 and ${where} order by card_number`,
    [of.c],
  )
export const open = async (of = shop, query_ = '') => (await fetch(of.formUrl + query_)).text()
export const ticketOf = (response: Response) =>
  new URL(response.headers.get('location') ?? 'http://none', server.url).pathname

/** Reads the body too: an unread response would keep its connection busy. */
export const drained = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

/** Posts exactly these values to a form, as a script would. */
export async function post(
  body: URLSearchParams | string,
  of = shop,
  headers: Record<string, string> = {},
  query_ = '',
): Promise<Response> {
  const {
    status,
    headers: answered,
    ...rest
  } = await drained(await fetch(of.formUrl + query_, { method: 'POST', redirect: 'manual', body, headers }))
  return new Response(rest.text, { status, headers: answered })
}
export async function filled(values: Record<string, string>, of = shop): Promise<URLSearchParams> {
  const hidden = hiddenFields(await open(of))
  server.passTime(2000)
  return new URLSearchParams({ ...hidden, agree: 'on', ...values })
}

/** For the beginning of each test file about this. */
export function setUpForms(): void {
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Iris')
    await setPlan(server, shop.c, 'expert')
  })
  afterAll(() => server?.close())
  /** A hundred forms an hour are taken from one address: each test gets its own hour. */
  beforeEach(() => server.passTime(HOUR_MS))
}
