import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { users } from '../../../contract/platform/users.ts'
import {
  answer,
  codeOf,
  invite,
  listed,
  mailTo,
  maySee,
  NOT_THERE,
  server,
  shop,
  setUpAccess,
} from '../../../test/access.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, Person, request, signIn } from '../../../test/people.ts'
import { asInvited } from '../../base/db.ts'

setUpAccess()

const check = (email: string, token: string) => request(server, access.checkInvite, { body: { email, token } })

/** Signs up without opening the email that confirms the address. */
async function unconfirmed(email: string): Promise<Person> {
  await request(server, users.signUp, {
    body: {
      name: 'Not',
      surname: 'Proved',
      email,
      phone: '+420601123456',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      consent: true,
    },
  })
  const { token } = (await request(server, users.login, { body: { email, password: PASSWORD } })).body.data as {
    token: string
  }
  return new Person(server, email, token)
}

describe('an invitation', () => {
  it('is sent by email, is seen only by the invited, and opens the cabinet when it is accepted', async () => {
    const response = await invite('vera@people.example')
    expect([response.status, response.body.data]).toMatchObject([
      201,
      { id: null, email: 'vera@people.example', status: 'waiting' },
    ])
    const mail = await mailTo('vera@people.example')
    expect(mail.subject).toBe('Anna Tester has invited you to “Anna shop”')
    expect(mail.text).toContain(`${server.url}/#/invite?email=vera%40people.example&token=${mail.token}`)

    const vera = await signIn(server, 'Vera')
    expect(await maySee(vera)).toBe(404)
    expect((await vera.send(cabinets.menu)).invites).toBe(1)
    const [mine] = await vera.send(access.myInvites)
    expect(mine).toMatchObject({
      cabinetId: shop.c,
      cabinetName: 'Anna shop',
      inviter: 'Anna Tester',
      inviterEmail: 'anna@people.example',
    })
    expect(Date.parse(mine?.expiresAt ?? '') - Date.parse(mine?.invitedAt ?? '')).toBe(14 * DAY_MS)

    expect((await answer(vera, shop.c)).body.data).toEqual({ domain: shop.domain })
    expect(await maySee(vera)).toBe(200)
    expect((await vera.send(cabinets.openCabinet, { params: { domain: shop.domain } })).role).toBe('member')
    expect((await vera.send(cabinets.menu)).invites).toBe(0)
    expect(await listed('vera@people.example')).toMatchObject({
      status: 'accepted',
      role: 'member',
      name: 'Vera Tester',
      isNotifications: true,
    })
    expect(codeOf(await answer(vera, shop.c))).toEqual(NOT_THERE)
  })

  it('is shown to the reader of the email before login, and to nobody without the token', async () => {
    await invite('Walter@people.example')
    const { token } = await mailTo('Walter@people.example')
    expect((await check('walter@people.example', token)).body.data).toMatchObject({
      cabinetName: 'Anna shop',
      inviter: 'Anna Tester',
    })
    for (const [email, key] of [
      ['walter@people.example', token.replace(/^./, token.startsWith('A') ? 'B' : 'A')],
      ['other@people.example', token],
      ['walter@people.example', ''],
    ] as const) {
      expect(codeOf(await check(email, key))).toEqual(NOT_THERE)
    }
    expect(await query(server, `select 1 from invitations where token_hash::text like $1`, [`%${token}%`])).toEqual([])
  })

  it('of fifty acceptances at the same time exactly one succeeds', async () => {
    await invite('many@people.example')
    const many = await signIn(server, 'Many')
    const all = await Promise.all(Array.from({ length: 50 }, () => answer(many, shop.c)))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 404: 49 })
    expect(
      await query(
        server,
        `select a.id from accesses a join users u on u.id = a.user_id where u.email = 'many@people.example'`,
      ),
    ).toHaveLength(1)
  })

  it('of another is not there: neither by its cabinet, nor beside a cabinet that never was', async () => {
    await invite('xenia@people.example')
    const thief = await signIn(server, 'Thief')
    const [real, never, absurd] = [
      await answer(thief, shop.c),
      await answer(thief, 987_654_321),
      await request(
        server,
        access.answerInvite,
        { params: { inviterCabinetId: '0x1' }, body: { answer: 'accept' } },
        thief.token,
      ),
    ]
    const bare = (response: typeof real) => ({ ...response.body.error, requestId: '' })
    expect([codeOf(real), bare(never), bare(absurd)]).toEqual([NOT_THERE, bare(real), bare(real)])
    expect(await thief.send(access.myInvites)).toEqual([])
    expect(await maySee(thief)).toBe(404)
    expect(await listed('xenia@people.example')).toMatchObject({ status: 'waiting' })
  })

  it('waits unseen until the invited address is confirmed', async () => {
    await invite('proof@people.example')
    const early = await unconfirmed('proof@people.example')
    expect(await early.send(access.myInvites)).toEqual([])
    for (const c of [shop.c, 987_654_321]) expect(codeOf(await answer(early, c))).toEqual([401, 'email_not_confirmed'])
    await query(server, `update users set email_verified_at = now() where email = 'proof@people.example'`)
    expect(await early.send(access.myInvites)).toHaveLength(1)
    expect((await answer(early, shop.c)).status).toBe(200)
  })

  it.each([
    'yana+news@people.example',
    'yаna@people.example',
    'ｙana@people.example',
    'yana@people.example.example',
    'y.ana@people.example',
    'ÿana@people.example',
  ])('to yana@ is not for %s', async (lookAlike) => {
    await invite('yana@people.example')
    await query(
      server,
      `insert into users (id, name, surname, email, email_key, email_verified_at, phone, password_hash,
        password_changed_at, offer_version, consent_at, created_at)
      select gen_random_uuid(), 'Look', 'Alike', $1, $1, now(), '', password_hash, now(), offer_version, now(), now()
      from users where email = 'anna@people.example'`,
      [lookAlike],
    )
    const session =
      (await query<{ id: string }>(server, 'select id from users where email = $1', [lookAlike]))[0]?.id ?? ''
    await query(
      server,
      `insert into sessions (id, user_id, token_hash, ip, user_agent, created_at, last_used_at)
        values (gen_random_uuid(), $1, sha256($2::bytea), '', '', now(), now())`,
      [session, `kt_look-${session}`],
    )
    const alike = new Person(server, lookAlike, `kt_look-${session}`)
    expect((await alike.send(users.me)).email).toBe(lookAlike)
    expect(await alike.send(access.myInvites)).toEqual([])
    expect(codeOf(await answer(alike, shop.c))).toEqual(NOT_THERE)
  })

  it.each([
    ['Kim@people.example', '\u212Aim@people.example'],
    ['kim@people.example', 'kım@people.example'],
    ['SISTER@people.example', 'ſister@people.example'],
    ['straße@people.example', 'strasse@people.example'],
  ])('to %s is not for its other spelling %s', async (invited, other) => {
    await invite(invited)
    const near = await signIn(server, 'Spelling')
    await query(server, 'update users set email = $1, email_key = $2 where email = $3', [
      other,
      `${other}|${invited}`,
      near.email,
    ])
    expect((await near.send(users.me)).email).toBe(other)
    expect(await near.send(access.myInvites)).toEqual([])
    expect(codeOf(await answer(near, shop.c))).toEqual(NOT_THERE)
    await query(server, 'delete from users where email = $1', [other])
    await shop.owner.send(access.revokeInvite, { params: { c: shop.c, email: invited } })
  })

  it('is void for somebody whose address has changed since, and waits for the address', async () => {
    const mover = await signIn(server, 'Mover')
    await invite(mover.email)
    expect(await mover.send(access.myInvites)).toHaveLength(1)
    await query(
      server,
      `update users set email = 'moved@people.example', email_key = 'moved@people.example' where email = $1`,
      [mover.email],
    )
    expect(await mover.send(access.myInvites)).toEqual([])
    expect(codeOf(await answer(mover, shop.c))).toEqual(NOT_THERE)
    expect(await maySee(mover)).toBe(404)
    const next = await signIn(server, 'Mover')
    expect(await next.send(access.myInvites)).toHaveLength(1)
    expect((await answer(next, shop.c)).status).toBe(200)
  })

  it('revoked, rejected or older than 14 days is not there', async () => {
    const zoe = await signIn(server, 'Zoe')
    await invite(zoe.email)
    const old = await mailTo(zoe.email)
    await shop.owner.send(access.revokeInvite, { params: { c: shop.c, email: 'ZOE@people.example' } })
    expect(codeOf(await answer(zoe, shop.c))).toEqual(NOT_THERE)
    expect(codeOf(await check(zoe.email, old.token))).toEqual(NOT_THERE)
    expect(await listed(zoe.email)).toBeUndefined()
    expect(codeOf(await shop.owner.ask(access.revokeInvite, { params: { c: shop.c, email: zoe.email } }))).toEqual(
      NOT_THERE,
    )

    await invite(zoe.email)
    expect((await answer(zoe, shop.c, 'reject')).body.data).toEqual({ domain: null })
    expect(codeOf(await answer(zoe, shop.c))).toEqual(NOT_THERE)
    expect(await listed(zoe.email)).toMatchObject({ status: 'rejected' })
    expect(await maySee(zoe)).toBe(404)

    await invite(zoe.email)
    await query(
      server,
      `update invitations set created_at = created_at - interval '15 days',
        expires_at = expires_at - interval '14 days' where email = $1`,
      [zoe.email],
    )
    expect(codeOf(await answer(zoe, shop.c))).toEqual(NOT_THERE)
    expect(await zoe.send(access.myInvites)).toEqual([])
    expect(await listed(zoe.email)).toMatchObject({ status: 'expired' })
  })

  it('sent again has a new link, and the old one stops working', async () => {
    await invite('again@people.example')
    const first = await mailTo('again@people.example')
    await invite('again@people.example')
    const second = await mailTo('again@people.example')
    expect(codeOf(await check('again@people.example', first.token))).toEqual(NOT_THERE)
    expect((await check('again@people.example', second.token)).status).toBe(200)
    expect(
      (await shop.owner.send(access.listPeople, { params: { c: shop.c } })).people.filter(
        (one) => one.email === 'again@people.example',
      ),
    ).toHaveLength(1)
  })

  it('is refused for a person with access, and ten emails an hour go to one address', async () => {
    expect(codeOf(await invite('anna@people.example'))).toEqual([409, 'already_has_access'])
    const all = await Promise.all(Array.from({ length: 12 }, () => invite('flood@people.example')))
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 10, 429: 2 })
  })
})

describe('the limit of people', () => {
  it('counts open invitations, also parallel ones, and is free again after a revocation', async () => {
    const small = await openShop(server, 'Small')
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => invite(`${name}@small.example`, small)))
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 1, 403: 3 })
    const refused = all.find((response) => response.status === 403)
    expect(refused?.body.error).toMatchObject({ code: 'user_limit', detail: { limit: 2 } })
    const { people, limit, used } = await small.owner.send(access.listPeople, { params: { c: small.c } })
    expect([limit, used]).toEqual([2, 2])
    await small.owner.send(access.revokeInvite, { params: { c: small.c, email: people[1]?.email ?? '' } })
    expect((await invite('e@small.example', small)).status).toBe(201)
  })
})

describe('the gate in the wall of invitations', () => {
  it('shows an address its own rows, for reading alone', async () => {
    await invite('gate@people.example')
    const seen = await asInvited(server.app.database, 'gate@people.example', async (tx) => ({
      unguarded: (await sql`select set_config('app.unguarded', '1', true)`.execute(tx)).rows.length,
      rows: (await sql<{ email: string }>`select distinct email from invitations`.execute(tx)).rows,
      changed: Number((await sql`update invitations set state = 'accepted'`.execute(tx)).numAffectedRows ?? 0n),
      removed: Number((await sql`delete from invitations`.execute(tx)).numAffectedRows ?? 0n),
      people: (await sql`select 1 from accesses`.execute(tx)).rows.length,
    }))
    expect(seen).toMatchObject({ rows: [{ email: 'gate@people.example' }], changed: 0, removed: 0, people: 0 })
  })
})
