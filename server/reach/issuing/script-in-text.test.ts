import { describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { forms } from '../../../contract/people/forms.ts'
import { query } from '../../../test/direct-access.ts'
import { drained, filled, post, server, setUpForms, shop } from '../../../test/filled-forms.ts'
import { openShop, plainDesign } from '../../../test/people.ts'
import { fieldsOf, Iphone, takeCard } from '../../../test/phones.ts'

setUpForms()

describe('a script in a text', () => {
  const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

  it('of the business or the client is never run, on no page and in no language', async () => {
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

  it("is blocked by the page's policy too: pages allow only the product's own files", async () => {
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
