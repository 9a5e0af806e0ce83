import { describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { answer, codeOf, invite, listed, maySee, NOT_THERE, server, shop, setUpAccess } from '../../../test/access.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, signIn } from '../../../test/people.ts'

setUpAccess()

describe('a person with access', () => {
  it('loses access immediately when removed, and can be invited again', async () => {
    await invite('rosa@people.example')
    const rosa = await signIn(server, 'Rosa')
    await answer(rosa, shop.c)
    expect(await maySee(rosa)).toBe(200)
    const id = (await listed(rosa.email))?.id ?? ''
    await shop.owner.send(access.removePerson, { params: { c: shop.c, userId: id } })
    expect(await maySee(rosa)).toBe(404)
    expect((await rosa.send(cabinets.menu)).recent).toEqual([])
    expect(codeOf(await answer(rosa, shop.c))).toEqual(NOT_THERE)
    expect(codeOf(await shop.owner.ask(access.removePerson, { params: { c: shop.c, userId: id } }))).toEqual([
      404,
      'person_not_found',
    ])
    await invite(rosa.email)
    await answer(rosa, shop.c)
    expect(await maySee(rosa)).toBe(200)
  })

  it('sees the people but changes nothing, and the last owner stays', async () => {
    const member = await signIn(server, 'Mira')
    await invite(member.email)
    await answer(member, shop.c)
    const { people } = await member.send(access.listPeople, { params: { c: shop.c } })
    const owner = people.find((one) => one.role === 'owner')
    expect(owner?.email).toBe('anna@people.example')
    const params = { c: shop.c, userId: owner?.id ?? '' }
    for (const response of [
      await member.ask(access.invitePerson, { params: { c: shop.c }, body: { email: 'friend@people.example' } }),
      await member.ask(access.removePerson, { params }),
      await member.ask(access.saveNotifications, {
        params: { c: shop.c, id: owner?.id ?? '' },
        body: { is_notifications: false },
      }),
    ])
      expect(codeOf(response)).toEqual([404, 'not_found'])
    expect(codeOf(await shop.owner.ask(access.removePerson, { params }))).toEqual([409, 'last_owner'])
  })

  it('of two owners who remove each other at the same time one stays', async () => {
    const twin = await signIn(server, 'Twin')
    const pair = await openShop(server, 'Pair')
    await invite(twin.email, pair)
    await answer(twin, pair.c)
    await query(server, `update accesses set role = 'owner' where cabinet_id = $1`, [pair.c])
    const { people } = await twin.send(access.listPeople, { params: { c: pair.c } })
    const idOf = (email: string) => people.find((one) => one.email === email)?.id ?? ''
    await Promise.all([
      twin.ask(access.removePerson, { params: { c: pair.c, userId: idOf(pair.owner.email) } }),
      pair.owner.ask(access.removePerson, { params: { c: pair.c, userId: idOf(twin.email) } }),
    ])
    expect(await query(server, 'select id from accesses where cabinet_id = $1', [pair.c])).toHaveLength(1)
  })

  it('gets emails or not as the owner switches, once the address is confirmed', async () => {
    const nora = await signIn(server, 'Nora')
    await invite(nora.email)
    await answer(nora, shop.c)
    const params = { c: shop.c, id: (await listed(nora.email))?.id ?? '' }
    expect(
      await shop.owner.send(access.saveNotifications, { params, body: { is_notifications: false } }),
    ).toMatchObject({ isNotifications: false })
    expect(await listed(nora.email)).toMatchObject({ isNotifications: false })
    await query(server, 'update users set email_verified_at = null where email = $1', [nora.email])
    expect(
      codeOf(await shop.owner.ask(access.saveNotifications, { params, body: { is_notifications: true } })),
    ).toEqual([409, 'person_not_confirmed'])
    expect(
      codeOf(
        await shop.owner.ask(access.saveNotifications, {
          params: { c: shop.c, id: crypto.randomUUID() },
          body: { is_notifications: true },
        }),
      ),
    ).toEqual([404, 'person_not_found'])
  })
})
