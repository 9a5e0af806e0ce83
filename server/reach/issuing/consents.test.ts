import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { cardNumberText } from '../../../card/values.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { type Browser, fillForm, hiddenFields } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Consenta')
  await setPlan(server, shop.c, 'expert')
})
afterAll(() => server?.close())

const at = () => ({ c: shop.c, formKey: shop.formKey })
async function word(text: string): Promise<void> {
  const { name, template, version, settings } = await shop.owner.send(forms.readForm, { params: at() })
  const body = { name, template: template.id, version, settings: { ...settings, agreement: { enabled: true, text } } }
  await shop.owner.send(forms.saveForm, { params: at(), body })
}
const newPhone = () => `+4206017044${String(next++).padStart(2, '0')}`
const enter = (tel: string, browser?: Browser) =>
  fillForm(server, shop.formUrl, { name: 'Ada', tel }, undefined, browser)
async function idOf(tel: string): Promise<string> {
  const [row] = await query<{ id: string }>(server, 'select id from clients where tel = $1', [tel])
  return row?.id ?? ''
}
const read = (id: string) => shop.owner.send(clients.readClient, { params: { c: shop.c, id } })
const given = async (id: string) => (await read(id)).consents.map(({ text, isCurrent }) => [text, isCurrent])

it('keeps every wording that a client has agreed to, the latest first', async () => {
  const [tel, browser] = [newPhone(), { cookie: '' }]
  await word('First.')
  await enter(tel, browser)
  const id = await idOf(tel)
  expect(await given(id)).toEqual([['First.', true]])
  await word('Second.')
  expect(await given(id)).toEqual([['First.', false]])
  server.passTime(60_000)
  await enter(tel, browser)
  await enter(tel, browser)
  expect(await given(id)).toEqual([
    ['Second.', true],
    ['First.', false],
  ])
  const { consent, consents, consentAt } = await read(id)
  expect(consent).toMatchObject({ text: 'Second.', ip: '127.0.0.1' })
  expect(consentAt).toBe(consents[0]?.at)
  expect(consents[0]).toMatchObject({ since: consents[0]?.at, form: { formKey: shop.formKey } })
  const file = await fetch(`${server.url}/api/applications/${shop.c}/clients/${id}/data?format=json`, {
    headers: { authorization: `Bearer ${shop.owner.token}` },
  })
  expect(JSON.stringify(await file.json())).toMatch(/Second\..*First\./)
})

it('asks again when the words were changed while the visitor was reading', async () => {
  await word('Before.')
  const html = await (await fetch(shop.formUrl)).text()
  await word('After.')
  // Who sends a form at once is taken for a program.
  server.passTime(10_000)
  const tel = newPhone()
  const send = (page: string) =>
    fetch(shop.formUrl, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...hiddenFields(page), name: 'Bea', tel, agree: 'on' }),
    })
  const answer = await send(html)
  const page = await answer.text()
  expect([answer.status, page.includes('The terms have changed')]).toEqual([422, true])
  expect(page).not.toMatch(/name="agree"[^>]* checked/)
  expect(await idOf(tel)).toBe('')
  server.passTime(10_000)
  expect((await send(page)).status).toBe(303)
  expect(await given(await idOf(tel))).toEqual([['After.', true]])
})

it('comes along with a merge and goes with its undo; erasing takes the words that nobody else agreed to', async () => {
  await word('Of one.')
  const [one, other] = [newPhone(), newPhone()]
  await enter(one)
  await word('Of the other.')
  await enter(other)
  const [kept, gone] = [await idOf(one), await idOf(other)]
  const params = { c: shop.c, id: kept }
  await shop.owner.send(merges.mergeClients, { params, body: { client: gone } })
  expect(new Set((await given(kept)).map(([text]) => text))).toEqual(new Set(['Of one.', 'Of the other.']))
  await shop.owner.send(merges.undoMerge, { params, body: { client: gone } })
  expect(await given(kept)).toEqual([['Of one.', false]])
  const confirm = cardNumberText((await read(kept)).cardNumber)
  await shop.owner.send(erasures.eraseClient, { params, body: { confirm, reason: '' } })
  expect(await query(server, 'select 1 from client_consents where client_id = $1', [kept])).toEqual([])
  expect(await query(server, `select text from consent_texts where text like 'Of %'`)).toEqual([
    { text: 'Of the other.' },
  ])
})
