import { describe, expect, it } from 'vitest'
import { cardNumberText } from '../../../card/values.ts'
import { clients } from '../../../contract/people/clients.ts'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { client, list, read, save, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { fieldsOf, Iphone } from '../../../test/phones.ts'

setUpClients()

const params = (id: string) => ({ c: shop.c, id })
const merge = (id: string, other: string) =>
  shop.owner.ask(merges.mergeClients, { params: params(id), body: { client: other } })
const undo = (id: string, other: string) =>
  shop.owner.ask(merges.undoMerge, { params: params(id), body: { client: other } })
const add = (id: string, amount: number) =>
  shop.owner.send(holders.changeAmount, { params: params(id), body: { kind: 'bonus', action: 'add', amount } })
/** A row as it is in the database, without what counts its changes. */
const rowOf = async (id: string) =>
  (
    await query<{ row: string }>(
      server,
      `select (to_jsonb(c) - '{version,updated_at}'::text[])::text as row from clients c where id = $1`,
      [id],
    )
  )[0]?.row

/** How many cards of its own the client has in the file of its data, and those merged into it have. */
async function cardsInFile(id: string) {
  const { body } = await shop.owner.ask(erasures.exportPerson, { params: params(id), query: { format: 'json' } })
  type One = { card?: object; furtherCards: object[] }
  const { mergedClients, ...one } = body as unknown as One & { mergedClients: One[] }
  const own = ({ card, furtherCards }: One) => (card ? 1 : 0) + furtherCards.length
  return [own(one), mergedClients.map(own)]
}

async function twoOfOne() {
  const [kept, gone] = [await client('Ana'), await client('Anna', { surname: 'Novak' })]
  await save(kept.id, { bonusMinor: 300, discountHundredths: 500 })
  await save(gone.id, { bonusMinor: 200, balanceMinor: 1000, discountHundredths: 1000, email: 'anna@people.example' })
  return { kept, gone }
}

describe('two clients who are one person', () => {
  it('are shown together before, become one, and come back byte for byte', async () => {
    const { kept, gone } = await twoOfOne()
    const before = [await rowOf(kept.id), await rowOf(gone.id)]
    const preview = await shop.owner.send(merges.previewMerge, { params: params(kept.id), query: { client: gone.id } })
    expect(preview.after).toMatchObject({
      name: 'Ana Novak',
      bonusMinor: 500,
      balanceMinor: 1000,
      discountHundredths: 1000,
    })
    expect(preview.filled).toEqual(expect.arrayContaining(['surname', 'email']))
    expect([await rowOf(kept.id), await rowOf(gone.id)]).toEqual(before)

    expect((await merge(kept.id, gone.id)).status).toBe(200)
    const one = await read(kept.id)
    expect(one).toMatchObject({ bonusMinor: 500, balanceMinor: 1000, email: 'anna@people.example', tel: kept.tel })
    expect(one.merged.map(({ id }) => id)).toEqual([gone.id])
    expect((await read(gone.id)).mergedInto).toBe(kept.id)
    const { data } = await shop.owner.send(clients.balanceHistory, { params: params(kept.id), query: { limit: 100 } })
    expect(await cardsInFile(kept.id)).toEqual([1, [1]])
    const bonus = data.filter(({ kind }) => kind === 'bonus')
    expect(bonus.reduce((sum, { delta }) => sum + delta, 0)).toBe(500)
    expect(bonus.map(({ source }) => source)).toEqual(expect.arrayContaining(['cabinet', 'merge']))

    expect((await undo(kept.id, gone.id)).status).toBe(200)
    expect([await rowOf(kept.id), await rowOf(gone.id)]).toEqual(before)
    expect((await undo(kept.id, gone.id)).body.error?.code).toBe('not_merged')
  })

  it('keep both cards: each shows the sum, and a till finds the client by either number', async () => {
    const { kept, gone } = await twoOfOne()
    const phone = new Iphone(server)
    await phone.install(gone.cardFileUrl)
    await phone.register()
    const { cardNumber } = await read(gone.id)
    await merge(kept.id, gone.id)
    await server.drainJobs()
    await phone.update()
    expect(fieldsOf(phone.pass.json)).toMatchObject({ center: '5', top: cardNumberText(cardNumber) })
    expect((await list({ q: cardNumberText(cardNumber) })).data.map(({ id }) => id)).toEqual([kept.id])
    await add(kept.id, 100)
    await server.drainJobs()
    await phone.update()
    expect(fieldsOf(phone.pass.json)).toMatchObject({ center: '6' })
    // The phone of the one who is gone is still the same person.
    const again = await shop.owner.ask(holders.createClient, {
      params: { c: shop.c },
      body: { name: 'A', tel: gone.tel },
    })
    expect(again.body.error?.detail).toMatchObject({ client: kept.id })
  })

  it('keep what was changed since, and are not taken apart when the amount is spent', async () => {
    const { kept, gone } = await twoOfOne()
    await merge(kept.id, gone.id)
    await save(kept.id, { surname: 'Svobodová' })
    await add(kept.id, 50)
    expect((await undo(kept.id, gone.id)).status).toBe(200)
    expect(await read(kept.id)).toMatchObject({ surname: 'Svobodová', email: '', bonusMinor: 350 })
    expect(await read(gone.id)).toMatchObject({ surname: 'Novak', bonusMinor: 200, mergedInto: null, archivedAt: null })
    await merge(kept.id, gone.id)
    await save(kept.id, { bonusMinor: 100 })
    const refused = await undo(kept.id, gone.id)
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'amount_too_small'])
    expect((await read(kept.id)).bonusMinor).toBe(100)
  })

  it('are merged once by four at the same moment, and never with themselves', async () => {
    const { kept, gone } = await twoOfOne()
    const all = await Promise.all([
      merge(kept.id, gone.id),
      merge(gone.id, kept.id),
      merge(kept.id, gone.id),
      merge(gone.id, kept.id),
    ])
    expect(tally(all.map(({ status }) => status))).toEqual({ 200: 1, 404: 3 })
    const [first] = await query<{ sum: string }>(
      server,
      'select sum(bonus_minor) as sum from clients where id = any($1::uuid[])',
      [[kept.id, gone.id]],
    )
    expect(Number(first?.sum)).toBe(500)
    expect((await merge(kept.id, kept.id)).body.error?.code).toBe('merge_with_itself')
  })

  it('are erased together', async () => {
    const { kept, gone } = await twoOfOne()
    await merge(kept.id, gone.id)
    const confirm = cardNumberText((await read(kept.id)).cardNumber)
    await shop.owner.send(erasures.eraseClient, { params: params(kept.id), body: { confirm } })
    const rows = await query<{ name: string; tel: string }>(
      server,
      'select name, tel from clients where id = any($1::uuid[])',
      [[kept.id, gone.id]],
    )
    expect(rows).toEqual([
      { name: '', tel: '' },
      { name: '', tel: '' },
    ])
    expect(await query(server, 'select 1 from client_merges where kept_id = $1', [kept.id])).toEqual([])
  })

  it('have bought what they have bought, also where one had been another before, and where one is erased', async () => {
    const [first, second, third, none] = [await client('C'), await client('B'), await client('A'), await client('D')]
    for (const { id } of [first, second])
      await shop.owner.send(externalEvents.addEvent, {
        params: params(id),
        body: { kind: 'purchase', at: server.now().toISOString(), amountMinor: 500, senderId: `of ${id}` },
      })
    const bought = async () => {
      const rows = await query<{ id: string; kept: boolean; has: boolean }>(
        server,
        `select c.id, c.has_bought as kept, coalesce(p.purchases, 0) > 0 as has from clients c
         left join client_purchases p on p.cabinet_id = c.cabinet_id and p.client_id = c.id
         where c.id = any($1::uuid[])`,
        [[first.id, second.id, third.id, none.id]],
      )
      expect(rows.filter(({ kept, has }) => kept !== has)).toEqual([])
      return [first, second, third, none].map(({ id }) => rows.find((row) => row.id === id)?.kept)
    }
    expect(await bought()).toEqual([true, true, false, false])
    await merge(second.id, first.id)
    expect(await bought()).toEqual([false, true, false, false])
    await merge(third.id, second.id)
    const moved = await bought()
    expect([moved[0], moved[2], moved[3]]).toEqual([false, true, false])
    await undo(third.id, second.id)
    expect(await bought()).toEqual([false, true, false, false])
    await merge(third.id, second.id)
    const confirm = cardNumberText((await read(third.id)).cardNumber)
    await shop.owner.send(erasures.eraseClient, { params: params(third.id), body: { confirm } })
    expect((await bought())[2]).toBe(false)
  })

  it('keep a number that one only typed and a consent that one gave, until they are taken apart', async () => {
    const [kept, gone, holder] = [await client('Eva'), await client('Ewa'), await client('Owner of the number')]
    await query(
      server,
      `update clients set tel = '', consent_at = null, consent_text_hash = null, consent_ip = null where id = $1`,
      [kept.id],
    )
    await query(
      server,
      `update clients set tel = '', typed_tel = $2, consent_at = now(), consent_text_hash = $3, consent_ip = '192.0.2.9'
        where id = $1`,
      [gone.id, holder.tel, Buffer.from('words of Ewa')],
    )
    const before = [await rowOf(kept.id), await rowOf(gone.id)]
    await merge(kept.id, gone.id)
    const one = await read(kept.id)
    expect(one).toMatchObject({ tel: '', typedTel: holder.tel, consent: { ip: '192.0.2.9', text: null } })
    expect(one.sameNumber.map(({ id }) => id)).toEqual([holder.id])
    await undo(kept.id, gone.id)
    expect([await rowOf(kept.id), await rowOf(gone.id)]).toEqual(before)

    // The same number proved by one and typed by the other is one number.
    await query(server, `update clients set typed_tel = '', tel = '+420777000111' where id = $1`, [gone.id])
    await query(server, `update clients set typed_tel = '+420777000111' where id = $1`, [kept.id])
    await merge(kept.id, gone.id)
    expect(await read(kept.id)).toMatchObject({ tel: '+420777000111', typedTel: '', sameNumber: [] })
    await undo(kept.id, gone.id)
    expect(await read(kept.id)).toMatchObject({ tel: '', typedTel: '+420777000111' })
  })
})
