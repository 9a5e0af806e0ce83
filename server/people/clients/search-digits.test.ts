import { beforeAll, expect, it } from 'vitest'
import { query } from '../../../test/direct-access.ts'
import { list, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { numberPattern, searchedTexts } from './search.ts'

setUpClients()

const CLIENTS = 400
let texts: { id: string; search_text: string }[]

beforeAll(async () => {
  // Phones of three countries, cards of three to nine digits, mails with a number in the middle or with none.
  await query(
    server,
    `insert into clients (cabinet_id, id, name, email, tel, card_number, template_id, created_at, updated_at)
    select $1, gen_random_uuid(), 'Digit',
      case when n % 3 = 0 then 'm' || n * 7919 % 100000 || '.x@mail.example' else '' end,
      (array['+7916', '+42060', '+3751'])[1 + n % 3] || lpad((n::bigint * 15485863 % 10000000)::text, 7, '0'),
      n::bigint * 32452843 % (10 ^ (3 + n % 7))::bigint + n, $2, now(), now()
    from generate_series(1, ${CLIENTS}) n`,
    [shop.c, shop.template],
  )
  texts = await query(server, 'select id, search_text from clients where cabinet_id = $1', [shop.c])
})

/** As the words of a search say it, text by text. */
const fitting = (q: string) =>
  texts
    .filter(({ search_text }) =>
      searchedTexts(q).some((group) =>
        group.every((one) => search_text.includes(one.text) && new RegExp(numberPattern(one) ?? '').test(search_text)),
      ),
    )
    .map(({ id }) => id)
    .toSorted()

const found = async (q: string) => (await list({ q, limit: 100 })).data.map(({ id }) => id).toSorted()

it('digits find by the index whom they fit, whichever number they begin or end', async () => {
  const runs = texts.flatMap(({ search_text }) => search_text.match(/\d{3,}/g) ?? [])
  let hits = 0
  for (let n = 0; n < 60; n++) {
    const run = runs[(n * 31) % runs.length] ?? ''
    const length = 3 + (n % 7)
    const q = [run.slice(0, length), run.slice(-length), run.slice(2, 2 + length)][n % 3] ?? ''
    const expected = fitting(q)
    if (q.length < 3 || expected.length > 100) continue
    if (expected.length > 0) hits++
    expect([q, await found(q)]).toEqual([q, expected])
  }
  expect(hits).toBeGreaterThan(20)
})

it('so do a phone with its country, and a mail with a number in it', async () => {
  const [phone, mail] = [texts[10]?.search_text ?? '', texts[2]?.search_text ?? '']
  for (const q of [/\+\d{8}/.exec(phone)?.[0], /\S+@/.exec(mail)?.[0], /\S+@mail/.exec(mail)?.[0]]) {
    expect([q, fitting(q ?? '').length > 0, await found(q ?? '')]).toEqual([q, true, fitting(q ?? '')])
  }
  expect(await found('+4206x1')).toEqual([])
})

it('the keys of an index follow what is written', async () => {
  const [first] = texts
  await query(server, `update clients set tel = '+420777123987' where id = $1`, [first?.id])
  expect(await found('7123987')).toEqual([first?.id])
  await query(server, `update clients set tel = '' where id = $1`, [first?.id])
  expect(await found('7123987')).toEqual([])
})
