import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operator } from '../../../contract/business/operator.ts'
import { support } from '../../../contract/platform/support.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { openShop, type Person, signIn, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { asUser } from '../../base/db.ts'
import { cpuMsOf } from '../../../test/cpu-time.ts'

let server: TestServer
let shop: Shop
let desk: Person
beforeAll(async () => {
  server = await startTestServer({ env: { SUPPORT_ANSWER_HOURS: '8', OPERATOR_EMAIL: 'Desk@people.example' } })
  shop = await openShop(server, 'Anna')
  desk = await signIn(server, 'Desk')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
})
afterAll(() => server?.close())

const QUESTION = { topic: 'question', text: 'How do I print a poster?\nThe button is grey.' } as const
const ask = (who: Person, change: object = {}) => who.ask(support.ask, { body: { ...QUESTION, ...change } })
const picture = (format: 'png' | 'jpeg' = 'png', width = 60) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#c0392b' } })
    [format]()
    .toBuffer()
const upload = (who: Person, bytes: Buffer) =>
  who.ask(support.uploadScreenshot, { file: new Blob([new Uint8Array(bytes)]) })
const uploaded = async (who: Person, bytes: Buffer) => ((await upload(who, bytes)).body.data as { id: string }).id
const shot = (who: Person, id: string, path = 'support/screenshots') =>
  fetch(`${server.url}/api/${path}/${id}`, { headers: { authorization: `Bearer ${who.token}` } })
/** A picture whose head lies about its size. */
async function sayingSize(side: number): Promise<Buffer> {
  const png = await picture()
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
const codeOf = (response: Awaited<ReturnType<typeof ask>>) => [response.status, response.body.error?.code]

async function mailTo(address: string) {
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  return mailbox
    .list(address)
    .map((one) => mailbox.get(one.id))
    .find((mail) => /select_application\?support=/.test(mail?.text ?? ''))
}

describe('a question to support', () => {
  it('becomes a conversation that reaches the operator, and its answer comes back as a mark and an email', async () => {
    const vera = await signIn(server, 'Vera', 'de')
    const asked = await vera.send(support.ask, {
      body: { ...QUESTION, route: '/anna-shop/form', requestId: 'a1b2c3d4-e5f6' },
    })
    expect(asked).toMatchObject({
      topic: 'question',
      state: 'open',
      isUnread: false,
      messages: [{ isAnswer: false, text: QUESTION.text, screenshot: null }],
    })
    expect(await desk.send(operator.readConversation, { params: { uuid: asked.id } })).toMatchObject({
      state: 'open',
      route: '/anna-shop/form',
      requestId: 'a1b2c3d4-e5f6',
      lang: 'de',
      person: { email: vera.email, name: 'Vera Tester' },
    })

    server.passTime(60_000)
    const answered = await desk.send(operator.answerConversation, {
      params: { uuid: asked.id },
      body: { text: 'Save the form first.' },
    })
    expect(answered).toMatchObject({
      state: 'answered',
      messages: [{ operator: '' }, { isAnswer: true, operator: 'Desk Tester', text: 'Save the form first.' }],
    })
    const mail = await mailTo(vera.email)
    expect(mail?.subject).toBe('Der Support hat geantwortet')
    expect(mail?.text).toContain('Save the form first.')
    expect(mail?.text).toContain(`${server.url}/#/select_application?support=${asked.id}`)

    expect((await vera.send(support.about)).unread).toBe(1)
    expect((await vera.send(support.listConversations, { query: {} })).data).toMatchObject([
      { id: asked.id, state: 'answered', isUnread: true, preview: 'Save the form first.' },
    ])
    await vera.send(support.markRead, { params: { uuid: asked.id } })
    expect((await vera.send(support.about)).unread).toBe(0)

    const more = await vera.send(support.writeMore, {
      params: { uuid: asked.id },
      body: { text: 'It worked, thank you.' },
    })
    expect([more.state, more.messages.length]).toEqual(['open', 3])
    await desk.send(operator.closeConversation, { params: { uuid: asked.id } })
    expect((await vera.send(support.readConversation, { params: { uuid: asked.id } })).state).toBe('closed')
    expect(
      (await vera.send(support.writeMore, { params: { uuid: asked.id }, body: { text: 'One more thing.' } })).state,
    ).toBe('open')
  })

  it('is mailed to the address that the installation names', async () => {
    const { id } = await shop.owner.send(support.ask, { body: QUESTION })
    await server.drainJobs()
    const { mailbox } = server.outside.smtp
    const mails = mailbox.list('Desk@people.example').map((one) => mailbox.get(one.id))
    const mail = mails.find((one) => one?.text?.includes(`/#/operator/support/${id}`))
    expect(mail?.subject).toBe('Support question from Anna Tester')
    expect(mail?.text).toContain(QUESTION.text)
    expect(mail?.html).toContain('white-space:pre-line')
  })

  it('names the cabinet it was asked in, when it is one of the own', async () => {
    const own = await shop.owner.send(support.ask, { body: { ...QUESTION, cabinet: shop.c } })
    const stranger = await signIn(server, 'Stranger')
    const foreign = await stranger.send(support.ask, { body: { ...QUESTION, cabinet: shop.c } })
    const never = await stranger.send(support.ask, { body: { ...QUESTION, cabinet: 987_654_321 } })
    const cabinetOf = async (id: string) =>
      (await desk.send(operator.readConversation, { params: { uuid: id } })).cabinet
    expect([await cabinetOf(own.id), await cabinetOf(foreign.id), await cabinetOf(never.id)]).toEqual([
      { id: shop.c, name: 'Anna shop' },
      null,
      null,
    ])
  })

  it.each([
    ['nothing', { text: ' \n ' }, 'text'],
    ['too much', { text: 'x'.repeat(4001) }, 'text'],
    ['a topic that there is not', { topic: 'weather' }, 'topic'],
    ['a sign that hides', { text: 'a\u0007b' }, 'text'],
    ['a number that is none', { requestId: '<script>' }, 'requestId'],
  ])('with %s is refused', async (_, change, field) => {
    const response = await ask(shop.owner, change)
    expect([response.status, Object.keys(response.body.error?.fields ?? {})]).toEqual([422, [field]])
  })

  it('is asked ten times an hour at most, also all at the same time', async () => {
    const flood = await signIn(server, 'Flood')
    const all = await Promise.all(Array.from({ length: 14 }, () => ask(flood)))
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 10, 429: 4 })
    expect((await flood.send(support.listConversations, { query: { limit: 3 } })).meta).toEqual({
      total: 10,
      page: 1,
      limit: 3,
    })
  })

  it("is its writer's alone: nobody else reads it, goes on with it or sees its picture", async () => {
    const screenshot = await uploaded(shop.owner, await picture())
    const { id } = await shop.owner.send(support.ask, { body: { ...QUESTION, screenshot } })
    const other = await signIn(server, 'Other')
    for (const response of [
      await other.ask(support.readConversation, { params: { uuid: id } }),
      await other.ask(support.markRead, { params: { uuid: id } }),
      await other.ask(support.writeMore, { params: { uuid: id }, body: { text: 'Mine now' } }),
      await other.ask(support.readConversation, { params: { uuid: crypto.randomUUID() } }),
    ])
      expect(codeOf(response)).toEqual([404, 'conversation_not_found'])
    expect((await shot(other, screenshot)).status).toBe(404)
    expect(codeOf(await ask(other, { screenshot }))).toEqual([422, 'unknown_image'])
    expect((await other.send(support.listConversations, { query: {} })).data).toEqual([])
  })

  it('is behind a separate wall: a forgotten condition shows no row of another', async () => {
    const other = await signIn(server, 'Nosy')
    const ids = await query<{ id: string }>(server, 'select id from users where email = $1', [other.email])
    for (const table of ['support_conversations', 'support_messages', 'support_screenshots']) {
      const rows = await asUser(
        server.app.database,
        ids[0]?.id ?? '',
        async (tx) => (await sql`select 1 from ${sql.table(table)}`.execute(tx)).rows,
      )
      expect([table, rows]).toEqual([table, []])
    }
  })
})

describe('a picture for support', () => {
  it.each(['png', 'jpeg'] as const)('as %s is kept without anything but its pixels', async (format) => {
    const tagged = await sharp(await picture(format))
      .withMetadata({ exif: { IFD0: { Copyright: 'GPS 50.08' } } })
      [format]()
      .toBuffer()
    const id = await uploaded(shop.owner, tagged)
    const { messages } = await shop.owner.send(support.ask, { body: { ...QUESTION, screenshot: id } })
    expect(messages[0]?.screenshot).toBe(id)
    for (const seen of [await shot(shop.owner, id), await shot(desk, id, 'operator/support/screenshots')]) {
      expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const bytes = Buffer.from(await seen.arrayBuffer())
      const facts = await sharp(bytes).metadata()
      expect([facts.width, facts.height, facts.exif, bytes.includes('GPS')]).toEqual([60, 40, undefined, false])
    }
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a page', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    ['half of a picture', async () => (await picture('jpeg', 900)).subarray(0, 300)],
    ['nothing', () => Buffer.alloc(0)],
    [
      'a small file that unpacks to 33 million pixels',
      () =>
        sharp({ create: { width: 6000, height: 5500, channels: 3, background: '#fff' } })
          .jpeg({ quality: 30 })
          .toBuffer(),
    ],
    ['a small file that says 2 500 million pixels', () => sayingSize(50_000)],
  ])('that is %s is refused', async (_, make) => {
    const bytes = await make()
    expect(bytes.length).toBeLessThan(2 * 1024 * 1024)
    const cpuMs = await cpuMsOf(async () =>
      expect(codeOf(await upload(shop.owner, bytes))).toEqual([422, 'screenshot_broken']),
    )
    expect(cpuMs, 'it is not unpacked first').toBeLessThan(1500)
  })

  it('over two megabytes is refused', async () => {
    expect(codeOf(await upload(shop.owner, Buffer.concat([await picture(), Buffer.alloc(2 * 1024 * 1024)])))).toEqual([
      413,
      'screenshot_too_large',
    ])
  })

  it('that was never sent is gone a day later', async () => {
    const drawer = await signIn(server, 'Drawer')
    const [unsent, sent] = [await uploaded(drawer, await picture()), await uploaded(drawer, await picture('jpeg'))]
    await drawer.send(support.ask, { body: { ...QUESTION, screenshot: sent } })
    server.passTime(25 * 3_600_000)
    await uploaded(drawer, await picture())
    expect([(await shot(drawer, unsent)).status, (await shot(drawer, sent)).status]).toEqual([404, 200])
  })
})

describe('the usual answer time', () => {
  it('is the setting of the installation until there are answers to count', async () => {
    expect((await shop.owner.send(support.about)).answerHours).toBe(8)
    const asker = await signIn(server, 'Asker')
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await asker.send(support.ask, { body: QUESTION })).id),
    )
    server.passTime(2.5 * 3_600_000)
    for (const id of ids) await desk.send(operator.answerConversation, { params: { uuid: id }, body: { text: 'Yes.' } })
    server.passTime(11 * 60_000)
    expect((await shop.owner.send(support.about)).answerHours).toBe(3)
  })
})
