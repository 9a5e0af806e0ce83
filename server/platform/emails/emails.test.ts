import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { emails } from '../../../contract/platform/emails.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, request, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { senderLine } from '../../base/mailer.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1', MAIL_FROM: '"Card House" <cards@house.example>' } })
  shop = await openShop(server, 'Anna')
  await setPlan(server, shop.c, 'expert')
})
afterAll(() => server?.close())

const params = () => ({ c: shop.c })
const read = () => shop.owner.send(emails.readSender, { params: params() })
const save = (senderName: string, replyTo: string) =>
  shop.owner.send(emails.saveSender, { params: params(), body: { senderName, replyTo } })
const trySave = (senderName: string, replyTo: string) =>
  shop.owner.ask(emails.saveSender, { params: params(), body: { senderName, replyTo } })
const codeOf = (response: { status: number; body: { error?: { code: string } } }) => [
  response.status,
  response.body.error?.code,
]
const confirm = (token: string, cabinet = shop.c) =>
  request(server, emails.confirmReplyTo, { body: { cabinet, token } }, undefined, {
    'x-forwarded-for': `10.0.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
  })

/** The latest email to an address. */
async function mailTo(address: string) {
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  const mail = mailbox.get(mailbox.list(address)[0]?.id ?? '')
  return {
    subject: mail?.subject ?? '',
    text: mail?.text ?? '',
    from: mail?.from ?? '',
    replyTo: mail?.headers['reply-to'],
    token: /reply-to\/\d+\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '',
  }
}

describe('an address for answers', () => {
  it('is used once it is confirmed, and the one before is used until then', async () => {
    expect(await read()).toEqual({
      senderName: '',
      product: { name: 'Card House', address: 'cards@house.example' },
      replyTo: '',
      waiting: null,
    })
    expect(await save('Coffee Lab', 'desk@lab.example')).toMatchObject({
      senderName: 'Coffee Lab',
      replyTo: '',
      waiting: { email: 'desk@lab.example', isOver: false },
    })
    const mail = await mailTo('desk@lab.example')
    expect(mail.text).toContain(`${server.url}/#/email/reply-to/${shop.c}/${mail.token}`)
    expect(
      await query(server, `select 1 from mail_settings where token_hash::text like $1`, [`%${mail.token}%`]),
    ).toEqual([])

    const all = await Promise.all(Array.from({ length: 50 }, () => confirm(mail.token)))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 404: 49 })
    expect(all.find((response) => response.status === 200)?.body.data).toEqual({
      email: 'desk@lab.example',
      cabinet: 'Anna shop',
    })
    expect(await read()).toMatchObject({ replyTo: 'desk@lab.example', waiting: null })

    await save('Coffee Lab', 'other@lab.example')
    expect(await read()).toMatchObject({ replyTo: 'desk@lab.example', waiting: { email: 'other@lab.example' } })
    expect(await save('Coffee Lab', 'DESK@lab.example')).toMatchObject({ replyTo: 'desk@lab.example', waiting: null })
    expect(codeOf(await confirm((await mailTo('other@lab.example')).token))).toEqual([404, 'invalid_reply_link'])
  })

  it('is not confirmed by an old, replaced, foreign or invented link', async () => {
    await save('', 'first@lab.example')
    const first = await mailTo('first@lab.example')
    await shop.owner.send(emails.resendConfirmation, { params: params() })
    const second = await mailTo('first@lab.example')
    expect(codeOf(await confirm(first.token))).toEqual([404, 'invalid_reply_link'])
    for (const [token, cabinet] of [
      ['', shop.c],
      ['x'.repeat(43), shop.c],
      [second.token, 987_654_321],
      [second.token, shop.c + 1],
    ] as const) {
      expect(codeOf(await confirm(token, cabinet))).toEqual([404, 'invalid_reply_link'])
    }
    server.passTime(DAY_MS)
    expect(await read()).toMatchObject({ waiting: { isOver: true } })
    expect(codeOf(await confirm(second.token))).toEqual([404, 'invalid_reply_link'])
    await save('', 'first@lab.example')
    expect((await confirm((await mailTo('first@lab.example')).token)).status).toBe(200)
  })

  it('that waits already is not mailed again by saving, and can be taken back', async () => {
    await save('', 'quiet@lab.example')
    await mailTo('quiet@lab.example')
    await save('Another name', 'quiet@lab.example')
    await server.drainJobs()
    expect(server.outside.smtp.mailbox.list('quiet@lab.example')).toHaveLength(1)
    expect(await save('', '')).toMatchObject({ replyTo: '', waiting: null })
    expect(codeOf(await shop.owner.ask(emails.resendConfirmation, { params: params() }))).toEqual([
      409,
      'nothing_to_confirm',
    ])
  })

  it('gets five links an hour at most', async () => {
    server.passTime(60 * MINUTE_MS)
    await save('', 'flood@lab.example')
    const all = await Promise.all(
      Array.from({ length: 7 }, () => shop.owner.ask(emails.resendConfirmation, { params: params() })),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 4, 429: 3 })
    await save('', '')
  })
})

describe('the name of the sender', () => {
  it("is before the product's own address in every email of the cabinet, with the address for answers", async () => {
    server.passTime(60 * MINUTE_MS)
    await save('Кофейня «Зерно», Anna', 'desk@lab.example')
    await confirm((await mailTo('desk@lab.example')).token)
    await shop.owner.send(access.invitePerson, { params: params(), body: { email: 'guest@people.example' } })
    const invitation = await mailTo('guest@people.example')
    expect([invitation.from, invitation.replyTo]).toEqual([
      'Кофейня «Зерно», Anna <cards@house.example>',
      'desk@lab.example',
    ])
    const { email } = await shop.owner.send(emails.sendTest, { params: params() })
    expect(email).toBe(shop.owner.email)
    const test = await mailTo(email)
    expect([test.subject, test.replyTo]).toEqual(['Test email from “Anna shop”', 'desk@lab.example'])

    await save('', '')
    await shop.owner.send(access.invitePerson, { params: params(), body: { email: 'plain@people.example' } })
    const plain = await mailTo('plain@people.example')
    expect([plain.from, plain.replyTo]).toEqual(['Card House <cards@house.example>', undefined])
  })

  it.each([
    'Support <boss@bank.example>',
    'a"b',
    'Name\r\nBcc: all@people.example',
    'x@y',
    'evil.example',
    'PayPal',
    'Kartoteka',
    'Call 0800 123 4567',
    'back\\slash',
    'n'.repeat(61),
  ])('may not be %j', async (name) => {
    const response = await trySave(name, '')
    expect([response.status, Object.keys(response.body.error?.fields ?? {})]).toEqual([422, ['senderName']])
  })

  it.each([
    ['Kartoteka <a@b.example>', '', { name: 'Kartoteka', address: 'a@b.example' }],
    ['"A, B" <a@b.example>', '', { name: 'A, B', address: 'a@b.example' }],
    ['a@b.example', '', { name: '', address: 'a@b.example' }],
    ['Kartoteka <a@b.example>', 'Lab', { name: 'Lab', address: 'a@b.example' }],
  ])('%s with the name %j is read', (from, name, line) => expect(senderLine(from, name)).toEqual(line))
})

describe('a preview', () => {
  it('is the email that would be sent, in every language', async () => {
    await save('Saved', '')
    const subjects = await Promise.all(
      LANGUAGES.map(
        async (lang) =>
          (
            await shop.owner.send(emails.previewEmail, {
              params: params(),
              query: { senderName: 'Typed', lang, email: 'invite' },
            })
          ).subject,
      ),
    )
    expect(new Set(subjects).size).toBe(LANGUAGES.length)
    const shown = await shop.owner.send(emails.previewEmail, {
      params: params(),
      query: { senderName: 'Typed', lang: 'en', email: 'invite' },
    })
    expect(shown).toMatchObject({
      from: 'Typed <cards@house.example>',
      subject: 'Anna Tester has invited you to “Anna shop”',
    })
    await shop.owner.send(access.invitePerson, {
      params: params(),
      body: { email: shop.owner.email.replace('anna', 'nobody') },
    })
    const sent = await mailTo('nobody@people.example')
    const bare = (text: string) => text.replaceAll(/https?:\S+|\w+@people\.example|\s+/g, ' ').trim()
    expect(bare(shown.text)).toBe(bare(sent.text))
  })

  it('is safe with any account name', async () => {
    await query(server, `update cabinets set name = $2 where id = $1`, [shop.c, '<img src=x onerror=alert(1)>'])
    const { html, subject } = await shop.owner.send(emails.previewEmail, {
      params: params(),
      query: { lang: 'en', email: 'test_email' },
    })
    expect(html).not.toContain('<img')
    expect(subject).toContain('<img src=x')
  })
})

describe('a test email', () => {
  it('goes to the user himself, five times an hour, and never to an address that is not proved', async () => {
    server.passTime(60 * MINUTE_MS)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => shop.owner.ask(emails.sendTest, { params: params() })),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 5, 429: 3 })
    await query(server, `update users set email_verified_at = null where email = $1`, [shop.owner.email])
    expect(codeOf(await shop.owner.ask(emails.sendTest, { params: params() }))).toEqual([401, 'email_not_confirmed'])
    await query(server, `update users set email_verified_at = now() where email = $1`, [shop.owner.email])
  })

  it("and the sender are the owner's to change; a member reads", async () => {
    const member = await signIn(server, 'Mia')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, member.email],
    )
    expect((await member.ask(emails.readSender, { params: params() })).status).toBe(200)
    for (const response of [
      await member.ask(emails.saveSender, { params: params(), body: { senderName: '', replyTo: '' } }),
      await member.ask(emails.sendTest, { params: params() }),
    ])
      expect(codeOf(response)).toEqual([404, 'not_found'])
  })
})
