import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../contract/limits.ts'
import { forms } from '../../../contract/people/forms.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { clientsOf, filled, open, post, server, setUpForms, shop } from '../../../test/filled-forms.ts'
import { openShop } from '../../../test/people.ts'
import { hiddenFields } from '../../../test/phones.ts'
import { say } from '../../../words/say.ts'

setUpForms()

describe('a form with faults', () => {
  it("comes back with every fault, the field's own message and everything that was typed", async () => {
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
      const response = await post(body, shop, {}, `?lang=${lang}`)
      const page = await response.text()
      expect(response.status).toBe(422)
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

  it('sent in another format is answered with a page, never with a server error', async () => {
    for (const [body, type] of [
      ['null', 'application/json'],
      ['[]', 'application/json'],
      ['{"name":{"a":1},"tel":[]}', 'application/json'],
      ['', 'application/x-www-form-urlencoded'],
      ['%00=%00&name=%00', 'application/x-www-form-urlencoded'],
      ['x', 'text/plain'],
      ['{', 'application/json'],
    ] as const) {
      const response = await post(body, shop, { 'content-type': type })
      expect([body, response.status < 500 && response.status >= 400]).toEqual([body, true])
    }
  })
})

describe('a robot', () => {
  it('that fills the trap, sends immediately or forges the time gets no card', async () => {
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

  it("or a person with yesterday's page is asked to open it again", async () => {
    const body = await filled({ name: 'Old', tel: '+420601700007' })
    server.passTime(DAY_MS)
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(say('en', 'pages.problem.form_expired').slice(0, 30))
  })
})

describe('a form whose expressions are too big', () => {
  it('as one that was saved before they were limited, does not make a visitor or anybody else wait', async () => {
    const other = await openShop(server, 'Huge')
    const form = await other.owner.send(forms.readForm, { params: { c: other.c, formKey: other.formKey } })
    const [name] = form.settings.fields
    const settings = {
      ...form.settings,
      fields: [
        ...form.settings.fields,
        ...Array.from({ length: 25 }, (_, no) => ({
          ...name,
          key: `huge${no}`,
          type: 'regex',
          variableName: `own${no}`,
          required: false,
          regularExpression: '\\pL{1,1000}'.repeat(22) + no,
        })),
      ],
    }
    await query(server, 'update forms set settings = $1 where cabinet_id = $2', [JSON.stringify(settings), other.c])
    const values = Object.fromEntries(Array.from({ length: 25 }, (_, no) => [`huge${no}`, 'ж'.repeat(200)]))
    const body = await filled({ name: 'Huge', tel: '+420 602 555 700', ...values }, other)
    const cpuMs = await cpuMsOf(async () => expect((await post(body, other)).status).toBe(303))
    expect(cpuMs).toBeLessThan(2000)
  })
})
