import { beforeEach, describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { imports } from '../../../contract/people/imports.ts'
import { inputOf } from '../../../test/client-input.ts'
import { query } from '../../../test/direct-access.ts'
import {
  at,
  bring,
  check,
  idOf,
  member,
  read,
  rows,
  run,
  server,
  setUpImports,
  shop,
  undo,
  upload,
} from '../../../test/import-shop.ts'
import { setTimeout } from 'node:timers/promises'
import { importJobs } from '../../composed/imports/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { dropImport, startImport } from './imports.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { plainDesign } from '../../../test/people.ts'
import { Iphone } from '../../../test/phones.ts'

setUpImports()

describe('known clients', () => {
  const BASE = 'name,surname,phone,balance\nAnna,,+420601950001,10'
  const FILE = 'name,surname,phone,balance,points\nHanna,Nowak,+420601950001,25.5,\n,,+420601950001,,'
    .split('\n', 2)
    .join('\n')
  beforeEach(async () => {
    await bring(BASE, { decimal: 'point' })
  })
  it.each([
    ['skip', { name: 'Anna', surname: '', balance: 10_00, version: 1 }, 'known'],
    ['fill', { name: 'Anna', surname: 'Nowak', balance: 10_00, version: 2 }, 'changed'],
    ['overwrite', { name: 'Hanna', surname: 'Nowak', balance: 25_50, version: 2 }, 'changed'],
  ] as const)('%s: as the owner wants it', async (known, expected, verdict) => {
    const done = await bring(FILE, { known, decimal: 'point' })
    expect(done.counts[verdict]).toBe(1)
    expect(await rows()).toMatchObject([expected])
  })
  it('have every amount in their history, and an empty cell leaves it as it is', async () => {
    const done = await bring(FILE, { known: 'overwrite', decimal: 'point' })
    await bring('phone,balance\n+420601950001,', { known: 'overwrite' })
    const id = await idOf('+420601950001')
    const history = () => shop.owner.send(clients.balanceHistory, { params: { c: shop.c, id }, query: {} })
    expect((await history()).data.map(({ delta, source, by }) => [delta, source, by])).toEqual([
      [15_50, 'import', 'Ina Tester'],
      [10_00, 'import', 'Ina Tester'],
    ])
    await undo(done.id)
    expect(await rows()).toMatchObject([{ name: 'Anna', surname: '', balance: 10_00 }])
    expect((await history()).data[0]).toMatchObject({ delta: -15_50, after: 10_00 })
  })
})

describe('an undo', () => {
  it('leaves clients who were changed since or have the card on a phone, and names them', async () => {
    const tel = (n: number) => `+42060195000${n}`
    const done = await bring(`name,phone\nAnna,${tel(1)}\nBoris,${tel(2)}\nCyril,${tel(3)}`)
    const [anna, boris] = [await idOf(tel(1)), await idOf(tel(2))]
    const params = { c: shop.c, id: anna }
    const client = await shop.owner.send(clients.readClient, { params })
    await shop.owner.send(clients.saveClient, { params, body: { ...inputOf(client), surname: 'Nowak' } })
    const phone = new Iphone(server)
    const { cardUrl } = await shop.owner.send(clients.readClient, { params: { c: shop.c, id: boris } })
    await phone.install(`${cardUrl}/card.pkpass`)
    await phone.register()
    const undone = await undo(done.id)
    expect([undone.counts.undone, undone.counts.kept]).toEqual([1, 2])
    const { data } = await shop.owner.send(imports.listKeptClients, { ...at(done.id), query: {} })
    expect(data.map(({ line, id, name }) => [line, id, name])).toEqual([
      [2, anna, 'Anna Nowak'],
      [3, boris, 'Boris'],
    ])
    expect((await rows()).map(({ name }) => name)).toEqual(['Anna', 'Boris'])
  })
  it('is over with the file', async () => {
    const done = await bring('name,phone\nAnna,+420601950001')
    await query(server, 'update client_imports set expires_at = $2 where id = $1', [done.id, server.now()])
    const refused = await shop.owner.ask(imports.undoImport, at(done.id))
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'import_moved_on'])
    expect((await rows()).length).toBe(1)
  })
  it('is possible for thirty days, and a file that nobody imports is deleted after a week', async () => {
    const unused = await upload('name,phone\nZoraida,+420601950001')
    const days = (one: { at: string; expiresAt: string }) => (Date.parse(one.expiresAt) - Date.parse(one.at)) / DAY_MS
    expect(days(unused)).toBe(7)
    const done = await bring('name,phone\nAnna,+420601950001')
    expect(Math.floor(days(done))).toBe(30)
    const ids = [unused.id, done.id]
    const files = async () => {
      for (const id of ids) await dropImport.handle(server.app, { cabinetId: shop.c, id })
      const rows = await query<{ id: string }>(
        server,
        'select distinct import_id as id from client_import_parts where import_id = any($1)',
        [ids],
      )
      return rows.length
    }
    expect(await files()).toBe(2)
    await query(server, 'update client_imports set expires_at = $2 where id = any($1)', [ids, server.now()])
    expect(await files()).toBe(0)
    expect((await shop.owner.ask(imports.readImport, at(unused.id))).status).toBe(404)
    expect(await read(done.id)).toMatchObject({ state: 'done', hasFile: false, counts: { added: 1 } })
  })
})

describe('a job', () => {
  it('goes on where it was when it is done twice or stopped half-way', async () => {
    const lines = Array.from({ length: 1200 }, (_, n) => `Client ${n},+420601${String(n).padStart(6, '0')}`)
    const checked = await check(await upload(`name,phone\n${lines.join('\n')}`))
    await shop.owner.send(imports.startImport, at(checked.id))
    // As a worker leaves it that was killed after two pieces.
    await query(
      server,
      `create function stop_third() returns trigger language plpgsql as $$ begin
      if (select count(*) from clients where cabinet_id = new.cabinet_id) > 1000 then raise 'killed'; end if;
      return new; end $$`,
    )
    await query(server, 'create trigger stop_third before insert on clients for each row execute function stop_third()')
    await expect(server.drainJobs()).rejects.toThrow('killed')
    expect(await read(checked.id)).toMatchObject({ state: 'running', done: 1000, total: 1200 })
    expect((await rows()).length).toBe(1000)
    const { jobs } = await shop.owner.send(cabinets.listJobs, { params: { c: shop.c } })
    expect(jobs.find(({ id }) => id === checked.id)).toMatchObject({ kind: 'import', state: 'running', done: 1000 })
    await query(server, 'drop trigger stop_third on clients')
    await query(server, `update pgboss.job set start_after = now() - interval '1 second' where state < 'active'`)
    await server.drainJobs()
    expect(await read(checked.id)).toMatchObject({ state: 'done', done: 1200, counts: { added: 1200 } })
    expect(new Set((await rows()).map(({ tel }) => tel)).size).toBe(1200)
  })
})

describe('before anything is imported', () => {
  it('shows how the lines are understood, and asks for the room that the plan lacks', async () => {
    await query(
      server,
      'update cabinets set slots = 0, cards = (select cards from tariffs where key = $2) - 1 where id = $1',
      [shop.c, 'expert'],
    )
    const checked = await check(await upload('name,phone,balance\nAnna,+420601950001,5\nBoris,+420601950002,'))
    expect(checked.sample.map((one) => [one.line, one.verdict, one.name, one.tel, one.balanceMinor])).toEqual([
      [2, 'fresh', 'Anna', '+420601950001', 500],
      [3, 'fresh', 'Boris', '+420601950002', null],
    ])
    expect(checked.room).toBe(1)
    const refused = await shop.owner.ask(imports.startImport, at(checked.id))
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'import_no_room'])
    await query(server, 'update cabinets set slots = 30, cards = 0 where id = $1', [shop.c])
  })

  it('refuses a file that cannot be read with its reason, and choices that mean nothing', async () => {
    const params = { c: shop.c }
    const old = await shop.owner.ask(imports.uploadImport, {
      params,
      file: new Blob([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0])]),
    })
    expect([old.status, old.body.error?.code, old.body.error?.detail]).toEqual([
      422,
      'import_unreadable',
      { reason: 'old_excel' },
    ])
    const file = await upload('name,phone,motto\nAnna,+420601950001,Hop')
    const ask = async (change: object) => {
      const body = { ...file.choices, template: shop.template, ...change }
      return (await shop.owner.ask(imports.checkImport, { ...at(file.id), body })).body.error
    }
    expect(await ask({ columns: ['name', 'tel'] })).toMatchObject({ fields: { columns: { code: 'invalid' } } })
    expect(await ask({ columns: ['name', 'name', 'tel'] })).toMatchObject({ code: 'invalid_input' })
    expect(await ask({ columns: ['name', 'skip', 'skip'] })).toMatchObject({ code: 'invalid_input' })
    expect(await ask({ columns: ['name', 'tel', 'extra:motto'] })).toMatchObject({ code: 'unknown_variable' })
    expect(await ask({ consentOn: '2099-01-01' })).toMatchObject({ fields: { consentOn: { code: 'date' } } })
    expect(await ask({ template: crypto.randomUUID() })).toMatchObject({ code: 'template_not_found' })
    await query(server, 'update templates set archived_at = now() where id = $1', [shop.template])
    expect(await ask({ columns: ['name', 'tel', 'skip'] })).toMatchObject({ code: 'template_archived' })
    await query(server, 'update templates set archived_at = null where id = $1', [shop.template])
    await shop.owner.send(imports.deleteImport, at(file.id))
    expect((await shop.owner.ask(imports.readImport, at(file.id))).status).toBe(404)
  })

  it('starts with no design that is out of use since the check, and keeps one whose cards it makes', async () => {
    const other = {
      name: 'Spare',
      type: 'bonus' as const,
      birthdayEnabled: false,
      variables: {},
      design: plainDesign(),
    }
    const { id: spare } = await shop.owner.send(templates.createTemplate, { params: { c: shop.c }, body: other })
    const place = { c: shop.c, uuid: spare }
    const checked = await check(await upload('name,phone\nAnna,+420601950001'), { template: spare })
    const start = async () => (await shop.owner.ask(imports.startImport, at(checked.id))).body.error?.code
    const archive = (isArchived: boolean) =>
      shop.owner.ask(templates.archiveTemplate, { params: place, body: { isArchived } })
    await archive(true)
    expect(await start()).toBe('template_archived')
    await archive(false)
    await shop.owner.send(imports.startImport, at(checked.id))
    expect((await archive(true)).body.error?.code).toBe('template_import_runs')
    const remove = () => shop.owner.ask(templates.removeTemplate, { params: place })
    expect((await remove()).body.error?.code).toBe('template_import_runs')
    await server.drainJobs()
    expect(await read(checked.id)).toMatchObject({ state: 'done', counts: { added: 1 } })
    await undo(checked.id)
    const again = await check(await upload('name,phone\nAnna,+420601950001'), { template: spare })
    expect((await remove()).status).toBe(200)
    expect((await shop.owner.ask(imports.startImport, at(again.id))).body.error?.code).toBe('template_not_found')
    expect([await rows(), (await read(again.id)).state]).toEqual([[], 'checked'])
    const anew = await check(await read(again.id), { template: shop.template })
    expect((await run(anew.id)).counts).toMatchObject({ added: 1 })
  })

  it('and a design that is deleted or archived in the very moment of the start: one of both is refused', async () => {
    const other = {
      name: 'Brief',
      type: 'bonus',
      birthdayEnabled: false,
      variables: {},
      design: plainDesign(),
    } as const
    const { id: brief } = await shop.owner.send(templates.createTemplate, { params: { c: shop.c }, body: other })
    const place = { c: shop.c, uuid: brief }
    const gone = [
      () => shop.owner.ask(templates.archiveTemplate, { params: place, body: { isArchived: true } }),
      () => shop.owner.ask(templates.removeTemplate, { params: place }),
    ]
    for (const [n, leave] of gone.entries()) {
      const line = `name,phone\nAnna,+42060195000${n}`
      const checked = await check(await upload(line), { template: brief })
      let left: ReturnType<typeof leave> | undefined
      await openForWork(server.app, shop.c, async (db) => {
        await startImport(server.app, db, checked.id, importJobs)
        left = leave()
        await setTimeout(300)
      })
      expect((await left)?.body.error?.code).toBe('template_import_runs')
      await server.drainJobs()
      expect(await read(checked.id)).toMatchObject({ state: 'done', counts: { added: 1 } })
      await undo(checked.id)
    }
    const checked = await check(await upload('name,phone\nAnna,+420601950009'), { template: brief })
    const [start, remove] = await Promise.all([shop.owner.ask(imports.startImport, at(checked.id)), gone[1]?.()])
    expect([start.body.error?.code, remove?.body.error?.code].filter(Boolean)).toHaveLength(1)
    await server.drainJobs()
    expect((await read(checked.id)).state).toBe(start.status === 200 ? 'done' : 'checked')
  })

  it('keeps where the consent comes from, and the values of variables', async () => {
    await shop.owner.send(variables.createVariable, {
      params: { c: shop.c },
      body: { name: 'motto', defaultValue: '', description: '' },
    })
    await bring('name,phone,Motto,consent\nAnna,+420601950001,Hop,1.2.2024\nBoris,+420601950002,,', {
      consentSource: 'paper forms',
    })
    expect(await rows()).toMatchObject([
      { extra: { motto: 'Hop' }, consent_source: 'paper forms', consent_at: new Date('2024-02-01T09:00:00Z') },
      { extra: {}, consent_source: 'paper forms', consent_at: null },
    ])
  })

  it('is for the owner, and for members whom the owner lets', async () => {
    const params = { c: shop.c }
    const ask = async () => (await member.ask(imports.listImports, { params })).status
    expect(await ask()).toBe(403)
    await query(server, `update accesses set rights = '{import}' where cabinet_id = $1 and role = 'member'`, [shop.c])
    expect(await ask()).toBe(200)
  })
})
