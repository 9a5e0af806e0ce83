import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { clientsOf, filled, open, post, server, setUpForms, shop } from '../../../test/filled-forms.ts'
import { openShop } from '../../../test/people.ts'
import { fillForm, Iphone, takeCard } from '../../../test/phones.ts'
import { writeVisits } from '../../people/forms/forms.ts'

setUpForms()

it('issues no card beyond the plan, however many ask at the same time, and names the business', async () => {
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
  const again = { name: 'Back', tel: known?.tel ?? '' }
  const own = {
    cookie:
      all
        .find((one) => one.status === 303)
        ?.headers.get('set-cookie')
        ?.split(';')[0] ?? '',
  }
  const tels = (await clientsOf(small)).map(({ tel }) => tel)
  const answers = await Promise.all(
    tels.map(
      async (tel) => (await fillForm(server, small.formUrl, { name: 'Back', tel }, undefined, { ...own })).status,
    ),
  )
  expect(tally(answers)).toEqual({ 303: 1, 409: 2 })
  expect((await fillForm(server, small.formUrl, again)).status).toBe(409)
})

it('keeps the consent: when, from where, and a hash of the text', async () => {
  const browser = { cookie: '' }
  const agree = () => fillForm(server, shop.formUrl, { name: 'Agreed', tel: '+420601700008' }, undefined, browser)
  await agree()
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
  await agree()
  expect(
    await query(server, `select 1 from clients where tel = '+420601700008' and consent_text_hash is not null`),
  ).toHaveLength(1)
})

it('keeps the words of a consent, whatever the form says later', async () => {
  const at = { c: shop.c, formKey: shop.formKey }
  const change = async (text: string) => {
    const form = await shop.owner.send(forms.readForm, { params: at })
    const settings = { ...form.settings, agreement: { enabled: true, text } }
    const { name, template, version } = form
    await shop.owner.send(forms.saveForm, { params: at, body: { name, template: template.id, settings, version } })
  }
  const consentOf = async (name: string) => {
    const [row] = await query<{ id: string }>(server, 'select id from clients where name = $1', [name])
    return (await shop.owner.send(clients.readClient, { params: { c: shop.c, id: row?.id ?? '' } })).consent
  }
  await change('First words.')
  for (const [i, name] of ['Ada', 'Bea'].entries())
    await fillForm(server, shop.formUrl, { name, tel: `+42060170002${i}` })
  await change('Second words.')
  await fillForm(server, shop.formUrl, { name: 'Cleo', tel: '+420601700022' })
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  for (const name of ['Ada', 'Bea'])
    expect(await consentOf(name)).toMatchObject({ text: 'First words.', hash: hash('First words.'), ip: '127.0.0.1' })
  expect(await consentOf('Cleo')).toMatchObject({ text: 'Second words.', hash: hash('Second words.') })
  expect(await query(server, `select text from consent_texts where text like '% words.' order by first_at`)).toEqual([
    { text: 'First words.' },
    { text: 'Second words.' },
  ])
  await query(server, `update clients set consent_text_hash = '\\x00' where name = 'Ada'`)
  expect(await consentOf('Ada')).toMatchObject({ text: null, hash: '00' })
})

it("answers unknown addresses with a page in the visitor's language", async () => {
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
    const response = await fetch(server.url + path, { headers: { 'accept-language': 'de' }, redirect: 'manual' })
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ])
    expect(await response.text()).toContain('<html lang="de"')
  }
})

it('shows a closed form as closed and accepts nothing', async () => {
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

it('shows a deleted form as closed, to those who send it too', async () => {
  const gone = await openShop(server, 'Gone')
  const params = { c: gone.c, formKey: gone.formKey }
  const body = await filled({ name: 'Late', tel: '+420601700012' }, gone)
  await gone.owner.send(forms.removeForm, { params })
  const page = await fetch(gone.formUrl)
  expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('This form is closed')])
  expect((await post(body, gone)).status).toBe(410)
  expect(await clientsOf(gone)).toHaveLength(0)
  expect((await fetch(gone.formUrl.replace(gone.formKey, '0123456789ab'))).status).toBe(404)
  expect((await gone.owner.ask(forms.removeForm, { params })).status).toBe(404)
})

it('counts visits and first sendings: what one browser opens again and a known phone sends again is none', async () => {
  const counted = await openShop(server, 'Repeat')
  const read = async () => {
    await writeVisits(server.app)
    return counted.owner.send(forms.readForm, { params: { c: counted.c, formKey: counted.formKey } })
  }
  const cookiesOf = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const [cookie = ''] = cookiesOf(await fetch(counted.formUrl))
  for (const query of ['', '?step=form', '?lang=cz'])
    await fetch(counted.formUrl + query, { headers: { cookie } }).then((response) => response.text())
  expect(await read()).toMatchObject({ opened: 1, filled: 0 })

  const cara = { name: 'Cara', tel: '+420601700013' }
  const browser = { cookie: '' }
  const sent = await fillForm(server, counted.formUrl, cara, undefined, browser)
  expect([sent.status, cookiesOf(sent)]).toEqual([303, [expect.stringMatching(/^cards=./), 'visit=']])
  await fillForm(server, counted.formUrl, cara, undefined, browser)
  expect(await read()).toMatchObject({ opened: 3, filled: 1 })

  await query(server, 'update forms set opened = 0, filled = 4 where form_key = $1', [counted.formKey])
  await post(await filled({ name: 'Dora', tel: '+420601700014' }, counted), counted)
  const { opened, filled: sendings } = await read()
  expect([sendings, opened >= sendings]).toEqual([5, true])
})

it('counts opened, filled and installed, each once', async () => {
  const counted = await openShop(server, 'Counter')
  await Promise.all(Array.from({ length: 30 }, () => open(counted)))
  const { cardFileUrl } = await takeCard(server, counted.formUrl, { name: 'Cara', tel: '+420601700011' })
  for (let i = 0; i < 2; i++) {
    const phone = new Iphone(server)
    await phone.install(cardFileUrl)
    await phone.register()
  }
  await writeVisits(server.app)
  const form = await counted.owner.send(forms.readForm, { params: { c: counted.c, formKey: counted.formKey } })
  expect(form).toMatchObject({ opened: 31, filled: 1, installed: 1 })
})
