import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms, type FormField } from '../../../contract/people/forms.ts'
import { marketplace, type Module, type ModuleId, type PromoInput } from '../../../contract/reach/marketplace.ts'
import { DAY_MS, query, setPlan, tally } from '../../../test/behind.ts'
import { openShop, plainDesign, type Shop, signIn } from '../../../test/people.ts'
import { fieldsOf, fillForm, hiddenFields, Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { moscowDay } from '../../../contract/time.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(() => server.passTime(60 * 60_000))

const phone = () => `+42060197${String(next++).padStart(4, '0')}`
const day = (ahead = 0) => moscowDay(new Date(server.now().getTime() + ahead * DAY_MS))
const row = (change: Partial<PromoInput> = {}): PromoInput => ({
  id: null,
  code: '',
  bonusMinor: 0,
  inviterMinor: 0,
  invitedMinor: 0,
  max: null,
  startsOn: day(),
  endsOn: null,
  ...change,
})
const read = (id: ModuleId = 'welcome', of = shop) =>
  of.owner.send(marketplace.readModule, { params: { c: of.c, moduleId: id } })
const put = (id: ModuleId, body: object, of = shop) =>
  of.owner.ask(marketplace.saveModule, { params: { c: of.c, moduleId: id }, body })
async function configure(id: ModuleId, promos: PromoInput[], isActive = true, of = shop): Promise<Module> {
  const said = await put(id, { isActive, promos, version: (await read(id, of)).version }, of)
  if (said.status !== 200) throw new Error(JSON.stringify(said.body.error))
  return said.body.data as Module
}
const field = (change: Partial<FormField>): FormField => ({
  key: 'promo',
  type: 'string',
  label: 'Promo code',
  variableName: 'promo',
  required: false,
  active: true,
  errorMessage: '',
  regularExpression: '',
  values: [],
  checked: false,
  mask: 'world',
  ...change,
})
async function askForCode(change: Partial<FormField> = {}, of = shop) {
  const form = await of.owner.send(forms.readForm, { params: { c: of.c, formKey: of.formKey } })
  const fields = [...form.settings.fields.filter((one) => one.key !== 'promo'), field(change)].map((one) =>
    one.key === 'tel' ? { ...one, required: false } : one,
  )
  return of.owner.ask(forms.saveForm, {
    params: { c: of.c, formKey: of.formKey },
    body: {
      name: form.name,
      template: form.template.id,
      settings: { ...form.settings, fields },
      version: form.version,
    },
  })
}
const bonusOf = async (tel: string, of = shop) =>
  Number(
    (
      await query<{ bonus_minor: string }>(
        server,
        'select bonus_minor from clients where cabinet_id = $1 and tel = $2',
        [of.c, tel],
      )
    )[0]?.bonus_minor ?? -1,
  )
const fill = async (values: Record<string, string>, of = shop, from = '') =>
  (await fillForm(server, of.formUrl + from, { name: 'Guest', ...values })).status
const idOf = async (tel: string) =>
  (await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [shop.c, tel]))[0]
    ?.id ?? ''
const codeOf = async (tel: string) =>
  (await shop.owner.send(clients.readClient, { params: { c: shop.c, id: await idOf(tel) } })).inviteCode
/** A shop of its own for each story, so that no bonus of one is counted in another. */
async function fresh(name: string): Promise<void> {
  shop = await openShop(server, name)
  await setPlan(server, shop.c, 'expert')
  await askForCode()
}

describe('a module', () => {
  beforeAll(() => fresh('Mara'))

  it('is off at first, goes on with its day, and stays on for thirty days', async () => {
    expect(
      (await shop.owner.send(marketplace.listModules, { params: { c: shop.c } })).map((one) => [
        one.id,
        one.isActive,
        one.since,
      ]),
    ).toEqual([
      ['welcome', false, null],
      ['referral', false, null],
    ])
    await configure('welcome', [row({ code: 'SUMMER', bonusMinor: 500 })])
    expect(await shop.owner.send(marketplace.activeModules, { params: { c: shop.c } })).toEqual(['welcome'])
    const on = await read()
    expect(on).toMatchObject({ isActive: true, name: 'Welcome promo codes', running: 1, used: 0 })
    expect(Date.parse(on.canEndAt ?? '') - Date.parse(on.since ?? '')).toBe(30 * DAY_MS)
    const off = { isActive: false, promos: on.promos, version: on.version }
    expect(await put('welcome', off)).toMatchObject({
      status: 425,
      body: { error: { code: 'module_too_young', detail: { until: on.canEndAt } } },
    })
    expect((await read()).isActive).toBe(true)
    server.passTime(30 * DAY_MS)
    shop = { ...shop, owner: await signIn(server, 'Maralate') }
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at) select $1, gen_random_uuid(), id, 'owner', now() from users where email = $2`,
      [shop.c, shop.owner.email],
    )
    expect((await put('welcome', off)).status).toBe(200)
    expect(await read()).toMatchObject({ isActive: false, since: null, canEndAt: null })
  })

  it.each<[string, Partial<PromoInput>, string, string]>([
    ['an end before its start', { endsOn: '2020-01-01' }, 'promos.0.endsOn', 'promo_period'],
    ['an end on its first day', { startsOn: '2030-01-01', endsOn: '2030-01-01' }, 'promos.0.endsOn', 'promo_period'],
    ['no bonus', { bonusMinor: 0 }, 'promos.0.bonusMinor', 'promo_nothing'],
    ['a code with a space', { code: 'a b' }, 'promos.0.code', 'promo_code'],
    ['no uses at all', { max: 0 }, 'promos.0.max', 'too_small'],
  ])('refuses %s at its field', async (_, change, path, code) => {
    const said = await put('welcome', {
      isActive: false,
      promos: [row({ code: 'X', bonusMinor: 100, ...change })],
      version: (await read()).version,
    })
    expect([said.status, said.body.error?.code, said.body.error?.fields?.[path]?.code]).toEqual([
      422,
      'invalid_input',
      code,
    ])
  })

  it('takes a code once, in any spelling, and the empty one once too; two rows may swap their codes', async () => {
    for (const [one, other] of [
      ['Friend', 'fri-END'],
      ['', ''],
    ]) {
      const said = await put('welcome', {
        isActive: false,
        promos: [row({ code: one ?? '', bonusMinor: 1 }), row({ code: other ?? '', bonusMinor: 2 })],
        version: (await read()).version,
      })
      expect([said.status, said.body.error?.code, said.body.error?.fields?.['promos.1.code']?.code]).toEqual([
        409,
        'promo_taken',
        'promo_taken',
      ])
    }
    const [a, b] = (
      await configure('welcome', [row({ code: 'A', bonusMinor: 1 }), row({ code: 'B', bonusMinor: 2 })], false)
    ).promos
    if (!a || !b) throw new Error('two rows were saved')
    expect(
      (
        await configure(
          'welcome',
          [
            { ...a, code: 'B' },
            { ...b, code: 'A' },
          ],
          false,
        )
      ).promos.map((one) => [one.id, one.code]),
    ).toEqual([
      [a.id, 'B'],
      [b.id, 'A'],
    ])
    expect((await configure('welcome', [], false)).promos).toEqual([])
  })

  it('lets offers for friends follow each other, never run together', async () => {
    const version = (await read('referral')).version
    const said = await put('referral', {
      isActive: false,
      promos: [
        row({ inviterMinor: 1, startsOn: '2030-01-01', endsOn: '2030-02-01' }),
        row({ inviterMinor: 1, startsOn: '2030-02-01' }),
      ],
      version,
    })
    expect(said.body.error?.fields?.['promos.1.startsOn']?.code).toBe('promo_overlap')
    expect(
      (
        await put('referral', {
          isActive: false,
          promos: [
            row({ inviterMinor: 1, startsOn: '2030-01-01', endsOn: '2030-02-01' }),
            row({ inviterMinor: 1, startsOn: '2030-02-02' }),
          ],
          version,
        })
      ).status,
    ).toBe(200)
  })

  it("of eight savers at once lets one win, and is nobody else's", async () => {
    const { version } = await read()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        put('welcome', { isActive: false, promos: [row({ code: `C${i}`, bonusMinor: 1 })], version }),
      ),
    )
    expect(tally(all.map((said) => said.status))).toEqual({ 200: 1, 409: 7 })
    expect((await read()).promos).toHaveLength(1)
    expect(
      (await shop.owner.ask(marketplace.readModule, { params: { c: shop.c, moduleId: 'coalition' } })).body.error?.code,
    ).toBe('module_not_found')
    const other = await openShop(server, 'Nebo')
    expect((await other.owner.ask(marketplace.readModule, { params: { c: shop.c, moduleId: 'welcome' } })).status).toBe(
      404,
    )
    expect((await put('welcome', { isActive: true, promos: [], version: 0 }, other)).body.error?.code).toBe(
      'plan_too_low',
    )
  })
})

describe('a welcome code', () => {
  beforeAll(() => fresh('Wanda'))

  it('gives its bonus once to a phone, on the card and in the histories', async () => {
    await configure('welcome', [row({ code: 'Summer-10', bonusMinor: 1000 })])
    const tel = phone()
    const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Ida', tel, promo: 'summer10' })
    expect(fieldsOf((await new Iphone(server).install(cardFileUrl)).json).center).toBe('10.00')
    for (let i = 0; i < 3; i++) expect(await fill({ tel, promo: 'SUMMER 10' })).toBe(303)
    expect(await bonusOf(tel)).toBe(1000)
    const params = { c: shop.c, id: await idOf(tel) }
    expect((await shop.owner.send(clients.balanceHistory, { params, query: {} })).data).toMatchObject([
      { kind: 'bonus', delta: 1000, after: 1000, source: 'promo' },
    ])
    expect((await shop.owner.send(marketplace.pointHistory, { params, query: {} })).data).toMatchObject([
      { amountMinor: 1000, reason: 'welcome', code: 'Summer-10', status: 'accrued', other: null },
    ])
    expect((await read()).promos).toMatchObject([{ used: 1, state: 'running' }])
  })

  it('comes to a known client too, and his phone hears of it', async () => {
    const tel = phone()
    const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Olga', tel })
    const iphone = new Iphone(server)
    await iphone.install(cardFileUrl)
    await iphone.register()
    await iphone.update()
    await fill({ tel, promo: 'SUMMER-10' })
    await server.drainJobs()
    expect(await iphone.update()).toEqual(['You now have 10.00 points'])
  })

  it('filled in by fifty at once gives exactly as many as it has, and everybody gets a card', async () => {
    await configure('welcome', [row({ code: 'RUSH', bonusMinor: 300, max: 10 })])
    const pages = await Promise.all(
      Array.from({ length: 50 }, async () => hiddenFields(await (await fetch(shop.formUrl)).text())),
    )
    server.passTime(2000)
    const tels = pages.map(phone)
    const all = await Promise.all(
      pages.map((hidden, i) =>
        fetch(shop.formUrl, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ ...hidden, agree: 'on', name: 'Rush', tel: tels[i] ?? '', promo: 'rush' }),
        }),
      ),
    )
    const statuses = tally(all.map((one) => one.status))
    // Whoever comes when it is used up already is told so at the field.
    expect((statuses[303] ?? 0) + (statuses[422] ?? 0)).toBe(50)
    const given = await Promise.all(tels.map((tel) => bonusOf(tel)))
    expect(given.filter((bonus) => bonus === 300)).toHaveLength(10)
    expect(given.filter((bonus) => bonus > 0 && bonus !== 300)).toEqual([])
    expect((await read()).promos).toMatchObject([{ used: 10, state: 'used_up' }])
  })

  it('of one phone sent fifty times at once gives one bonus', async () => {
    await configure('welcome', [row({ code: 'ONCE', bonusMinor: 300 })])
    const pages = await Promise.all(
      Array.from({ length: 50 }, async () => hiddenFields(await (await fetch(shop.formUrl)).text())),
    )
    server.passTime(2000)
    const tel = phone()
    const all = await Promise.all(
      pages.map((hidden) =>
        fetch(shop.formUrl, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ ...hidden, agree: 'on', name: 'One', tel, promo: 'once' }),
        }),
      ),
    )
    expect(tally(all.map((one) => one.status))).toEqual({ 303: 50 })
    expect(await bonusOf(tel)).toBe(300)
  })

  it('that is wrong, planned, over, used up or of a module that is off is told at the field, and nothing is made', async () => {
    await configure('welcome', [
      row({ code: 'LATER', bonusMinor: 1, startsOn: day(3) }),
      row({ code: 'OVER', bonusMinor: 1, startsOn: '2020-01-01', endsOn: '2020-02-01' }),
    ])
    for (const promo of ['LATER', 'OVER', 'NEVER']) {
      const tel = phone()
      const said = await fillForm(server, shop.formUrl, { name: 'No', tel, promo })
      expect([promo, said.status, (await said.text()).includes('This code isn’t valid or has expired.')]).toEqual([
        promo,
        422,
        true,
      ])
      expect(await bonusOf(tel)).toBe(-1)
    }
    const tel = phone()
    expect(await fill({ tel })).toBe(303)
    expect(await bonusOf(tel)).toBe(0)
  })

  it('left empty welcomes everybody new with a phone, beside a code', async () => {
    await configure('welcome', [row({ code: '', bonusMinor: 200 }), row({ code: 'MORE', bonusMinor: 50 })])
    const [first, second] = [phone(), phone()]
    await fill({ tel: first })
    await fill({ tel: first })
    await fill({ tel: second, promo: 'more' })
    expect([await bonusOf(first), await bonusOf(second)]).toEqual([200, 250])
    await fill({ name: 'Phoneless' })
    expect(
      await query(server, `select bonus_minor from clients where cabinet_id = $1 and name = 'Phoneless'`, [shop.c]),
    ).toEqual([{ bonus_minor: '0' }])
  })

  it('comes by a link into the field, and hidden without one', async () => {
    await configure('welcome', [row({ code: 'LINK', bonusMinor: 70 })])
    expect(await (await fetch(`${shop.formUrl}?promo=link`)).text()).toMatch(/<input[^>]*name="promo"[^>]*value="link"/)
    await askForCode({ isHidden: true, required: true })
    const page = await (await fetch(`${shop.formUrl}?promo=link`)).text()
    expect(page).toMatch(/<input type="hidden" name="promo" value="link"/)
    expect(page).not.toContain('Promo code')
    const [good, wrong, none] = [phone(), phone(), phone()]
    await fill({ tel: good }, shop, '?promo=link')
    // What a link brings is no fault of the client.
    expect(await fill({ tel: wrong }, shop, '?promo=nothing')).toBe(303)
    expect(await fill({ tel: none })).toBe(303)
    expect([await bonusOf(good), await bonusOf(wrong), await bonusOf(none)]).toEqual([70, 0, 0])
    expect((await read()).forms).toMatchObject([{ formKey: shop.formKey, asks: 'hidden' }])
    await askForCode()
  })

  it('hidden in a form needs Base, and a text that asks for the code', async () => {
    const small = await openShop(server, 'Demoshop')
    expect((await askForCode({ isHidden: true }, small)).body.error).toMatchObject({ code: 'hidden_promo_needs_plan' })
    expect((await askForCode({}, small)).status).toBe(200)
    expect((await askForCode({ isHidden: true, type: 'list', values: ['a'] })).status).toBe(422)
  })
})

describe('a friend', () => {
  beforeAll(async () => {
    await fresh('Fritz')
    await configure('referral', [row({ inviterMinor: 500, invitedMinor: 300, max: 2 })])
  })

  it("who comes by a code gives both their bonus, tells the inviter's phone, and is told of on both pages", async () => {
    const [ann, ben] = [phone(), phone()]
    const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Ann', tel: ann })
    const iphone = new Iphone(server)
    await iphone.install(cardFileUrl)
    await iphone.register()
    await iphone.update()
    const code = await codeOf(ann)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    await fill({ name: 'Ben', tel: ben, promo: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` })
    expect([await bonusOf(ann), await bonusOf(ben)]).toEqual([500, 300])
    await server.drainJobs()
    expect(await iphone.update()).toEqual(['You now have 5.00 points'])
    const points = async (tel: string) =>
      (await shop.owner.send(marketplace.pointHistory, { params: { c: shop.c, id: await idOf(tel) }, query: {} })).data
    expect(await points(ann)).toMatchObject([
      { reason: 'inviter', amountMinor: 500, other: { name: 'Ben' }, status: 'accrued' },
    ])
    expect(await points(ben)).toMatchObject([
      { reason: 'invited', amountMinor: 300, other: { name: 'Ann' }, status: 'accrued' },
    ])
    expect(await shop.owner.send(clients.readClient, { params: { c: shop.c, id: await idOf(ben) } })).toMatchObject({
      inviter: { name: 'Ann' },
      friends: 0,
    })
    expect(await shop.owner.send(clients.readClient, { params: { c: shop.c, id: await idOf(ann) } })).toMatchObject({
      inviter: null,
      friends: 1,
    })
  })

  it('beyond what one client may invite is kept as not accrued, also when fifty come at once', async () => {
    const host = phone()
    await fill({ name: 'Host', tel: host })
    const code = await codeOf(host)
    const pages = await Promise.all(
      Array.from({ length: 50 }, async () => hiddenFields(await (await fetch(shop.formUrl)).text())),
    )
    server.passTime(2000)
    const all = await Promise.all(
      pages.map((hidden) =>
        fetch(shop.formUrl, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ ...hidden, agree: 'on', name: 'Crowd', tel: phone(), promo: code }),
        }),
      ),
    )
    expect(tally(all.map((one) => one.status))).toEqual({ 303: 50 })
    expect(await bonusOf(host)).toBe(1000)
    const kept = await query<{ is_accrued: boolean }>(
      server,
      'select is_accrued from client_invitations where inviter_id = $1',
      [await idOf(host)],
    )
    expect([kept.length, kept.filter((one) => one.is_accrued).length]).toEqual([50, 2])
    const { data, meta } = await shop.owner.send(marketplace.pointHistory, {
      params: { c: shop.c, id: await idOf(host) },
      query: { limit: 100 },
    })
    expect([meta.total, data.filter((one) => one.status === 'not_accrued').length]).toEqual([50, 48])
  })

  it("is invited once: neither a known client nor one's own code counts", async () => {
    const [cid, dora] = [phone(), phone()]
    await fill({ name: 'Cid', tel: cid })
    await fill({ name: 'Dora', tel: dora })
    await fill({ tel: dora, promo: await codeOf(cid) })
    await fill({ tel: cid, promo: await codeOf(cid) })
    expect([await bonusOf(cid), await bonusOf(dora)]).toEqual([0, 0])
  })

  it('finds his code on the card', async () => {
    const template = await shop.owner.send(templates.readTemplate, { params: { c: shop.c, uuid: shop.template } })
    const design = plainDesign({
      back: { fields: [{ label: 'Your code for friends', value: '{invitecode}' }], links: [] },
    })
    await shop.owner.send(templates.saveTemplate, {
      params: { c: shop.c, uuid: shop.template },
      body: { name: 'x', design, birthdayEnabled: false, variables: {}, version: template.version },
    })
    const tel = phone()
    const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Eve', tel })
    expect(JSON.stringify((await new Iphone(server).install(cardFileUrl)).json.storeCard.backFields)).toContain(
      await codeOf(tel),
    )
  })

  it('is invited by the link on the install page, as long as the offer runs', async () => {
    const { installUrl } = await takeCard(server, shop.formUrl, { name: 'Host', tel: phone() })
    const link =
      new RegExp(`${shop.formUrl}\\?promo=[A-Z0-9]{8}`).exec(await (await fetch(installUrl)).text())?.[0] ?? ''
    const friend = phone()
    await fill({ tel: friend, promo: new URL(link).searchParams.get('promo') ?? '' })
    expect(await bonusOf(friend)).toBe(300)
  })

  it('no longer counts when the offer is over', async () => {
    const host = phone()
    await fill({ name: 'Late', tel: host })
    await configure('referral', [])
    expect(await fill({ tel: phone(), promo: await codeOf(host) })).toBe(422)
    expect(await bonusOf(host)).toBe(0)
  })
})
