import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import type { Criterion, Rules } from '../../../contract/people/segments.ts'
import { segments } from '../../../contract/people/segments.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { clientsWhere } from '../clients/clients.ts'
import { segmentCondition } from './segments.ts'

const rich: Criterion = { kind: 'balance', operator: 'gte', value: 500_00 }
const women: Criterion = { kind: 'sex', operator: 'is', value: 'female' }

describe('the segments of a cabinet', () => {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Vera')
    await setPlan(server, shop.c, 'expert')
    for (const [name, tel] of [
      ['Anna', '+420601900001'],
      ['Berta', '+420601900002'],
      ['Cyril', '+420601900003'],
    ] as const)
      await fillForm(server, shop.formUrl, { name, surname: 'Guest', tel })
    await query(
      server,
      `update clients set sex = case when name = 'Cyril' then 'male' else 'female' end,
        balance_minor = case when name = 'Berta' then 600_00 else 0 end`,
    )
  })
  afterAll(() => server?.close())

  const at = (segmentId: string) => ({ params: { c: shop.c, segmentId } })
  const draft = () => shop.owner.send(segments.createSegment, { params: { c: shop.c } })
  const save = async (name: string, rules: Rules) => {
    const { id, version } = await draft()
    return shop.owner.send(segments.saveSegment, { ...at(id), body: { name, ...rules, version } })
  }
  const askSave = (id: string, body: object) => shop.owner.ask(segments.saveSegment, { ...at(id), body })
  const remove = (segmentUuid: string) => shop.owner.ask(segments.removeSegment, { params: { c: shop.c, segmentUuid } })
  const list = async (more = {}) =>
    (await shop.owner.send(segments.listSegments, { params: { c: shop.c }, query: { o: 'name', d: 'asc', ...more } }))
      .data

  it('begin as a draft that is in no list and cannot be used', async () => {
    const made = await draft()
    expect(made).toMatchObject({ name: '', criteria: [], isDraft: true, size: 0, usedBy: [] })
    expect(await list()).toEqual([])
    await expect(
      openForWork(server.app, shop.c, (db) => segmentCondition(db, made.id, server.now())),
    ).rejects.toMatchObject({ code: 'segment_not_found' })
    expect((await remove(made.id)).status).toBe(200)
    expect((await remove(made.id)).body.error?.code).toBe('segment_not_found')
  })

  it('contain the clients who fit now', async () => {
    const saved = await save('Rich women', { match: 'all', criteria: [rich, women] })
    expect(saved).toMatchObject({ name: 'Rich women', isDraft: false, size: 1, version: 1 })
    const names = async () =>
      openForWork(server.app, shop.c, async (db) => {
        const members = clientsWhere(db, [await segmentCondition(db, saved.id, server.now())])
        const { rows } = await sql<{ name: string }>`select name from clients where id in (${members})`.execute(db.tx)
        return rows.map((row) => row.name)
      })
    expect(await names()).toEqual(['Berta'])
    const {
      data: [berta],
    } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q: 'Berta' } })
    await query(server, 'update clients set balance_minor = 0 where id = $1', [berta?.id])
    expect(await names()).toEqual([])
    expect(await shop.owner.send(segments.segmentSize, at(saved.id))).toMatchObject({ size: 0, clients: 3 })
    await query(server, 'update clients set balance_minor = 60000 where id = $1', [berta?.id])
    expect((await list())[0]?.size).toBe(0)
    server.passTime(2 * 60_000)
    expect((await list())[0]?.size).toBe(1)
    await remove(saved.id)
  })

  it('filter the table of clients, together with its other filters', async () => {
    const saved = await save('Women', { match: 'all', criteria: [women] })
    const listed = async (more: object) =>
      (
        await shop.owner.send(clients.listClients, {
          params: { c: shop.c },
          query: { o: 'name', d: 'asc', segment: saved.id, ...more },
        })
      ).data.map((one) => one.name)
    expect(await listed({})).toEqual(['Anna', 'Berta'])
    expect(await listed({ balanceFrom: 1 })).toEqual(['Berta'])
    await remove(saved.id)
    expect(
      (await shop.owner.ask(clients.listClients, { params: { c: shop.c }, query: { segment: saved.id } })).body.error
        ?.code,
    ).toBe('segment_not_found')
  })

  it('are counted before they are saved, as a whole and for each condition', async () => {
    const counted = await shop.owner.send(segments.countSegment, {
      params: { c: shop.c },
      query: {},
      body: { match: 'any', criteria: [rich, women] },
    })
    expect(counted).toMatchObject({ size: 2, clients: 3, rows: [1, 2] })
    expect(counted.samples.map((one) => one.name).sort()).toEqual(['Anna', 'Berta'])
    expect(
      (
        await shop.owner.send(segments.countSegment, {
          params: { c: shop.c },
          query: {},
          body: { match: 'all', criteria: [rich, { ...women, value: 'male' }] },
        })
      ).samples,
    ).toEqual([])
  })

  it('show each fault at its field', async () => {
    const { id, version } = await draft()
    const fieldsOf = async (body: object) =>
      Object.fromEntries(
        Object.entries((await askSave(id, { name: 'X', match: 'all', version, ...body })).body.error?.fields ?? {}).map(
          ([path, fault]) => [path, fault.code],
        ),
      )
    expect(await fieldsOf({ criteria: [] })).toEqual({ criteria: 'criteria_none' })
    expect(await fieldsOf({ name: ' ', criteria: [women] })).toEqual({ name: 'required' })
    expect(
      await fieldsOf({
        criteria: [
          women,
          { kind: 'age', operator: 'between', value: { from: 40, to: 20 } },
          { kind: 'promo', operator: 'is', value: '' },
        ],
      }),
    ).toEqual({ 'criteria.1.value.to': 'range_order', 'criteria.2.value': 'required' })
    expect(
      await fieldsOf({
        criteria: [
          { kind: 'formKey', operator: 'one_of', value: [shop.formKey, 'gone'] },
          { kind: 'templateUUID', operator: 'none_of', value: [crypto.randomUUID()] },
        ],
      }),
    ).toEqual({ 'criteria.0.value': 'form_gone', 'criteria.1.value': 'template_gone' })
    expect(await shop.owner.send(segments.readSegment, at(id))).toMatchObject({ isDraft: true, criteria: [] })
    await remove(id)
  })

  it('are not saved over a newer version', async () => {
    const saved = await save('Women', { match: 'all', criteria: [women] })
    const body = (name: string) => ({ name, match: 'all', criteria: [women], version: saved.version })
    const response = await Promise.all([askSave(saved.id, body('One')), askSave(saved.id, body('Two'))])
    expect(tally(response.map((one) => one.status))).toEqual({ 200: 1, 409: 1 })
    await remove(saved.id)
  })

  it('are as many as the tariff allows, also for two at the same time; drafts do not count', async () => {
    await query(server, "update tariffs set segments = 2 where key = 'expert'")
    const first = await save('First', { match: 'all', criteria: [women] })
    const drafts = await Promise.all([draft(), draft(), draft()])
    const response = await Promise.all(
      drafts.map(({ id, version }) => askSave(id, { name: 'More', match: 'all', criteria: [women], version })),
    )
    expect(tally(response.map((one) => one.status))).toEqual({ 200: 1, 403: 2 })
    expect((await shop.owner.ask(segments.createSegment, { params: { c: shop.c } })).body.error).toMatchObject({
      code: 'segment_limit',
      detail: { limit: 2 },
    })
    const saved = await list()
    expect(
      (await askSave(first.id, { name: 'Again', match: 'all', criteria: [women], version: first.version })).status,
    ).toBe(200)
    for (const { id } of [...saved, ...drafts]) await remove(id)
    await query(server, "update tariffs set segments = 50 where key = 'expert'")
  })

  it('abandoned drafts are deleted with the next one', async () => {
    const left = await draft()
    server.passTime(DAY_MS + 1000)
    const next = await draft()
    expect((await shop.owner.ask(segments.readSegment, at(left.id))).body.error?.code).toBe('segment_not_found')
    await remove(next.id)
  })

  it('are not deleted while a push uses them, and the refusal names it', async () => {
    const saved = await save('Named', { match: 'all', criteria: [women] })
    const id = crypto.randomUUID()
    await query(
      server,
      `insert into pushes (cabinet_id, id, name, type, segment_id, created_at, updated_at)
        values ($1, $2, 'Friday', 'text', $3, now(), now())`,
      [shop.c, id, saved.id],
    )
    const usedBy = [{ kind: 'push', id, name: 'Friday' }]
    const response = await remove(saved.id)
    expect([response.status, response.body.error?.code, response.body.error?.detail]).toEqual([
      409,
      'segment_in_use',
      { name: 'Named', where: 'Friday', usedBy },
    ])
    expect((await list())[0]?.usedBy).toEqual(usedBy)
    await query(server, 'delete from pushes where id = $1', [id])
    expect((await remove(saved.id)).status).toBe(200)
  })

  it('need active cards', async () => {
    await query(server, "update apple_certificates set state = 'replaced' where cabinet_id = $1", [shop.c])
    expect((await shop.owner.ask(segments.createSegment, { params: { c: shop.c } })).body.error?.code).toBe(
      'cards_not_active',
    )
    await query(server, "update apple_certificates set state = 'active' where cabinet_id = $1", [shop.c])
  })
})
