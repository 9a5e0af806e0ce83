import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { verification } from '../../../contract/people/verification.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { easyProof, query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm, hiddenFields } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let numbers = 0
let phone: string
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  shop = await openShop(server, 'Vera')
  const { owner, c, formKey, template } = shop
  await setPlan(server, c, 'expert')
  await owner.send(verification.saveProvider, {
    params: { c },
    body: { smsType: 'smsru', login: '', password: '', apiKey: 'emulated-key', smsFrom: 'CAFE' },
  })
  const { version, settings, name } = await owner.send(forms.readForm, { params: { c, formKey } })
  await owner.send(forms.saveForm, {
    params: { c, formKey },
    body: { name, template, version, settings: { ...settings, smsCheck: true } },
  })
})
afterAll(() => server?.close())
beforeEach(() => {
  server.outside.smsGateway.setVendorTrouble(null)
  // Each test has its own range of numbers, and a new hour.
  server.passTime(61 * MINUTE_MS)
  phone = `+42077${String(100 + numbers++)}4567`
})

type Page = { status: number; html: string; location: string | null }
const pageOf = async (response: Response): Promise<Page> => ({
  status: response.status,
  html: await response.text(),
  location: response.headers.get('location'),
})
const fill = async (values: Record<string, string> = {}) =>
  pageOf(
    await fillForm(server, shop.formUrl, { name: 'Eva', tel: phone, _proof: await easyProof(server, shop), ...values }),
  )
/** Presses a button on the code page. */
const press = async (page: Page, step: 'code' | 'again' | 'edit', code = '') =>
  pageOf(
    await fillForm(
      server,
      shop.formUrl,
      { _step: step, _code: code, ...(step === 'again' && { _proof: await easyProof(server, shop) }) },
      page.html,
    ),
  )
const sent = (to = phone) => server.outside.smsGateway.list(to)
const codeOf = (to = phone) => /\d{4}/.exec(sent(to)[0]?.text ?? '')?.[0] ?? ''
const wrongCode = () => String((Number(codeOf()) + 1) % 10_000).padStart(4, '0')
const count = async (table: 'clients' | 'passes') =>
  (await query<{ n: number }>(server, `select count(*)::int as n from ${table}`))[0]?.n ?? 0

describe('before the card', () => {
  it('a code by SMS proves the phone, and no card is issued before', async () => {
    const before = [await count('clients'), await count('passes')]
    const page = await fill()
    expect([page.status, page.html.includes('data-page="code"'), page.html.includes(phone)]).toEqual([200, true, true])
    expect(sent()).toEqual([
      expect.objectContaining({
        text: `${codeOf()} is your code for Coffee Lab. It’s valid for 10 minutes.`,
        by: 'smsru',
      }),
    ])
    expect([await count('clients'), await count('passes')]).toEqual(before)
    const done = await press(page, 'code', codeOf())
    expect([done.status, done.location]).toEqual([303, expect.stringMatching(/^\/c\/vera-shop\//)])
    expect([await count('clients'), await count('passes')]).toEqual(before.map((n) => n + 1))
    expect(await query(server, 'select name, tel from clients where tel = $1', [phone])).toEqual([
      { name: 'Eva', tel: phone },
    ])
  })

  it('stores only a digest of the code', async () => {
    await fill()
    const [row] = await query<{ code_mac: string }>(server, 'select code_mac from form_codes where phone = $1', [phone])
    expect(row?.code_mac).toMatch(/^[\w-]{43}$/)
  })

  it('faults of the form come first, and cost no SMS', async () => {
    const page = await fill({ name: '' })
    expect([page.status, page.html.includes('data-page="form"'), sent()]).toEqual([422, true, []])
  })

  it('a wrong code shows how many of five tries are left, also of a hundred at the same time', async () => {
    const page = await fill()
    const wrong = await press(page, 'code', wrongCode())
    expect([wrong.status, wrong.html.includes('Attempts left: 4')]).toEqual([422, true])
    const tries = await Promise.all(Array.from({ length: 40 }, () => press(page, 'code', wrongCode())))
    expect(tries.filter(({ html }) => html.includes('Attempts left')).length).toBe(3)
    expect((await press(page, 'code', codeOf())).html).toContain('Too many wrong attempts')
    expect(await query(server, 'select tries from form_codes where phone = $1', [phone])).toEqual([{ tries: 5 }])
  })

  it('a code expires after ten minutes, and works once and only for its number', async () => {
    const page = await fill()
    const code = codeOf()
    const other = page.html.replaceAll(phone, phone.replace(/7$/, '8'))
    expect((await pageOf(await fillForm(server, shop.formUrl, { _step: 'code', _code: code }, other))).status).toBe(422)
    server.passTime(10 * MINUTE_MS)
    expect((await press(page, 'code', code)).html).toContain('no longer valid')
  })

  it('a double click with the right code leads to one card', async () => {
    const page = await fill()
    const code = codeOf()
    const before = await count('clients')
    const both = await Promise.all([press(page, 'code', code), press(page, 'code', code)])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(both.map(({ location }) => location?.split('?')[0])).size).toBe(1)
    expect(await count('clients')).toBe(before + 1)
  })

  it('does not reveal whether a number is known', async () => {
    const bare = ({ status, html }: Page) => [
      status,
      html.replaceAll(/\+[\d\s\u00a0]{11,20}\d|[0-9a-f-]{36}|\d{13}\.[\w-]{43}/g, ''),
    ]
    const known = phone
    await press(await fill(), 'code', codeOf())
    server.passTime(DAY_MS)
    const again = await fill()
    phone = known.replace('4567', '4568')
    expect(bare(await fill())).toEqual(bare(again))
    phone = known
    expect((await press(again, 'code', codeOf())).location).toContain('known=1')
  })
})

describe('another code, another number', () => {
  it('a new code is sent after a minute, and replaces the old one', async () => {
    const page = await fill()
    const first = codeOf()
    const soon = await press(page, 'again')
    expect([soon.status, sent().length, /data-wait="(\d+)"/.exec(soon.html)?.[1]]).toEqual([
      200,
      1,
      expect.stringMatching(/^[1-5]\d$/),
    ])
    server.passTime(MINUTE_MS)
    const again = await press(page, 'again')
    expect([again.html.includes('We’ve sent a new code'), sent().length]).toEqual([true, 2])
    if (codeOf() !== first) expect((await press(again, 'code', first)).status).toBe(422)
    expect((await press(again, 'code', codeOf())).status).toBe(303)
  })

  it('the form comes back with everything that was typed', async () => {
    const back = await press(await fill({ name: 'Ewa <Nová>'.replace(/[<>]/g, '') }), 'edit')
    expect([
      back.status,
      back.html.includes('data-page="form"'),
      back.html.includes('value="Ewa Nová"'),
      back.html.includes('name="_code"'),
    ]).toEqual([200, true, true, false])
    const typed = phone
    phone = phone.replace('4567', '4569')
    expect(
      (
        await pageOf(
          await fillForm(
            server,
            shop.formUrl,
            { tel: phone, name: 'Ewa', _proof: await easyProof(server, shop) },
            back.html,
          ),
        )
      ).html,
    ).toContain(phone)
    expect([sent(typed).length, sent().length]).toEqual([1, 1])
  })
})

describe('when no code can be sent', () => {
  const keeps = (page: Page) => [
    page.html.includes('data-page="form"'),
    page.html.includes('value="Eva"'),
    /what you entered is safe/i.test(page.html),
  ]

  it('over the limit of a number the page shows when to try again, and keeps the input', async () => {
    const page = await fill()
    for (let i = 0; i < 2; i++) {
      server.passTime(MINUTE_MS)
      await press(page, 'again')
    }
    server.passTime(MINUTE_MS)
    const over = await fill()
    expect([over.status, ...keeps(over), sent().length]).toEqual([429, true, true, true, 3])
  })

  it('neighbouring numbers get twenty a day, from whichever address', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) {
      const page = await (await fetch(shop.formUrl)).text()
      const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
      server.passTime(1000)
      const body = new URLSearchParams({
        ...hiddenFields(page),
        _proof: await easyProof(server, shop),
        agree: 'on',
        name: 'Eva',
        tel: phone.replace(/\d{4}$/, String(1000 + i)),
      })
      statuses.push(
        (
          await fetch(new URL(action, server.url), {
            method: 'POST',
            redirect: 'manual',
            body,
            headers: { 'x-forwarded-for': `10.9.${i}.1` },
          })
        ).status,
      )
    }
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429])
  })

  it.each(['auth', 'no_funds', 'down'] as const)(
    '%s: the page says so and keeps the input, and nothing is counted',
    async (trouble) => {
      server.outside.smsGateway.setVendorTrouble(trouble, 1)
      const page = await fill()
      expect([page.status, ...keeps(page)]).toEqual([503, true, true, true])
      expect((await fill()).html).toContain('data-page="code"')
    },
  )

  it('a number that gets no SMS is refused at its field', async () => {
    phone = '+420777120000'
    const page = await fill()
    expect([
      page.status,
      page.html.includes('This number can’t receive SMS'),
      page.html.includes('data-page="form"'),
    ]).toEqual([422, true, true])
  })

  it('without a provider the form shows an error and issues no card', async () => {
    const { owner, c } = shop
    await owner.send(verification.removeProvider, { params: { c }, body: { smsType: 'smsru' } })
    const before = await count('clients')
    const page = await fill()
    expect([page.status, ...keeps(page), await count('clients')]).toEqual([503, true, true, true, before])
    await owner.send(verification.saveProvider, {
      params: { c },
      body: { smsType: 'smsru', login: '', password: '', apiKey: 'emulated-key', smsFrom: 'CAFE' },
    })
  })
})

describe('the page of the card on a computer', () => {
  const DESKTOP = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140 Safari/537.36' }
  it("sends its link to the client's phone, and to nobody else", async () => {
    const { location } = await press(await fill(), 'code', codeOf())
    const url = new URL(location ?? '', server.url)
    const page = await (await fetch(url, { headers: DESKTOP })).text()
    expect(page).toContain(`Text the link to ${phone.slice(0, 4)} ••• ${phone.slice(-3)}`)
    const action = /<form class="note"[^>]*action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const ask = () =>
      fetch(new URL(action, server.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ tel: '+420601999999' }),
      })
    const done = await ask()
    expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringContaining('sms=sent')])
    expect(sent()[0]?.text).toBe(`Coffee Lab: your card ${server.url}${url.pathname}`)
    expect(
      await (await fetch(new URL(done.headers.get('location') ?? '', server.url), { headers: DESKTOP })).text(),
    ).toContain('We’ve sent the link')
    expect((await ask()).headers.get('location')).toContain('sms=limit')
    expect(
      await (
        await fetch(url, {
          headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' },
        })
      ).text(),
    ).not.toContain('by SMS')
  })
})
