import { describe, expect, it } from 'vitest'
import { operator } from '../../../contract/business/operator.ts'
import { users } from '../../../contract/platform/users.ts'
import { query } from '../../../test/direct-access.ts'
import { codeOf, idOf, server, shop, staff, setUpOperator } from '../../../test/operator.ts'
import { PASSWORD, request, signIn } from '../../../test/people.ts'

setUpOperator()

describe('users', () => {
  it('are found, and signed out everywhere', async () => {
    const lost = await signIn(server, 'Lost')
    const {
      data: [row],
    } = await staff.send(operator.listUsers, { query: { q: 'lost tes' } })
    expect(row).toMatchObject({ email: lost.email, isEmailVerified: true, superuser: false, cabinets: 0 })
    expect(await staff.send(operator.readUser, { params: { id: row?.id ?? '' } })).toMatchObject({
      sessions: 1,
      works: [],
      isSelf: false,
    })
    expect(await staff.send(operator.endSessions, { params: { id: row?.id ?? '' } })).toEqual({ ended: 1 })
    expect((await lost.ask(users.me)).status).toBe(401)
    expect((await staff.send(operator.readUser, { params: { id: await idOf(shop.owner) } })).works).toMatchObject([
      { name: 'Anna shop', role: 'owner' },
    ])
    for (const one of [operator.readUser, operator.endSessions])
      expect(codeOf(await staff.ask(one, { params: { id: crypto.randomUUID() } }))).toEqual([404, 'user_not_found'])
  })

  it('get the sign-up email again, unless they have confirmed', async () => {
    const body = {
      name: 'New',
      surname: 'Person',
      email: 'new@people.example',
      phone: '+420601123456',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      consent: true as const,
    }
    await request(server, users.signUp, { body }, undefined, { 'x-locale': 'de' })
    await server.drainJobs()
    const {
      data: [row],
    } = await staff.send(operator.listUsers, { query: { q: 'new@people' } })
    await staff.send(operator.resendVerification, { params: { id: row?.id ?? '' } })
    await server.drainJobs()
    expect(server.outside.smtp.mailbox.list('new@people.example')).toHaveLength(2)
    expect(codeOf(await staff.ask(operator.resendVerification, { params: { id: await idOf(shop.owner) } }))).toEqual([
      409,
      'already_confirmed',
    ])
    expect(
      codeOf(await staff.ask(operator.setSuperuser, { params: { id: row?.id ?? '' }, body: { superuser: true } })),
    ).toEqual([409, 'person_not_confirmed'])
  })

  it('become operators and stop being any immediately; nobody changes their own rights', async () => {
    const second = await signIn(server, 'Second')
    const id = await idOf(second)
    expect((await second.ask(operator.summary)).status).toBe(404)
    expect((await staff.send(operator.setSuperuser, { params: { id }, body: { superuser: true } })).superuser).toBe(
      true,
    )
    expect((await second.ask(operator.summary)).status).toBe(200)
    for (const superuser of [true, false])
      expect(
        codeOf(await staff.ask(operator.setSuperuser, { params: { id: await idOf(staff) }, body: { superuser } })),
      ).toEqual([409, 'not_oneself'])
    await staff.send(operator.setSuperuser, { params: { id }, body: { superuser: false } })
    expect((await second.ask(operator.summary)).status).toBe(404)
  })

  it('become operators by the password alone when it was not given lately', async () => {
    const third = await signIn(server, 'Third')
    const params = { id: await idOf(third) }
    server.passTime(11 * 60_000)
    const make = (more: object) => staff.ask(operator.setSuperuser, { params, body: { superuser: true, ...more } })
    expect(codeOf(await make({}))).toEqual([403, 'password_needed'])
    expect((await make({ password: 'Wrong-horse-42' })).body.error?.fields?.password?.code).toBe('password_wrong')
    expect((await staff.send(operator.readUser, { params })).superuser).toBe(false)
    expect((await make({ password: PASSWORD })).status).toBe(200)
    expect((await staff.ask(operator.setSuperuser, { params, body: { superuser: false } })).status).toBe(200)
  })

  it('of two operators who remove each other at the same time one stays', async () => {
    const twin = await signIn(server, 'Twin')
    await staff.send(operator.setSuperuser, { params: { id: await idOf(twin) }, body: { superuser: true } })
    const both = [
      [staff, await idOf(twin)],
      [twin, await idOf(staff)],
    ] as const
    await Promise.all(
      both.map(([who, id]) => who.ask(operator.setSuperuser, { params: { id }, body: { superuser: false } })),
    )
    expect(await query(server, 'select 1 from users where superuser')).toHaveLength(1)
    await query(server, `update users set superuser = (email = $1)`, [staff.email])
  })

  it('with the address of the installation are operators once it is confirmed, look-alikes are not', async () => {
    const body = {
      name: 'Big',
      surname: 'Boss',
      phone: '+420601123456',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      consent: true as const,
    }
    for (const email of ['boss@people.example', 'ｂoss2@people.example'])
      await request(server, users.signUp, { body: { ...body, email } })
    await server.drainJobs()
    const flagOf = async (email: string) =>
      (await query<{ superuser: boolean }>(server, 'select superuser from users where email = $1', [email]))[0]
        ?.superuser
    expect(await flagOf('boss@people.example')).toBe(false)
    const { mailbox } = server.outside.smtp
    const code =
      /verify\/([\w-]+)/.exec(mailbox.get(mailbox.list('boss@people.example')[0]?.id ?? '')?.text ?? '')?.[1] ?? ''
    await request(server, users.verifyEmail, { params: { code }, body: { password: PASSWORD } })
    expect(await flagOf('boss@people.example')).toBe(true)
    await query(
      server,
      `update users set superuser = false, email = 'ｂoss@people.example' where email = 'boss@people.example'`,
    )
    await request(server, users.verifyEmail, { params: { code }, body: { password: PASSWORD } })
    const { promoteOperator } = await import('../../platform/users/users.ts')
    await promoteOperator(server.app)
    expect(await flagOf('ｂoss@people.example')).toBe(false)
  })
})
