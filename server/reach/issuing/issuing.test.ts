import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { DAY_MS, query, setPlan, tally } from '../../../test/behind.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { fieldsOf, fillForm, hiddenFields, Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Iris')
  await setPlan(server, shop.c, 'expert')
})
afterAll(() => server?.close())
/** A hundred forms an hour from one address of the net: each story gets its own hour. */
beforeEach(() => server.passTime(HOUR_MS))

const clientsOf = (of: Shop, where = 'true') =>
  query<{ name: string; surname: string; email: string; tel: string; card_number: string }>(
    server,
    `select name, surname, email, tel, card_number from clients where cabinet_id = $1 and ${where} order by card_number`,
    [of.c],
  )
const open = async (of = shop, query_ = '') => (await fetch(of.formUrl + query_)).text()
const ticketOf = (response: Response) => new URL(response.headers.get('location') ?? 'http://none', server.url).pathname

/** A connection whose answer nobody reads would stay busy. */
const drained = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

/** Posts exactly these values to a form, as a script would. */
async function post(
  body: URLSearchParams | string,
  of = shop,
  headers: Record<string, string> = {},
  query_ = '',
): Promise<Response> {
  const {
    status,
    headers: answered,
    ...rest
  } = await drained(await fetch(of.formUrl + query_, { method: 'POST', redirect: 'manual', body, headers }))
  return new Response(rest.text, { status, headers: answered })
}
async function filled(values: Record<string, string>, of = shop): Promise<URLSearchParams> {
  const hidden = hiddenFields(await open(of))
  server.passTime(2000)
  return new URLSearchParams({ ...hidden, agree: 'on', ...values })
}

describe('one phone', () => {
  it('in ten spellings is one client, one card number and one ticket', async () => {
    const spellings = [
      '+420 601 700 001',
      '00420601700001',
      '+420-601-700-001',
      '+420(601)700001',
      '+420601700001',
      ' +420 601 700001',
      '＋420 601700001',
      '+420.601.700.001',
      '+420 601 70 00 01',
      '00420 601 700 001',
    ]
    const tickets = new Set<string>()
    for (const tel of spellings) {
      const sent = await fillForm(server, shop.formUrl, { name: 'Zoe', surname: 'One', tel })
      expect([tel, sent.status]).toEqual([tel, 303])
      tickets.add(ticketOf(sent))
    }
    expect(tickets.size).toBe(1)
    expect(await clientsOf(shop, `tel = '+420601700001'`)).toHaveLength(1)
    expect((await query(server, 'select cards from cabinets where id = $1', [shop.c]))[0]).toEqual({ cards: 1 })
  })

  it('sent by twenty at once from twenty pages is one client', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => filled({ name: `Twin ${i}`, tel: '+420601700002' })),
    )
    const all = await Promise.all(bodies.map((body) => post(body)))
    expect(tally(all.map((one) => one.status))).toEqual({ 303: 20 })
    expect(new Set(all.map(ticketOf)).size).toBe(1)
    expect(await clientsOf(shop, `tel = '+420601700002'`)).toHaveLength(1)
  })

  it('sent twenty times at once from one page is one client, with a phone and without', async () => {
    const usual = await filled({ name: 'Double', tel: '+420601700003' })
    const all = await Promise.all(Array.from({ length: 20 }, () => post(usual)))
    expect(new Set(all.map(ticketOf)).size).toBe(1)
    const form = await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })
    const settings = {
      ...form.settings,
      fields: form.settings.fields.map((one) => (one.key === 'tel' ? { ...one, required: false } : one)),
    }
    await shop.owner.send(forms.saveForm, {
      params: { c: shop.c, formKey: shop.formKey },
      body: { name: form.name, template: form.template.id, settings, version: form.version },
    })
    const phoneless = await filled({ name: 'Phoneless' })
    const more = await Promise.all(Array.from({ length: 20 }, () => post(phoneless)))
    expect(new Set(more.map(ticketOf)).size).toBe(1)
    expect(await clientsOf(shop, `name in ('Double', 'Phoneless')`)).toHaveLength(2)
    const mixed = await filled({ name: 'Mixed' })
    const telephones = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        post(new URLSearchParams({ ...Object.fromEntries(mixed), tel: `+42060170001${i}` })),
      ),
    )
    expect(new Set(telephones.map(ticketOf)).size).toBe(1)
  })

  it('typed by a stranger overwrites nothing; only what was blank is filled in', async () => {
    await fillForm(server, shop.formUrl, {
      name: 'Greta',
      surname: '',
      email: 'greta@mail.example',
      tel: '+420601700004',
    })
    const again = await fillForm(server, shop.formUrl, {
      name: 'Thief',
      surname: 'Stone',
      email: 'thief@mail.example',
      tel: '+420601700004',
    })
    expect(again.headers.get('location')).toContain('known=1')
    expect(await clientsOf(shop, `tel = '+420601700004'`)).toMatchObject([
      { name: 'Greta', surname: 'Stone', email: 'greta@mail.example' },
    ])
    const tag = async () =>
      (await query<{ change_tag: string }>(server, 'select change_tag from cabinets where id = $1', [shop.c]))[0]
        ?.change_tag
    const before = await tag()
    await fillForm(server, shop.formUrl, { name: 'Thief', tel: '+420601700004' })
    expect(await tag()).toBe(before)
  })
})

describe('a form with faults', () => {
  it("comes back with every fault, the field's own words and all that was typed", async () => {
    const form = await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })
    const settings = {
      ...form.settings,
      fields: form.settings.fields.map((one) =>
        one.key === 'tel' ? { ...one, required: true, errorMessage: 'We need your number for the card!' } : one,
      ),
    }
    await shop.owner.send(forms.saveForm, {
      params: { c: shop.c, formKey: shop.formKey },
      body: { name: form.name, template: form.template.id, settings, version: form.version },
    })
    for (const lang of LANGUAGES) {
      const html = await open(shop, `?lang=${lang}`)
      server.passTime(2000)
      const body = new URLSearchParams({
        ...hiddenFields(html),
        name: '',
        surname: 'Kept "surname"',
        tel: '12',
        email: 'kept@',
        birthday_d: '31',
        birthday_m: '2',
        birthday_y: '2000',
      })
      const answer = await post(body, shop, {}, `?lang=${lang}`)
      const page = await answer.text()
      expect(answer.status).toBe(422)
      for (const code of ['required', 'email', 'date', 'consent_required'])
        expect([lang, code, page.includes(say(lang, `refusals.fields.${code}`))]).toEqual([lang, code, true])
      expect(page).toContain('We need your number for the card!')
      expect(page).toContain('value="Kept &quot;surname&quot;"')
      expect(page).toContain('value="kept@"')
      expect(page).toContain(
        hiddenFields(html).token ?? hiddenFields(html)[Object.keys(hiddenFields(html))[0] ?? ''] ?? 'no token',
      )
    }
    expect(await clientsOf(shop, `surname like 'Kept%'`)).toHaveLength(0)
  })

  it('sent as something that is no form is answered with a page, never with a breakdown', async () => {
    for (const [body, type] of [
      ['null', 'application/json'],
      ['[]', 'application/json'],
      ['{"name":{"a":1},"tel":[]}', 'application/json'],
      ['', 'application/x-www-form-urlencoded'],
      ['%00=%00&name=%00', 'application/x-www-form-urlencoded'],
      ['x', 'text/plain'],
      ['{', 'application/json'],
    ] as const) {
      const answer = await post(body, shop, { 'content-type': type })
      expect([body, answer.status < 500 && answer.status >= 400]).toEqual([body, true])
    }
  })
})

describe('a robot', () => {
  it('that fills the trap, sends at once or makes up the time gets no card', async () => {
    const fields = { name: 'Robot', tel: '+420601700005', agree: 'on' }
    const hidden = hiddenFields(await open())
    expect((await post(new URLSearchParams({ ...hidden, ...fields }))).status).toBe(429)
    server.passTime(2000)
    expect((await post(new URLSearchParams({ ...hidden, ...fields, website: 'http://spam.example' }))).status).toBe(429)
    const startedAt = Object.keys(hidden).find((name) => /^\d{13}\./.test(hidden[name] ?? '')) ?? ''
    expect(
      (
        await post(
          new URLSearchParams({ ...hidden, ...fields, [startedAt]: `${Date.now() - 60_000}.${'A'.repeat(43)}` }),
        )
      ).status,
    ).toBe(429)
    expect((await post(new URLSearchParams(fields))).status).toBe(429)
    const other = await openShop(server, 'Other')
    const foreign = hiddenFields(await open(other))
    server.passTime(2000)
    expect((await post(new URLSearchParams({ ...foreign, ...fields }))).status).toBe(429)
    expect((await post(new URLSearchParams({ ...hidden, ...fields }))).status).toBe(303)
  })

  it('gets a hundred tries an hour', async () => {
    const all = await Promise.all(Array.from({ length: 110 }, () => post(new URLSearchParams({ name: 'x' }))))
    expect(tally(all.map((one) => one.status))).toEqual({ 429: 110 })
    const late = await filled({ name: 'Late', tel: '+420601700006' })
    expect((await post(late)).status).toBe(429)
    server.passTime(HOUR_MS)
    expect((await post(late)).status).toBe(303)
  })

  it('or a person with a page of yesterday is asked to open it again', async () => {
    const body = await filled({ name: 'Old', tel: '+420601700007' })
    server.passTime(DAY_MS)
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(say('en', 'pages.problem.form_expired').slice(0, 30))
  })
})

it('issues no card beyond the tariff, however many ask at once, and says so with the name of the shop', async () => {
  const small = await openShop(server, 'Small')
  await query(server, 'update cabinets set cards = 47 where id = $1', [small.c])
  const bodies = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      filled({ name: `G${i}`, tel: `+4206017001${String(i).padStart(2, '0')}` }, small),
    ),
  )
  const all = await Promise.all(bodies.map((body) => post(body, small)))
  expect(tally(all.map((one) => one.status))).toEqual({ 303: 3, 409: 9 })
  expect(await clientsOf(small)).toHaveLength(3)
  expect(await all.find((one) => one.status === 409)?.text()).toContain('Coffee Lab can’t issue any more cards')
  const [known] = await clientsOf(small)
  expect((await fillForm(server, small.formUrl, { name: 'Back', tel: known?.tel ?? '' })).status).toBe(303)
})

it('keeps the consent: when, from where, and a hash of the very words', async () => {
  await fillForm(server, shop.formUrl, { name: 'Agreed', tel: '+420601700008' })
  const { settings } = await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })
  const [row] = await query<{ consent_at: Date; consent_ip: string; hash: string }>(
    server,
    `select consent_at, consent_ip, encode(consent_text_hash, 'hex') as hash from clients where tel = '+420601700008'`,
  )
  expect(row).toMatchObject({
    consent_ip: '127.0.0.1',
    hash: createHash('sha256').update(settings.agreement.text).digest('hex'),
  })
  expect(Math.abs((row?.consent_at.getTime() ?? 0) - server.now().getTime())).toBeLessThan(10_000)
  await query(
    server,
    `update clients set consent_at = null, consent_text_hash = null, consent_ip = null where tel = '+420601700008'`,
  )
  await fillForm(server, shop.formUrl, { name: 'Agreed', tel: '+420601700008' })
  expect(
    await query(server, `select 1 from clients where tel = '+420601700008' and consent_text_hash is not null`),
  ).toHaveLength(1)
})

it("answers addresses that lead nowhere with a page that says so in the visitor's language", async () => {
  const { installUrl } = await takeCard(server, shop.formUrl, { name: 'Nel', tel: '+420601700009' })
  const other = await openShop(server, 'Elsewhere')
  const ticket = installUrl.split('/').at(-1) ?? ''
  const forged = ticket.slice(0, -1) + (ticket.endsWith('A') ? 'B' : 'A')
  for (const path of [
    '/f/nobody-shop/abc',
    `/f/${shop.domain}/unknown`,
    `/f/${shop.domain}/a%00b`,
    `/f/${shop.domain}/${other.formKey}`,
    `/f/${shop.domain}/unknown/agreement`,
    `/c/${shop.domain}/${forged}`,
    `/c/${shop.domain}/short`,
    `/c/${other.domain}/${ticket}`,
    `/c/${shop.domain}/${forged}/card.pkpass`,
    `/c/${other.domain}/${ticket}/card.pkpass`,
    `/c/${shop.domain}/${forged}/google`,
  ]) {
    const answer = await fetch(server.url + path, { headers: { 'accept-language': 'de' }, redirect: 'manual' })
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('<html lang="de"')
  }
})

it('shows a closed form as closed and takes nothing', async () => {
  const closed = await openShop(server, 'Closed')
  const body = await filled({ name: 'Early', tel: '+420601700010' }, closed)
  const form = await closed.owner.send(forms.readForm, { params: { c: closed.c, formKey: closed.formKey } })
  await closed.owner.send(forms.saveForm, {
    params: { c: closed.c, formKey: closed.formKey },
    body: {
      name: form.name,
      template: form.template.id,
      settings: { ...form.settings, isOpen: false },
      version: form.version,
    },
  })
  const page = await open(closed)
  expect(page).not.toContain('<form')
  expect((await post(body, closed)).status).toBe(410)
  expect(await clientsOf(closed)).toHaveLength(0)
})

it('counts what was opened, filled and installed, each once', async () => {
  const counted = await openShop(server, 'Counter')
  await Promise.all(Array.from({ length: 30 }, () => open(counted)))
  const { cardFileUrl } = await takeCard(server, counted.formUrl, { name: 'Cara', tel: '+420601700011' })
  for (let i = 0; i < 2; i++) {
    const phone = new Iphone(server)
    await phone.install(cardFileUrl)
    await phone.register()
  }
  const form = await counted.owner.send(forms.readForm, { params: { c: counted.c, formKey: counted.formKey } })
  expect(form).toMatchObject({ opened: 31, filled: 1, installed: 1 })
})

describe('a script in a text', () => {
  const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

  it('of the shop or the client never comes out as one, on no page and in no language', async () => {
    const shady = await openShop(server, 'Shady')
    const template = await shady.owner.send(templates.readTemplate, { params: { c: shady.c, uuid: shady.template } })
    const design = plainDesign({
      organisation: EVIL.slice(0, 60),
      cardName: EVIL.slice(0, 60),
      programName: EVIL.slice(0, 60),
      fields: { ...plainDesign().fields, top: { label: EVIL.slice(0, 60), value: EVIL, changeMessage: '' } },
      back: {
        fields: [{ label: 'x', value: EVIL }],
        links: [{ uri: 'https://x.example/"><script>', text: EVIL.slice(0, 60) }],
      },
      barcode: { type: 'qr', message: EVIL, alt: EVIL.slice(0, 60) },
    })
    await shady.owner.send(templates.saveTemplate, {
      params: { c: shady.c, uuid: shady.template },
      body: { name: 'x', design, birthdayEnabled: false, variables: {}, version: template.version },
    })
    const form = await shady.owner.send(forms.readForm, { params: { c: shady.c, formKey: shady.formKey } })
    const settings = {
      ...form.settings,
      title: EVIL.slice(0, 80),
      description: EVIL,
      installText: EVIL,
      agreement: { enabled: true, text: EVIL },
      fields: [
        ...form.settings.fields.map((one) => ({ ...one, label: EVIL.slice(0, 80), errorMessage: EVIL })),
        {
          ...(form.settings.fields[0] as (typeof form.settings.fields)[0]),
          key: 'list',
          type: 'list' as const,
          variableName: 'promo',
          values: [EVIL.slice(0, 80)],
          required: false,
        },
      ],
    }
    await shady.owner.send(forms.saveForm, {
      params: { c: shady.c, formKey: shady.formKey },
      body: { name: EVIL.slice(0, 60), template: shady.template, settings, version: form.version },
    })
    const { installUrl } = await takeCard(server, shady.formUrl, {
      name: 'Ok',
      tel: '+420601700012',
      email: `"${'x'.repeat(3)}'@mail.example`.replaceAll('"', ''),
      list: EVIL.slice(0, 80),
    })
    await query(
      server,
      `update clients set name = $2, surname = $2, extra = jsonb_build_object('a', $2::text) where cabinet_id = $1`,
      [shady.c, EVIL],
    )
    const pages: string[] = []
    for (const lang of LANGUAGES) {
      for (const path of ['', '/agreement'])
        pages.push(
          await (await fetch(`${shady.formUrl}${path}?lang=${lang}&device=${encodeURIComponent(EVIL)}`)).text(),
        )
      for (const device of ['iphone', 'android', 'desktop'])
        pages.push(await (await fetch(`${installUrl}?lang=${lang}&device=${device}`)).text())
      pages.push(
        await (
          await post(
            await filled({ name: EVIL, surname: EVIL, tel: EVIL, email: EVIL, birthday_d: EVIL, list: EVIL }, shady),
            shady,
            {},
            `?lang=${lang}`,
          )
        ).text(),
      )
      pages.push(await (await fetch(`${server.url}/f/x/y?lang=${lang}&step=${encodeURIComponent(EVIL)}`)).text())
    }
    for (const page of pages) {
      expect(page.match(/<script(?! [^>]*src="\/pages\/)[^>]*>/g)).toBeNull()
      expect(page.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]*\s(on\w+|src)=/i)
    }
    const { json } = await new Iphone(server).install(`${installUrl}/card.pkpass`)
    expect(fieldsOf(json).top).toBe(EVIL)
    expect(JSON.stringify(json.storeCard.backFields.map((one) => one.attributedValue ?? ''))).not.toContain('<script>')
  })

  it("could not run anyway: pages allow only the product's own files", async () => {
    const { headers } = await drained(await fetch(shop.formUrl))
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect([
      headers.get('x-content-type-options'),
      headers.get('referrer-policy'),
      headers.get('cache-control'),
    ]).toEqual(['nosniff', 'no-referrer', 'no-store'])
  })
})
