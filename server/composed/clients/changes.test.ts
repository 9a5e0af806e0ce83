import { describe, expect, it } from 'vitest'
import { type ChangedClient, type Changes, changes } from '../../../contract/people/changes.ts'
import { clients } from '../../../contract/people/clients.ts'
import { tags } from '../../../contract/people/tags.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { openShop, request } from '../../../test/people.ts'
import { until } from '../../../test/until.ts'
import { insideCabinet } from '../../base/db.ts'
import { forgetChanges } from '../../people/clients/jobs.ts'

setUpClients()

const params = () => ({ c: shop.c })
const ask = (after?: string, limit?: number) =>
  shop.owner.send(changes.listChanges, { params: params(), query: { after, limit } })
/** A place after everything so far: transactions of other databases beside this one hold it back for a while. */
async function place(): Promise<string> {
  let next = ''
  await until(async () => {
    next = (await ask()).next
    const newer = 'select from client_changes where cabinet_id = $1 and transaction > $2'
    return (await query(server, newer, [shop.c, next.split('_')[0]])).length === 0
  }, 'every change is before the place of now')
  return next
}
/** The same once so many are there: transactions of other databases beside this one are waited for too. */
async function listed(after: string, count: number): Promise<Changes> {
  let page = await ask(after)
  await until(async () => {
    page = await ask(after)
    return page.changes.length >= count
  }, 'the changes are listed')
  return page
}
const make = (name: string, change: object = {}) =>
  shop.owner.send(holders.createClient, { params: params(), body: { name, ...change } })
const add = (id: string, amount: number) =>
  shop.owner.send(holders.changeAmount, {
    params: { ...params(), id },
    body: { kind: 'bonus', action: 'add', amount },
  })
const statesOf = ({ changes: all }: Changes) => all.map(({ id, state }) => [id, state])

describe('the feed of changed clients', () => {
  it('begins with the place of now, and tells what has changed since', async () => {
    const old = await make('Old')
    expect(await ask()).toMatchObject({ changes: [], hasMore: false })
    const start = await place()
    const fresh = await make('Fresh', { tel: '+420601720001', bonusMinor: 700 })
    await add(old.id, 300)
    const page = await listed(start, 2)
    const by = (id: string) => page.changes.find((one) => one.id === id)
    expect(by(fresh.id)).toMatchObject({
      state: 'active',
      mergedInto: null,
      client: { name: 'Fresh', tel: '+420601720001', bonusMinor: 700, version: 1, tags: [], installs: [] },
    })
    expect(by(old.id)).toMatchObject({ state: 'active', client: { bonusMinor: 300 } })
    expect(page.changes).toHaveLength(2)
    expect(await ask(page.next)).toEqual({ changes: [], next: page.next, hasMore: false })
  })

  it('tells of tags, the archive, merging and erasing', async () => {
    const [kept, gone, tagged] = [await make('Kept'), await make('Gone'), await make('Tagged')]
    const start = await place()
    await shop.owner.send(tags.setClientTags, { params: { ...params(), id: tagged.id }, body: { tags: ['Regular'] } })
    await shop.owner.send(merges.mergeClients, { params: { ...params(), id: kept.id }, body: { client: gone.id } })
    await shop.owner.send(erasures.archiveClient, { params: { ...params(), id: tagged.id } })
    const page = await listed(start, 3)
    const by = (id: string) => page.changes.find((one) => one.id === id) as ChangedClient
    expect(by(tagged.id)).toMatchObject({ state: 'archived', client: { tags: ['Regular'] } })
    expect(by(gone.id)).toEqual({ id: gone.id, state: 'merged', mergedInto: kept.id, client: null })
    expect(by(kept.id).state).toBe('active')
    const { cardNumber } = await read(kept.id)
    await shop.owner.send(erasures.eraseClient, {
      params: { ...params(), id: kept.id },
      body: { confirm: String(cardNumber).padStart(6, '0'), reason: 'asked' },
    })
    const after = await listed(page.next, 1)
    expect(after.changes).toContainEqual({ id: kept.id, state: 'erased', mergedInto: null, client: null })
    expect(JSON.stringify(after)).not.toContain('Kept')
  })

  it('goes page by page without leaving one out, also within one transaction', async () => {
    const all = [await make('A'), await make('B'), await make('C'), await make('D'), await make('E')]
    const start = await place()
    await insideCabinet(server.app.database, shop.c, async ({ tx, cabinetId }) => {
      await tx
        .withTables<{ clients: { cabinet_id: number; id: string; surname: string } }>()
        .updateTable('clients')
        .set({ surname: 'All' })
        .where('cabinet_id', '=', cabinetId)
        .where(
          'id',
          'in',
          all.map(({ id }) => id),
        )
        .execute()
    })
    await listed(start, 5)
    const found: string[] = []
    let [next, hasMore] = [start, true]
    while (hasMore) {
      const page = await ask(next, 2)
      found.push(...page.changes.map(({ id }) => id))
      ;({ next, hasMore } = page)
    }
    expect(found.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  })

  it('waits for an older change that is not finished, and tells it then', async () => {
    const [slow, quick] = [await make('Slow'), await make('Quick')]
    const start = await place()
    let finish = (): void => undefined
    const waiting = new Promise<void>((done) => {
      finish = done
    })
    let began = (): void => undefined
    const begun = new Promise<void>((done) => {
      began = done
    })
    const open = insideCabinet(server.app.database, shop.c, async ({ tx, cabinetId }) => {
      await tx
        .withTables<{ clients: { cabinet_id: number; id: string; surname: string } }>()
        .updateTable('clients')
        .set({ surname: 'Late' })
        .where('cabinet_id', '=', cabinetId)
        .where('id', '=', slow.id)
        .execute()
      began()
      await waiting
    })
    await begun
    await add(quick.id, 100)
    // The quick change is newer than the open one: a reader who passed it would never see the open one.
    const early = await ask(start)
    expect(early.changes).toEqual([])
    finish()
    await open
    expect((await listed(early.next, 2)).changes.map(({ id }) => id)).toEqual([slow.id, quick.id])
  })

  it('is read with a key, and shows nothing of another business', async () => {
    const start = await place()
    const { secret } = await shop.owner.send(keys.createKey, {
      params: params(),
      body: { name: 'Copy', scopes: ['clients:read'], endsAt: null },
    })
    const other = await openShop(server, 'Olga')
    await other.owner.send(holders.createClient, { params: { c: other.c }, body: { name: 'Foreign' } })
    const { id } = await make('Mine')
    await listed(start, 1)
    const answer = await request(server, changes.listChanges, { params: params(), query: { after: start } }, secret)
    expect(statesOf(answer.body.data as Changes)).toEqual([[id, 'active']])
    expect((await shop.owner.send(clients.readClient, { params: { ...params(), id } })).name).toBe('Mine')
  })

  it('is kept for a week, and refuses a place before it or of another database', async () => {
    const start = await place()
    const { id } = await make('Weekly')
    const page = await listed(start, 1)
    server.passTime(8 * DAY_MS)
    await forgetChanges.handle(server.app, {})
    const refused = (after: string) =>
      shop.owner
        .ask(changes.listChanges, { params: params(), query: { after } })
        .then(({ status, body }) => [status, body.error?.code])
    expect(await refused(start)).toEqual([409, 'changes_forgotten'])
    expect(await ask(page.next)).toMatchObject({ changes: [], hasMore: false })
    expect(await refused(`999999999999999999_${id}`)).toEqual([409, 'changes_forgotten'])
    expect((await refused('yesterday'))[0]).toBe(422)
  })
})
