import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { clientExports, type ExportInput } from '../../../contract/people/exports.ts'
import { EXPORT_COLUMNS } from '../../../contract/limits.ts'
import { segments } from '../../../contract/people/segments.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, type Person, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let colleague: Person
const SEEDED = 1203
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Ella')
  await setPlan(server, shop.c, 'expert')
  colleague = await signIn(server, 'Colin')
  await query(
    server,
    `insert into accesses (cabinet_id, id, user_id, role, rights, created_at)
    select $1, gen_random_uuid(), id, 'member', '{export}', now() from users where email = $2`,
    [shop.c, colleague.email],
  )
  await query(
    server,
    `insert into clients (cabinet_id, id, name, surname, tel, balance_minor, sex,
      card_number, template_id, extra, created_at, updated_at)
    select $1, gen_random_uuid(), case when n = 7 then '=HYPERLINK("http://evil.example")' else 'Client ' || n end,
      'Ž"; ,' || n, '+4206' || lpad(n::text, 8, '0'), n * 100, case when n % 2 = 0 then 'male' end,
      n, $2, '{}', now(), now()
    from generate_series(1, $3::int) n`,
    [shop.c, shop.template, SEEDED],
  )
})
afterAll(() => server?.close())

const ALL: ExportInput = { columns: [...EXPORT_COLUMNS], rows: { of: 'all' } }
const order = (body: ExportInput | object = ALL, who = shop.owner) =>
  who.ask(clientExports.startExport, { params: { c: shop.c }, body })
const status = (who = shop.owner) => who.send(clientExports.exportStatus, { params: { c: shop.c } })
const nextDay = () => server.passTime(DAY_MS)
async function download(id: string, token = shop.owner.token, c = shop.c) {
  const response = await fetch(`${server.url}/api/applications/${c}/clients/download/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  // `text()` would remove the byte order mark.
  return {
    status: response.status,
    headers: response.headers,
    text: Buffer.from(await response.arrayBuffer()).toString(),
  }
}
const emailsOf = (person: Person) =>
  server.outside.smtp.mailbox.list(person.email).filter((mail) => mail.subject.includes('client export'))
async function fileOf(body: object): Promise<string[]> {
  nextDay()
  expect((await order(body)).status).toBe(201)
  await server.drainJobs()
  const file = await download((await status()).latest?.id ?? '')
  return file.text.slice(1).trimEnd().split('\r\n')
}

describe('an export', () => {
  it('is written in pieces, announced by an email without data, and open to the person who ordered it', async () => {
    expect(await status()).toEqual({ isAllowed: true, latest: null, nextAt: null })
    expect((await order()).status).toBe(201)
    expect((await status()).latest).toMatchObject({
      state: 'queued',
      done: 0,
      total: SEEDED,
      isMine: true,
      by: 'Ella Tester',
    })
    await server.drainJobs()
    const { latest, nextAt } = await status()
    expect(latest).toMatchObject({ state: 'ready', done: SEEDED, total: SEEDED })
    expect(nextAt).not.toBeNull()
    const file = await download(latest?.id ?? '')
    expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ])
    expect(file.headers.get('content-disposition')).toMatch(/clients-ella-shop-20\d\d-\d\d-\d\d\.csv/)
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(SEEDED + 1)
    expect(new Set(lines).size).toBe(SEEDED + 1)
    expect(lines[7]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(lines[1]).toContain(`"+420600000001"`)
    const [email] = emailsOf(shop.owner)
    const text = server.outside.smtp.mailbox.get(email?.id ?? '')?.text ?? ''
    expect(text).toContain(`/#/ella-shop/clients?export=${latest?.id}`)
    expect(text).not.toContain('Client 1')
    expect(emailsOf(colleague)).toEqual([])
  })

  it('is stored encrypted: no client can be read in the database', async () => {
    const rows = await query<{ sealed: Buffer }>(
      server,
      'select sealed from client_export_parts where cabinet_id = $1',
      [shop.c],
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { sealed } of rows) expect(sealed[0]).toBe(1)
  })

  it('is closed to colleagues, strangers and other accounts; every download is in the audit log', async () => {
    const { latest } = await status(colleague)
    expect(latest).toMatchObject({ isMine: false, by: 'Ella Tester' })
    const id = latest?.id ?? ''
    expect((await download(id, colleague.token)).text).toContain('export_not_found')
    const other = await openShop(server, 'Otto')
    expect((await download(id, other.owner.token)).text).toContain('"not_found"')
    expect((await download(id, other.owner.token, other.c)).text).toContain('export_not_found')
    expect((await fetch(`${server.url}/api/applications/${shop.c}/clients/download/${id}`)).status).toBe(401)
    const before = await query(server, `select 1 from audit_log where call = 'exports.downloadExport'`)
    await download(id)
    expect(await query(server, `select 1 from audit_log where call = 'exports.downloadExport'`)).toHaveLength(
      before.length + 1,
    )
  })

  it('starts once a Moscow day, also when ten ask at the same time; a failed one does not count', async () => {
    expect((await order()).body.error).toMatchObject({ code: 'export_once_a_day' })
    nextDay()
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => order(ALL, i % 2 ? colleague : shop.owner)))
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 1, 406: 9 })
    await query(server, `update client_exports set state = 'failed' where cabinet_id = $1 and state = 'queued'`, [
      shop.c,
    ])
    expect((await status()).nextAt).toBeNull()
    expect((await order()).status).toBe(201)
    await server.drainJobs()
  })

  it('continues behind the last piece after a crash, and is written once however often the job runs', async () => {
    nextDay()
    await order({ columns: ['cardNumber'], rows: { of: 'all' } })
    const id = (await status()).latest?.id ?? ''
    const { writeExport } = await import('../../composed/exports/jobs.ts')
    await Promise.all([1, 2].map(() => writeExport.handle(server.app, { cabinetId: shop.c, id })))
    await server.drainJobs()
    const lines = (await download(id)).text.trimEnd().split('\r\n')
    expect([lines.length, new Set(lines).size]).toEqual([SEEDED + 1, SEEDED + 1])
    expect(emailsOf(shop.owner).length).toBe(new Set(emailsOf(shop.owner).map((mail) => mail.id)).size)
  })

  it('ends after seven days: first its link, then its bytes', async () => {
    const id = (await status()).latest?.id ?? ''
    expect((await download(id)).status).toBe(200)
    server.passTime(7 * DAY_MS)
    expect((await download(id)).status).toBe(404)
    expect((await status()).latest?.state).toBe('expired')
    await order({ columns: ['name'], rows: { of: 'selected', ids: [crypto.randomUUID()] } })
    expect(await query(server, 'select 1 from client_export_parts where export_id = $1', [id])).toEqual([])
    await server.drainJobs()
  })
})

describe('what goes into it', () => {
  it('is everyone who fits the search and filters, or who was selected', async () => {
    expect(
      await fileOf({ columns: ['cardNumber'], rows: { of: 'filtered', q: 'client 00120', filters: { sex: 'male' } } }),
    ).toEqual(['"Card no."', '"000120"', '"001200"', '"001202"'])
    const ids = (
      await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and card_number in (3, 1)', [
        shop.c,
      ])
    ).map((row) => row.id)
    const other = await openShop(server, 'Alien')
    const [alien] = await query<{ id: string }>(
      server,
      `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
        values ($1, gen_random_uuid(), 'Alien', 1, $2, now(), now()) returning id`,
      [other.c, other.template],
    )
    expect(
      await fileOf({ columns: ['name', 'cardNumber'], rows: { of: 'selected', ids: [...ids, alien?.id] } }),
    ).toEqual(['"First name","Card no."', '"Client 1","000001"', '"Client 3","000003"'])
    expect(await fileOf({ columns: ['name'], rows: { of: 'filtered', q: 'nobody at all' } })).toEqual(['"First name"'])
  })

  it('is everyone in a segment, and nobody when the segment is deleted', async () => {
    const { id, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    await shop.owner.send(segments.saveSegment, {
      params: { c: shop.c, segmentId: id },
      body: {
        name: 'First',
        match: 'all',
        criteria: [{ kind: 'cardnumber', operator: 'between', value: { from: 2, to: 3 } }],
        version,
      },
    })
    const body = { columns: ['cardNumber'], rows: { of: 'filtered', filters: { segment: id } } }
    expect(await fileOf(body)).toEqual(['"Card no."', '"000002"', '"000003"'])
    await shop.owner.send(segments.removeSegment, { params: { c: shop.c, segmentUuid: id } })
    nextDay()
    expect((await order(body)).body.error?.code).toBe('segment_not_found')
  })

  it.each<[string, object]>([
    ['no column', { columns: [], rows: { of: 'all' } }],
    ['an unknown column', { columns: ['password'], rows: { of: 'all' } }],
    ['a column twice', { columns: ['name', 'name'], rows: { of: 'all' } }],
    ['nobody', { columns: ['name'], rows: { of: 'selected', ids: [] } }],
    [
      'too many',
      { columns: ['name'], rows: { of: 'selected', ids: Array.from({ length: 1001 }, () => crypto.randomUUID()) } },
    ],
    ['nothing', {}],
  ])('is refused when it is %s', async (_, body) => {
    nextDay()
    expect((await order(body)).status).toBe(422)
  })
})

describe('it is refused', () => {
  it('while the owner has switched it off, also the download of a finished file', async () => {
    nextDay()
    await order()
    await server.drainJobs()
    const id = (await status()).latest?.id ?? ''
    await shop.owner.send(cabinets.allowExport, { params: { c: shop.c }, body: { status: false } })
    nextDay()
    expect(await order()).toMatchObject({ status: 400, body: { error: { code: 'export_disabled' } } })
    expect((await download(id)).text).toContain('export_disabled')
    expect((await status()).isAllowed).toBe(false)
    await shop.owner.send(cabinets.allowExport, { params: { c: shop.c }, body: { status: true } })
  })

  it('while the account is limited; a finished file can still be downloaded', async () => {
    const id = (await status()).latest?.id ?? ''
    await query(server, 'update cabinets set balance_minor = -1 where id = $1', [shop.c])
    expect(await order()).toMatchObject({ status: 402, body: { error: { code: 'account_limited' } } })
    expect((await download(id)).status).toBe(200)
    await query(server, 'update cabinets set balance_minor = 100000 where id = $1', [shop.c])
  })

  it('for a user who has not confirmed the email address', async () => {
    // Many days have passed: an old session would have expired.
    const late = await signIn(server, 'Late')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, rights, created_at)
    select $1, gen_random_uuid(), id, 'member', '{export}', now() from users where email = $2`,
      [shop.c, late.email],
    )
    await query(server, 'update users set email_verified_at = null where email = $1', [late.email])
    expect(await order(ALL, late)).toMatchObject({ status: 401, body: { error: { code: 'email_not_confirmed' } } })
  })
})
