/** What a filled form asks of the database: a stranger's visit may hold the row of the business only shortly. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm, takeCard } from '../../../test/phones.ts'
import { usedClient } from '../../../test/postgres.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let statements: string[] | undefined
class Witness extends pg.Client {
  constructor(...given: ConstructorParameters<typeof pg.Client>) {
    super(...given)
    const ask = this.query.bind(this) as (...asked: unknown[]) => unknown
    const counted = (...asked: unknown[]) => {
      const [text] = asked as [string | { text: string }]
      statements?.push((typeof text === 'string' ? text : text.text).replaceAll(/\s+/g, ' ').trim())
      return ask(...asked)
    }
    this.query = counted as typeof this.query
  }
}

let server: TestServer
let shop: Shop
beforeAll(async () => {
  usedClient.Client = Witness
  server = await startTestServer()
  shop = await openShop(server, 'Counted')
  // The first one keeps the words of the consent.
  await takeCard(server, shop.formUrl, { name: 'Anna', tel: '+420601700001' })
})
afterAll(async () => {
  delete usedClient.Client
  await server?.close()
})

it('a new client costs a known number of statements, few of them while the business is locked', async () => {
  const page = await (await fetch(shop.formUrl)).text()
  statements = []
  const sent = await fillForm(server, shop.formUrl, { name: 'Boris', tel: '+420601700002' }, page)
  const all = statements
  statements = undefined
  expect(sent.status).toBe(303)
  const submission = all.slice(all.indexOf('begin'), all.indexOf('commit') + 1)
  const locked = submission.slice(submission.findIndex((text) => text.startsWith('update "cabinets"')))
  expect(submission.filter((text) => /insert into "clients"/.test(text))).toHaveLength(1)
  const listed = all.join('\n')
  expect([all.length, submission.length, locked.length], listed).toEqual([24, 22, 10])
  // The place in the order of changed cards is taken at the commit.
  expect(listed).not.toContain('change_tag')
})
