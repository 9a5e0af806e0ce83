import { describe, expect, it } from 'vitest'
import { CAREFUL_POLICY } from '../../../contract/business/crm-meeting.ts'
import type { FieldDirection } from '../../../contract/business/crm-fields.ts'
import { integration } from '../../../contract/business/integration.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { clients } from '../../../contract/people/clients.ts'
import { KEYS, type Moysklad } from '../../engines/crm/moysklad/emulator/emulator.ts'
import { query } from '../../../test/direct-access.ts'
import {
  at,
  begin,
  clientOf,
  codeOf,
  connect,
  crm,
  customerOf,
  newClient,
  noticesOf,
  openCrmServer,
  read,
  right,
  save,
  server,
  shop,
  sync,
} from '../../../test/crm-story.ts'

openCrmServer()

const BOTH = { read: true, write: true, rewrite: false }
const askTheirs = () => shop.owner.send(integration.listCrmFields, { params: at() })
const makeFields = (...fields: { name: string; kind: 'text' | 'date' | 'number' | 'flag' }[]) =>
  shop.owner.send(integration.createCrmFields, { params: at(), body: { fields } })
const readMap = () => shop.owner.send(integration.readFieldMap, { params: at() })
type Pair = [ours: string, theirs: string, direction: FieldDirection]
async function map(...pairs: Pair[]) {
  const links = pairs.map(([ours, theirs, direction]) => ({ ours, theirs, direction }))
  const version = (await read()).current?.version ?? 0
  return shop.owner.ask(integration.saveFieldMap, { params: at(), body: { links, version } })
}
async function haveVariable(name: string) {
  const body = { name, defaultValue: '', description: '' }
  await shop.owner.ask(variables.createVariable, { params: at(), body })
}
async function type(id: string, extra: Record<string, string>) {
  const { sync: _, ...client } = await clientOf(id)
  const body = { ...(clients.saveClient.body.parse({ ...client, template: client.template.id }) as object), extra }
  await shop.owner.send(clients.saveClient, { params: { ...at(), id }, body: body as never })
}
async function exchange() {
  // Another day; the plan of the shop would end if real ones passed.
  await query(server, 'delete from crm_runs where cabinet_id = $1', [shop.c])
  await sync()
  await server.drainJobs()
}
const readNow = async () => {
  await shop.owner.send(integration.readFromCrm, { params: at() })
  await server.drainJobs()
}
const thereOf = (tel: string) => customerOf(tel)?.fields ?? {}
const changeThere = (tel: string, fields: object) => {
  const customer = customerOf(tel)
  crm().change(customer?.customerId ?? '', { fields: { ...customer?.fields, ...fields } })
}
const sizeOf = async (id: string) => (await clientOf(id)).extra.Size
const desk = () => shop.owner.send(integration.readDesk, { params: at(), query: {} })

/** Anna is exchanged with the URL system, and her size is mapped. */
async function mapped(direction: FieldDirection = 'both', flags = BOTH, kind: 'text' | 'date' = 'text') {
  crm().books.fields.length = 0
  await haveVariable('Size')
  const anna = await newClient('Anna')
  await connect(flags, CAREFUL_POLICY)
  await exchange()
  const [field] = (await makeFields({ name: 'Shoe size', kind })).fields
  const id = field?.id ?? ''
  expect(codeOf(await map(['variable:Size', id, direction]))).toEqual([200, undefined])
  return { anna, id }
}

describe('the field map', () => {
  it('lists both sides, makes what is missing once, and guesses by name', async () => {
    crm().books.fields.length = 0
    await haveVariable('Size')
    await connect(BOTH)
    expect(await readMap()).toMatchObject({ customFields: 'made', canSend: true, canReceive: true, links: [] })
    expect((await readMap())?.ours.map(({ ours }) => ours)).toEqual(
      expect.arrayContaining(['field:privilege', 'variable:Size', 'card:link']),
    )
    const made = await makeFields({ name: 'size', kind: 'text' }, { name: 'Visits', kind: 'number' })
    expect(made.fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['size', 'text'],
      ['Visits', 'number'],
    ])
    expect(await makeFields({ name: 'size', kind: 'text' }, { name: 'Visits', kind: 'number' })).toEqual(made)
    expect(crm().books.fields).toHaveLength(2)
    expect((await askTheirs()).guesses).toEqual([{ ours: 'variable:Size', theirs: made.fields[0]?.id }])
  })

  it('refuses what cannot be: an unknown field, a wrong kind, a direction, a field twice, an old version', async () => {
    const { id } = await mapped()
    crm().books.fields.push({ id: 'day', name: 'Day', kind: 'date', isWritable: false })
    crm().books.fields.push({ id: 'vip', name: 'VIP', kind: 'flag', isWritable: true })
    const refused = async (...pairs: Pair[]) => codeOf(await map(...pairs))
    expect(await refused(['variable:Size', 'nowhere', 'to'])).toEqual([422, 'mapped_field_gone'])
    expect(await refused(['variable:Size', 'day', 'both'])).toEqual([422, 'mapped_field_unfit'])
    expect(await refused(['card:link', id, 'both'])).toEqual([422, 'mapped_field_unfit'])
    expect(await refused(['variable:Nothing', 'vip', 'to'])).toEqual([422, 'mapped_field_unfit'])
    expect((await refused(['variable:Size', id, 'to'], ['field:privilege', id, 'to']))[0]).toBe(422)
    expect((await refused(['variable:Size', id, 'to'], ['variable:Size', 'vip', 'to']))[0]).toBe(422)
    const body = { links: [], version: 0 }
    expect(codeOf(await shop.owner.ask(integration.saveFieldMap, { params: at(), body }))).toEqual([
      409,
      'version_conflict',
    ])
    expect((await readMap())?.links).toHaveLength(1)
  })

  it('a mapped value travels both ways, and a blank erases nothing', async () => {
    const { anna, id } = await mapped()
    await type(anna.id, { Size: '42' })
    await exchange()
    expect(thereOf(anna.tel)).toEqual({ [id]: '42' })
    changeThere(anna.tel, { [id]: '43' })
    await readNow()
    expect(await sizeOf(anna.id)).toBe('43')
    changeThere(anna.tel, { [id]: '' })
    await readNow()
    expect(await sizeOf(anna.id)).toBe('43')
    await type(anna.id, { Size: '' })
    changeThere(anna.tel, { [id]: '44' })
    await type(anna.id, { Size: '' })
    await exchange()
    expect([thereOf(anna.tel)[id], await sizeOf(anna.id)]).toEqual(['44', '44'])
    expect(await desk()).toMatchObject({ field: 0, refused: 0 })
  })

  it('only goes where it is mapped to', async () => {
    const { anna, id } = await mapped('to')
    await type(anna.id, { Size: '42' })
    await exchange()
    changeThere(anna.tel, { [id]: '50' })
    await readNow()
    expect([thereOf(anna.tel)[id], await sizeOf(anna.id)]).toEqual(['50', '42'])
    expect(codeOf(await map(['variable:Size', id, 'from']))).toEqual([200, undefined])
    await exchange()
    await readNow()
    expect([thereOf(anna.tel)[id], await sizeOf(anna.id)]).toEqual(['50', '50'])
  })

  it('what waits to be written is not overwritten, and two changes are for a person', async () => {
    const { anna, id } = await mapped('both', { ...BOTH, rewrite: true })
    await type(anna.id, { Size: '42' })
    await exchange()
    await type(anna.id, { Size: '43' })
    await readNow()
    expect(await sizeOf(anna.id)).toBe('43')
    changeThere(anna.tel, { [id]: '44' })
    await readNow()
    expect([thereOf(anna.tel)[id], await sizeOf(anna.id)]).toEqual(['44', '43'])
    expect(await desk()).toMatchObject({
      field: 1,
      clients: [{ trouble: 'field', fields: [{ ours: 'variable:Size', reason: 'conflict', here: '43', there: '44' }] }],
    })
    await exchange()
    expect([thereOf(anna.tel)[id], await sizeOf(anna.id)]).toEqual(['44', '43'])
    const settle = (keep: 'ours' | 'theirs') =>
      shop.owner.ask(integration.settleField, { params: { ...at(), id: anna.id }, body: { theirs: id, keep } })
    expect(codeOf(await settle('ours'))).toEqual([200, undefined])
    expect(codeOf(await settle('theirs'))).toEqual([409, 'mapped_field_settled'])
    await exchange()
    expect([thereOf(anna.tel)[id], await sizeOf(anna.id)]).toEqual(['43', '43'])
    await type(anna.id, { Size: '45' })
    changeThere(anna.tel, { [id]: '46' })
    await readNow()
    expect(codeOf(await settle('theirs'))).toEqual([200, undefined])
    await exchange()
    expect([thereOf(anna.tel)[id], await sizeOf(anna.id)]).toEqual(['46', '46'])
    expect((await desk()).field).toBe(0)
  })

  it('a value that is none there is told, and the rest of the client is written', async () => {
    const { anna, id } = await mapped('to', BOTH, 'date')
    await type(anna.id, { Size: 'large' })
    await exchange()
    expect(thereOf(anna.tel)).toEqual({})
    expect(await desk()).toMatchObject({ field: 1, clients: [{ fields: [{ reason: 'here', here: 'large' }] }] })
    await type(anna.id, { Size: '21.11.2026' })
    await exchange()
    expect(thereOf(anna.tel)).toEqual({ [id]: '2026-11-21' })
    expect((await desk()).field).toBe(0)
  })

  it('a field that was removed there is told once, and holds up nobody', async () => {
    const { anna, id } = await mapped()
    await type(anna.id, { Size: '42' })
    crm().books.fields.length = 0
    await exchange()
    await readNow()
    expect((await readMap())?.links).toMatchObject([{ theirs: id, state: 'gone' }])
    expect(await desk()).toMatchObject({ refused: 0 })
    expect((await clientOf(anna.id)).sync).toBe('synced')
    expect((await noticesOf()).filter(({ text }) => text.includes('Shoe size'))).toHaveLength(1)
    crm().books.fields.push({ id, name: 'Shoe size', kind: 'text', isWritable: true })
    await readNow()
    expect((await readMap())?.links).toMatchObject([{ theirs: id, state: 'ok' }])
  })
})

it('with MoySklad: attributes are made, and travel both ways', async () => {
  await haveVariable('Size')
  const moysklad = server.outside.crms.of<Moysklad>('moysklad')
  const anna = await newClient('Anna')
  const settings = { server: `${server.url}/outside/crm/moysklad`, login: KEYS.login, password: KEYS.password }
  expect(codeOf(await save(right({ type: 'moysklad', settings, flags: BOTH })))).toEqual([200, undefined])
  await shop.owner.send(integration.activateIntegration, { params: at() })
  await begin()
  const { fields } = await makeFields({ name: 'Shoe size', kind: 'number' }, { name: 'Wallet card', kind: 'text' })
  const [size = '', link = ''] = fields.map(({ id }) => id)
  expect(codeOf(await map(['variable:Size', size, 'both'], ['card:link', link, 'to']))).toEqual([200, undefined])
  await type(anna.id, { Size: '42,5' })
  await exchange()
  const buyer = [...moysklad.buyers.values()].find(({ phone }) => phone === anna.tel)
  expect(buyer?.values).toEqual({ [size]: 42.5, [link]: expect.stringContaining('http') as string })
  Object.assign(buyer?.values ?? {}, { [size]: 43 })
  await readNow()
  expect(await sizeOf(anna.id)).toBe('43')
})
