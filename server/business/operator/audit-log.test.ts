import { describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { operator } from '../../../contract/business/operator.ts'
import { codeOf, of, server, shop, staff, auditLog, setUpOperator } from '../../../test/operator.ts'

setUpOperator()

describe('invitations of all cabinets', () => {
  it('are listed while they wait, and revoked', async () => {
    await shop.owner.send(access.invitePerson, { params: { c: shop.c }, body: { email: 'guest@people.example' } })
    const waiting = async (q = '') =>
      (await staff.send(operator.listInvitations, { query: { q } })).data.map((one) => [
        one.email,
        one.cabinet.name,
        one.inviter.email,
      ])
    expect(await waiting('guest@')).toEqual([['guest@people.example', 'Anna shop', shop.owner.email]])
    expect(await waiting('nobody')).toEqual([])
    const revoke = () => staff.ask(operator.revokeInvitation, { params: { ...of(), email: 'guest@people.example' } })
    expect((await revoke()).status).toBe(200)
    expect(await waiting()).toEqual([])
    expect(codeOf(await revoke())).toEqual([404, 'invite_not_found'])
  })
})

describe('the audit log', () => {
  it('has exactly one row of each writing call, about its cabinet, and none of a refused one', async () => {
    const before = await auditLog()
    await staff.send(operator.setAgent, { params: of(), body: { isAgent: false } })
    await staff.ask(operator.extendDemo, { params: of(), body: { days: 99 } })
    await staff.ask(operator.setAgent, { params: of(987_654_321), body: { isAgent: true } })
    await staff.send(operator.readCabinet, { params: of() })
    expect((await auditLog()).slice(before.length)).toEqual([
      { call: 'operator.setAgent', about_cabinet: String(shop.c), path: `/operator/cabinets/${shop.c}/agent` },
    ])
  })

  it('is read by person, cabinet, call and day', async () => {
    const rows = async (input: object) => (await staff.send(operator.listAuditLog, { query: input })).rows
    const mine = await rows({ email: staff.email.toUpperCase(), call: 'operator.setAgent' })
    expect(mine.length).toBeGreaterThan(0)
    expect(mine[0]).toMatchObject({
      user: { email: staff.email, name: 'Desk Tester' },
      cabinet: { id: shop.c, name: 'Anna shop' },
      method: 'PUT',
      call: 'operator.setAgent',
      via: 'session',
    })
    expect(new Set((await rows({ cabinet: shop.c })).map((row) => row.cabinet?.id))).toEqual(new Set([shop.c]))
    expect(await rows({ email: 'nobody@people.example' })).toEqual([])
    const today = new Date(server.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
    expect(await rows({ day: today, limit: 100 })).toHaveLength((await auditLog()).length)
    expect(await rows({ day: '2020-01-01' })).toEqual([])
    expect((await staff.send(operator.listAuditLogCalls)).map((one) => one.call)).toContain('access.invitePerson')
  })

  it('goes on where it ended, without a row twice or left out', async () => {
    const all = (await staff.send(operator.listAuditLog, { query: { limit: 100 } })).rows.map((row) => row.id)
    const seen: string[] = []
    for (let before: string | null = ''; before !== null;) {
      const page: { rows: { id: string }[]; before: string | null } = await staff.send(operator.listAuditLog, {
        query: { limit: 7, before },
      })
      seen.push(...page.rows.map((row) => row.id))
      before = seen.length < all.length ? page.before : null
    }
    expect(seen.slice(0, all.length)).toEqual(all)
    expect((await staff.ask(operator.listAuditLog, { query: { before: 'x' } })).status).toBe(422)
  })
})
