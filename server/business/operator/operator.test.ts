import { describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clients } from '../../../contract/people/clients.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { operator } from '../../../contract/business/operator.ts'
import { templates } from '../../../contract/cards/templates.ts'
import type { Call } from '../../../contract/call.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { codeOf, of, server, shop, staff, auditLog, setUpOperator } from '../../../test/operator.ts'
import { openShop, request } from '../../../test/people.ts'
import { inputOf } from '../../../test/samples.ts'
import { OPERATOR_ROLE } from '../../base/logins.ts'

setUpOperator()

describe('the area of the operator', () => {
  const calls = Object.entries(operator as Readonly<Record<string, Call>>)

  it('answers not found to everybody else', async () => {
    const ids = {
      c: shop.c,
      domain: shop.domain,
      template: shop.template,
      formKey: shop.formKey,
      client: '',
      push: '',
      image: '',
      variable: '',
    }
    const before = await auditLog()
    for (const [name, one] of calls) {
      const response = await shop.owner.ask(one, { ...(await inputOf(one, ids as never)) } as never)
      expect([name, ...codeOf(response)]).toEqual([name, 404, 'not_found'])
    }
    expect(await auditLog()).toEqual(before)
  })

  it('gives no access to what a cabinet contains: its clients, cards and texts stay closed', async () => {
    expect((await shop.owner.ask(clients.listClients, { params: { c: shop.c } })).status).toBe(200)
    for (const response of [
      await staff.ask(clients.listClients, { params: { c: shop.c } }),
      await staff.ask(templates.listTemplates, { params: { c: shop.c } }),
      await staff.ask(access.listPeople, { params: { c: shop.c } }),
      await staff.ask(cabinets.openCabinet, { params: { domain: shop.domain } }),
    ])
      expect(codeOf(response)).toEqual([404, 'not_found'])
  })

  it('reads with a role that sees people and cabinets and nothing more', async () => {
    const may = (privilege: string) =>
      query<{ name: string }>(
        server,
        `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'p')
      and (has_table_privilege($1, c.oid, $2) or has_any_column_privilege($1, c.oid, $2)) order by 1`,
        [OPERATOR_ROLE, privilege],
      )
    expect((await may('select')).map((row) => row.name)).toEqual([
      'accesses',
      'audit_checks',
      'audit_log',
      'bill_payments',
      'bill_supplier',
      'bills',
      'booked_lines',
      'cabinets',
      'invitations',
      'ledger_checks',
      'module_prices',
      'partner_checks',
      'partner_shares',
      'payment_refusals',
      'payments',
      'payouts',
      'refunds',
      'sessions',
      'support_conversations',
      'support_messages',
      'support_screenshots',
      'tariffs',
      'users',
    ])
    expect((await may('update')).map((row) => row.name)).toEqual(['bill_supplier', 'module_prices', 'tariffs'])
    expect((await may('insert')).map((row) => row.name)).toEqual(['bill_supplier'])
    const secrets = await query<{ name: string }>(
      server,
      `select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attname ~ 'password|token|hash|secret'
      and has_column_privilege($1, a.attrelid, a.attnum, 'select')`,
      [OPERATOR_ROLE],
    )
    expect(secrets).toEqual([])
  })
})

describe('cabinets', () => {
  it('are found by name, identifier and the email of the owner, and narrowed by tariff', async () => {
    const other = await openShop(server, 'Boris')
    await setPlan(server, other.c, 'expert')
    const found = async (input: object) =>
      (await staff.send(operator.listCabinets, { query: input })).data.map((one) => one.name)
    expect(await found({ q: 'boris SHOP' })).toEqual(['Boris shop'])
    expect(await found({ q: 'anna-sh' })).toEqual(['Anna shop'])
    expect(await found({ q: 'boris@people' })).toEqual(['Boris shop'])
    expect(await found({ q: '%' })).toEqual([])
    expect(await found({ tariff: 'demo' })).toEqual(['Anna shop'])
    expect(await found({ o: 'name', d: 'asc' })).toEqual(['Anna shop', 'Boris shop'])
    expect(await staff.send(operator.listCabinets, { query: { limit: 1, page: 2 } })).toMatchObject({
      data: [{ name: 'Anna shop' }],
      meta: { total: 2, page: 2, limit: 1 },
    })
  })

  it('show who works in them, and no more', async () => {
    const opened = await staff.send(operator.readCabinet, { params: of() })
    expect(opened).toMatchObject({
      id: shop.c,
      tariff: 'demo',
      cardLimit: 50,
      owner: { email: shop.owner.email },
      people: [{ email: shop.owner.email, role: 'owner' }],
    })
    expect(opened.trail.map((row) => row.call)).toContain('templates.createTemplate')
    for (const cabinet of ['987654321', 'x', '1'.repeat(17), '-1'])
      expect(codeOf(await request(server, operator.readCabinet, { params: { cabinet } }, staff.token))).toEqual([
        404,
        'not_found',
      ])
  })

  it('on demo get more days, from now on when it was over', async () => {
    const before = Date.parse((await staff.send(operator.readCabinet, { params: of() })).demoUntil ?? '')
    const longer = await staff.send(operator.extendDemo, { params: of(), body: { days: 10 } })
    expect(Date.parse(longer.demoUntil ?? '') - before).toBe(10 * DAY_MS)
    await query(server, `update cabinets set demo_until = now() - interval '5 days' where id = $1`, [shop.c])
    expect((await staff.send(operator.readCabinet, { params: of() })).isLimited).toBe(true)
    const again = await staff.send(operator.extendDemo, { params: of(), body: { days: 1 } })
    expect([
      again.isLimited,
      Math.round((Date.parse(again.demoUntil ?? '') - server.now().getTime()) / DAY_MS),
    ]).toEqual([false, 1])
    for (const days of [0, 61, 1.5])
      expect((await staff.ask(operator.extendDemo, { params: of(), body: { days } })).status).toBe(422)
  })

  it('get any tariff, a lower one too, and keep their balance', async () => {
    await query(server, 'update cabinets set slots = 2 where id = $1', [shop.c])
    const balance = (await staff.send(operator.readCabinet, { params: of() })).balanceMinor
    expect(await staff.send(operator.setTariff, { params: of(), body: { tariff: 'expert' } })).toMatchObject({
      tariff: 'expert',
      demoUntil: null,
      balanceMinor: balance,
      slots: 2,
      cardLimit: 6000,
    })
    expect(codeOf(await staff.ask(operator.extendDemo, { params: of(), body: { days: 3 } }))).toEqual([
      409,
      'not_on_demo',
    ])
    expect(
      (await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })).data,
    ).toMatchObject([{ type: 'changing_tariff' }])
    const back = await staff.send(operator.setTariff, { params: of(), body: { tariff: 'demo' } })
    expect([
      back.slots,
      back.cardLimit,
      Math.round((Date.parse(back.demoUntil ?? '') - server.now().getTime()) / DAY_MS),
    ]).toEqual([0, 50, 14])
  })

  it('become agents and stop being any', async () => {
    for (const isAgent of [true, false]) {
      expect((await staff.send(operator.setAgent, { params: of(), body: { isAgent } })).isAgent).toBe(isAgent)
      expect((await shop.owner.send(cabinets.openCabinet, { params: { domain: shop.domain } })).isAgent).toBe(isAgent)
    }
  })

  it('get their balance corrected by the ledger, with a reason', async () => {
    const before = (await staff.send(operator.readCabinet, { params: of() })).balanceMinor
    expect(
      (await staff.send(operator.correctBalance, { params: of(), body: { amountMinor: -150, reason: 'Paid twice' } }))
        .balanceMinor,
    ).toBe(before - 150)
    expect(
      await query(
        server,
        'select event, amount_minor::int, note from transactions where cabinet_id = $1 order by no desc limit 1',
        [shop.c],
      ),
    ).toEqual([{ event: 'correction', amount_minor: -150, note: 'Paid twice' }])
    for (const body of [
      { amountMinor: 0, reason: 'Nothing' },
      { amountMinor: 100, reason: '' },
    ])
      expect((await staff.ask(operator.correctBalance, { params: of(), body })).status).toBe(422)
    await staff.send(operator.correctBalance, { params: of(), body: { amountMinor: 150, reason: 'Back again' } })
  })
})
