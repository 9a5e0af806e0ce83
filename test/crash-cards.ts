/** Cards with phones by the thousand, a thousand a statement: no phone registers one by one. */
import { query } from './direct-access.ts'
import type { Shop } from './people.ts'
import type { TestServer } from './server.ts'

export type CrashCards = {
  /** Of the phones at Apple. */
  tokens: string[]
  /** Cards at Google with the message that their client is to read. */
  objects: { id: string; name: string }[]
  /** How many of them are at Google alone. */
  googleAlone: number
}

/** Each card raises the counts of its day, and a transaction reads all that it has made of such a row again. */
const AT_ONCE = 1000

const MAKE = `with made as (
    insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
    select $1, gen_random_uuid(), 'Client ' || n, 1000 + n, $2, now(), now()
    from generate_series($3::int, $4::int) n returning id, card_number - 1000 as no
  ), cards as (
    insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at,
      google_object_id, google_saved_at, google_version)
    select $1, m.id, m.id, $2,
      (select id from apple_certificates where cabinet_id = $1 and state = 'active'), 0, now(), now(),
      $8 || '-' || g.no, case when g.no is not null then now() end, case when g.no is null then 0 else 1 end
    from made m left join unnest($7::int[]) g(no) on g.no = m.no
    returning id
  )
  insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
  select $1, gen_random_uuid(), 'device-' || m.no, c.id, t.token, now(), now()
  from cards c join made m on m.id = c.id
    join unnest($5::int[], $6::text[]) t(no, token) on t.no = m.no`

/**
 * @param googleEvery one card of so many is at Google alone, and another one in both wallets; 0: none
 * @param sample a card that Google has
 */
export async function fillShop(
  server: TestServer,
  shop: Shop,
  { cards, googleEvery, sample }: { cards: number; googleEvery: number; sample: string },
): Promise<CrashCards> {
  const numbers = Array.from({ length: cards }, (_, index) => index + 1)
  const isAlone = (no: number) => googleEvery > 0 && no % googleEvery === 0
  const isInBoth = (no: number) => googleEvery > 0 && no % googleEvery === Math.floor(googleEvery / 2)
  const withPhone = numbers.filter((no) => !isAlone(no))
  const tokens = server.outside.applePush.registerPhones(withPhone.length)
  const atGoogle = numbers.filter((no) => isAlone(no) || isInBoth(no))
  const objects = atGoogle.map((no) => ({ id: `${sample}-${no}`, name: `Client ${no}` }))
  const copies = objects.map(({ id }) => id)
  if (copies.length > 0) server.outside.googleWallet.copyCard(sample, copies)
  const phones = withPhone.map((no, index) => ({ no, token: tokens[index] ?? '' }))
  for (let from = 1; from <= cards; from += AT_ONCE) {
    const isIn = (no: number) => no >= from && no < from + AT_ONCE
    const those = phones.filter(({ no }) => isIn(no))
    const params = [those.map(({ no }) => no), those.map(({ token }) => token), atGoogle.filter(isIn), sample]
    await query(server, MAKE, [shop.c, shop.template, from, Math.min(from + AT_ONCE - 1, cards), ...params])
  }
  return { tokens, objects, googleAlone: numbers.filter(isAlone).length }
}
