import { expect, it } from 'vitest'
import { CLIENT_VIEWS_MAX } from '../../../contract/limits.ts'
import { clientViews } from '../../../contract/people/client-views.ts'
import { segments } from '../../../contract/people/segments.ts'
import { tags } from '../../../contract/people/tags.ts'
import { server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop } from '../../../test/people.ts'

setUpClients()

const params = () => ({ params: { c: shop.c } })
const at = (viewId: string) => ({ params: { c: shop.c, viewId } })
const save = (name: string, more: object = {}) =>
  shop.owner.ask(clientViews.saveView, { ...params(), body: { name, ...more } })
const views = async () => (await shop.owner.send(clientViews.listViews, params())).views

it('keeps search, filters, order and columns, and the same name gets the new ones', async () => {
  const shown = {
    q: 'anna',
    filters: { platform: 'none', balanceFrom: 100 },
    o: 'balance',
    d: 'asc',
    columns: ['name', 'balance'],
  }
  expect((await save('Sleepers', shown)).body.data).toMatchObject({ name: 'Sleepers', ...shown })
  await save('birthdays', { filters: { birthday: 'this_week' } })
  expect((await save('SLEEPERS')).body.data).toMatchObject({ q: '', filters: {}, columns: null })
  expect((await views()).map((view) => view.name)).toEqual(['birthdays', 'SLEEPERS'])
})

it('can be renamed and deleted; a name belongs to one', async () => {
  const [first, second] = await views()
  const rename = (name: string) => shop.owner.ask(clientViews.renameView, { ...at(first?.id ?? ''), body: { name } })
  const taken = await rename('sleepers')
  expect([taken.status, taken.body.error?.code]).toEqual([409, 'view_taken'])
  expect((await rename('Birthdays')).body.data).toMatchObject({ name: 'Birthdays', filters: { birthday: 'this_week' } })
  await shop.owner.send(clientViews.removeView, at(second?.id ?? ''))
  expect((await shop.owner.ask(clientViews.removeView, at(second?.id ?? ''))).status).toBe(404)
  expect(await views()).toHaveLength(1)
})

it('belong to their business, and have a limit', async () => {
  const other = await openShop(server, 'Zora')
  const [mine] = await views()
  const theirs = { params: { c: other.c, viewId: mine?.id ?? '' } }
  expect((await other.owner.ask(clientViews.removeView, theirs)).status).toBe(404)
  await query(
    server,
    `insert into client_views (cabinet_id, id, name, shown, made_by, created_at)
      select $1, gen_random_uuid(), 'view ' || n, '{}', gen_random_uuid(), now() from generate_series(1, $2) n`,
    [shop.c, CLIENT_VIEWS_MAX - 1],
  )
  expect((await save('one more')).body.error).toMatchObject({ code: 'view_limit', detail: { limit: CLIENT_VIEWS_MAX } })
  expect((await save('view 3', { q: 'x' })).status).toBe(200)
  expect(await views()).toHaveLength(CLIENT_VIEWS_MAX)
})

it('of a newer version are shown without what this one does not know', async () => {
  await query(
    server,
    `update client_views set shown = '{"o": "mood", "filters": {"mood": "good", "sex": "none"}}' where cabinet_id = $1`,
    [shop.c],
  )
  expect((await views())[0]).toMatchObject({ o: 'created', filters: {}, q: '', columns: null })
})

it('keep a tag and a segment that they filter by, and are named when one is deleted', async () => {
  await query(server, 'delete from client_views where cabinet_id = $1', [shop.c])
  const place = { c: shop.c }
  const tag = await shop.owner.send(tags.createTag, { params: place, body: { name: 'Wine' } })
  const segment = await shop.owner.send(segments.createSegment, { params: place })
  await query(server, `update segments set is_draft = false, name = 'Night' where id = $1`, [segment.id])
  await save('Wine lovers', { filters: { tag: tag.id } })
  await save('Night owls', { filters: { segment: segment.id } })
  const removeTag = () => shop.owner.ask(tags.removeTag, { params: { ...place, tagId: tag.id } })
  const removeSegment = () => shop.owner.ask(segments.removeSegment, { params: { ...place, segmentUuid: segment.id } })
  expect((await removeTag()).body.error).toMatchObject({ code: 'tag_in_use', detail: { where: 'Wine lovers' } })
  expect((await removeSegment()).body.error).toMatchObject({
    code: 'segment_in_use',
    detail: { where: 'Night owls', usedBy: [{ kind: 'view', name: 'Night owls' }] },
  })
  for (const { id } of await views()) await shop.owner.send(clientViews.removeView, at(id))
  expect([(await removeTag()).status, (await removeSegment()).status]).toEqual([200, 200])
})
