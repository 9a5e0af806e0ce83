import { afterAll, beforeAll, expect, it } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { writeVisits } from '../../people/forms/forms.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Nora')
})
afterAll(() => server?.close())

const visits = async () => {
  await writeVisits(server.app)
  const { forms: all } = await shop.owner.send(forms.listForms, { params: { c: shop.c } })
  return all.find((one) => one.formKey === shop.formKey)?.opened
}
const open = (search = '', part = '/embed') => fetch(`${shop.formUrl}${part}${search}`)

it('any site may show the card, and there is nothing in it to type, to press or to run', async () => {
  const before = await visits()
  const response = await open('?via=AB12&lang=de&utm_source=web&promo=X&device=ios')
  const html = await response.text()
  expect([response.status, response.headers.get('x-frame-options'), response.headers.get('set-cookie')]).toEqual([
    200,
    null,
    null,
  ])
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('frame-ancestors *')
  expect(policy).toContain("form-action 'none'")
  expect(policy).not.toContain('script-src')
  expect(html).not.toMatch(/<(form|input|script|button|iframe)/)
  expect(html).toMatch(/target="_blank" rel="noopener"/)
  expect(/href="([^"]*\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')).toBe(
    `${shop.formUrl}?lang=de&via=AB12&utm_source=web`,
  )
  expect(await visits()).toBe(before)
})

it('the form itself stays in a page of its own', async () => {
  const response = await open('', '')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
})

it('a form that is closed says so, and one that is not there is not found', async () => {
  await query(server, `update forms set settings = jsonb_set(settings, '{isOpen}', 'false') where form_key = $1`, [
    shop.formKey,
  ])
  expect((await open()).status).toBe(410)
  expect((await fetch(`${shop.formUrl}-no/embed`)).status).toBe(404)
})
