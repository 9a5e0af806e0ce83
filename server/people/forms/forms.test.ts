import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Form, FormField } from '../../../contract/people/forms.ts'
import { forms } from '../../../contract/people/forms.ts'
import { certificates } from '../../../contract/cards/certificates.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, type Shop, signIn } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Fay')
})
afterAll(() => server?.close())

const create = (of = shop, template = of.template) =>
  of.owner.ask(forms.createForm, { params: { c: of.c }, body: { name: 'Form', template } })
const read = (of = shop) => of.owner.send(forms.readForm, { params: { c: of.c, formKey: of.formKey } })
const save = async (change: (form: Form) => void, of = shop) => {
  const form = structuredClone(await read(of))
  change(form)
  return of.owner.ask(forms.saveForm, {
    params: { c: of.c, formKey: of.formKey },
    body: { name: form.name, template: form.template.id, settings: form.settings, version: form.version },
  })
}
const field = (change: Partial<FormField>): FormField => ({
  key: 'extra',
  type: 'string',
  label: 'Extra',
  variableName: 'favourite',
  required: false,
  active: true,
  errorMessage: '',
  regularExpression: '',
  values: [],
  checked: false,
  mask: 'world',
  ...change,
})

describe('making a form', () => {
  it('stays inside the tariff under ten parallel creations', async () => {
    expect((await create()).body.error).toMatchObject({ code: 'form_limit', detail: { limit: 1 } })
    await setPlan(server, shop.c, 'base')
    const all = await Promise.all(Array.from({ length: 10 }, () => create()))
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 2, 403: 8 })
    await setPlan(server, shop.c, 'expert')
  })

  it('needs a template of the same cabinet and an active certificate', async () => {
    const other = await openShop(server, 'Gus')
    expect((await create(shop, other.template)).body.error?.code).toBe('template_not_found')
    await setPlan(server, other.c, 'base')
    await other.owner.send(certificates.removePassType, { params: { c: other.c }, body: {} })
    expect((await create(other)).body).toMatchObject({ error: { code: 'cards_not_active' } })
  })

  it('uses the requested language', async () => {
    const response = await shop.owner.send(forms.createForm, {
      params: { c: shop.c },
      body: { name: 'Česky', template: shop.template, lang: 'cz' },
    })
    expect(response.settings.fields.map((one) => one.label)).toContain('Jméno')
    await shop.owner.send(forms.removeForm, { params: { c: shop.c, formKey: response.formKey } })
  })
})

describe('saving a form is refused', () => {
  const own = (change: Partial<FormField>) => (form: Form) => void form.settings.fields.push(field(change))
  it.each<[string, (form: Form) => void, number, string, string?]>([
    ['a variable nobody knows', own({ variableName: 'nothing' }), 422, 'unknown_variable'],
    ['a variable that the product computes', own({ variableName: 'balance' }), 422, 'unknown_variable'],
    [
      'a list of nothing',
      own({ type: 'list', variableName: 'sex', values: [] }),
      422,
      'invalid_input',
      'settings.fields.5.values',
    ],
    ['two active fields for one variable', own({ variableName: 'name' }), 422, 'invalid_input', 'settings.fields'],
    ['two fields of one key', own({ key: 'name', variableName: 'promo' }), 422, 'invalid_input', 'settings.fields'],
    [
      'no field at all',
      (form) => {
        form.settings.fields = []
      },
      422,
      'invalid_input',
      'settings.fields',
    ],
    [
      'an expression with a mistake',
      own({ type: 'regex', variableName: 'promo', regularExpression: '(a' }),
      422,
      'bad_regular_expression',
      'settings.fields.5.regularExpression',
    ],
    [
      'an expression that closes a bracket of ours',
      own({ type: 'regex', variableName: 'promo', regularExpression: 'a)|(b' }),
      422,
      'bad_regular_expression',
      'settings.fields.5.regularExpression',
    ],
    [
      'an expression that takes too long to check',
      own({ type: 'regex', variableName: 'promo', regularExpression: '\\pL{1,1000}'.repeat(20) }),
      422,
      'regular_expression_too_complex',
      'settings.fields.5.regularExpression',
    ],
    [
      'an empty expression',
      own({ type: 'regex', variableName: 'promo' }),
      422,
      'invalid_input',
      'settings.fields.5.regularExpression',
    ],
    [
      'an expression of 257 letters',
      own({ type: 'regex', variableName: 'promo', regularExpression: 'a'.repeat(257) }),
      422,
      'invalid_input',
      'settings.fields.5.regularExpression',
    ],
    [
      'a template that is not there',
      (form) => {
        form.template.id = crypto.randomUUID()
      },
      404,
      'template_not_found',
    ],
    [
      'a stale version',
      (form) => {
        form.version -= 1
      },
      409,
      'version_conflict',
    ],
    [
      'a zero byte in the agreement',
      (form) => {
        form.settings.agreement.text = 'a\0b'
      },
      422,
      'invalid_input',
      'settings.agreement.text',
    ],
    [
      '31 fields',
      (form) => {
        form.settings.fields = Array.from({ length: 31 }, (_, i) => field({ key: `f${i}`, active: false }))
      },
      422,
      'invalid_input',
      'settings.fields',
    ],
  ])('for %s, at its place', async (_, change, status, code, place) => {
    const before = await read()
    const response = await save(change)
    expect([response.status, response.body.error?.code]).toEqual([status, code])
    if (place) expect(Object.keys(response.body.error?.fields ?? {})).toEqual([place])
    expect(await read()).toEqual(before)
  })

  it('for another theme on a low tariff, while the current one may stay', async () => {
    expect(
      (
        await save((form) => {
          form.settings.theme = 'night'
        })
      ).status,
    ).toBe(200)
    await setPlan(server, shop.c, 'base')
    expect(
      (
        await save((form) => {
          form.settings.theme = 'day_sand'
        })
      ).body.error?.code,
    ).toBe('theme_needs_plan')
    expect(
      (
        await save((form) => {
          form.settings.title = 'Hello'
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await save((form) => {
          form.settings.theme = 'day'
        })
      ).status,
    ).toBe(200)
    await setPlan(server, shop.c, 'expert')
  })
})

it("lets one of eight parallel editors win and saves all of that one's input", async () => {
  const before = await read()
  const body = { name: before.name, template: before.template.id, settings: before.settings, version: before.version }
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      shop.owner.ask(forms.saveForm, {
        params: { c: shop.c, formKey: shop.formKey },
        body: { ...body, name: `Editor ${i}` },
      }),
    ),
  )
  expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 7 })
  expect((await read()).name).toBe((all.find((response) => response.status === 200)?.body.data as Form).name)
})

it('saves the answer to a question for a custom variable in the client', async () => {
  await query(
    server,
    `insert into variables (cabinet_id, id, name, created_at) values ($1, gen_random_uuid(), 'favourite', now())`,
    [shop.c],
  )
  expect(
    (
      await save((form) => {
        form.settings.fields.push(field({ type: 'list', values: ['Tea', 'Coffee'] }))
      })
    ).status,
  ).toBe(200)
  await takeCard(server, shop.formUrl, { name: 'Ida', tel: '+420601333001', extra: 'Tea' })
  expect(await query(server, `select extra from clients where cabinet_id = $1`, [shop.c])).toEqual([
    { extra: { favourite: 'Tea' } },
  ])
})

it('keeps the clients of a deleted form and closes its address', async () => {
  await shop.owner.send(forms.removeForm, { params: { c: shop.c, formKey: shop.formKey } })
  expect((await fetch(shop.formUrl)).status).toBe(410)
  expect(await query(server, 'select form_id from clients where cabinet_id = $1', [shop.c])).toEqual([
    { form_id: null },
  ])
  expect(
    (await shop.owner.ask(forms.removeForm, { params: { c: shop.c, formKey: shop.formKey } })).body.error?.code,
  ).toBe('form_not_found')
})

it('is closed to strangers', async () => {
  const other = await openShop(server, 'Hal')
  const stranger = await signIn(server, 'Ivy')
  for (const call of [forms.listForms, forms.readForm, forms.removeForm]) {
    expect((await stranger.ask(call, { params: { c: other.c, formKey: other.formKey } })).body.error?.code).toBe(
      'not_found',
    )
  }
  expect(
    (await shop.owner.ask(forms.readForm, { params: { c: shop.c, formKey: other.formKey } })).body.error?.code,
  ).toBe('form_not_found')
})
