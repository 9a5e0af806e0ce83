import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormSettings } from '../../../contract/people/forms.ts'
import { forms } from '../../../contract/people/forms.ts'
import { issuing, type PreviewStep } from '../../../contract/reach/issuing.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let other: Shop
let settings: FormSettings
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Iris')
  other = await openShop(server, 'Olga')
  settings = (await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })).settings
})
afterAll(() => server?.close())

const draw = async (change: Partial<FormSettings>, step: PreviewStep = 'form') =>
  (
    await shop.owner.send(issuing.previewForm, {
      params: { c: shop.c },
      body: { settings: { ...settings, ...change }, template: shop.template, device: 'iphone', step },
    })
  ).html

it('an unsaved form is rendered, and nothing is stored or counted', async () => {
  const html = await draw({ title: 'Autumn <b>cards</b>', theme: 'night', lang: 'cz' })
  expect(html).toContain('Autumn &lt;b&gt;cards&lt;/b&gt;')
  expect(html).toMatch(/<html[^>]*lang="cs"[^>]*data-theme="night"|<html[^>]*data-theme="night"[^>]*lang="cs"/)
  const kept = await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })
  expect(kept).toMatchObject({ settings, opened: 0, filled: 0 })
})

it("the install page shows the business's own texts and a made-up client", async () => {
  const html = await draw({ installText: 'See you on Friday' }, 'install')
  expect(html).toContain('See you on Friday')
  expect(html).not.toContain('.pkpass')
})

it('the page before the form links on', async () => {
  const html = await draw({ showDescriptionPage: true, description: 'A coffee for every ten' }, 'description')
  expect(html).toContain('A coffee for every ten')
  expect(html).not.toContain('<form')
})

it('the card of another business is not found', async () => {
  const response = await shop.owner.ask(issuing.previewForm, {
    params: { c: shop.c },
    body: { settings, template: other.template, device: 'iphone', step: 'form' },
  })
  expect([response.status, response.body.error?.code]).toEqual([404, 'template_not_found'])
})
