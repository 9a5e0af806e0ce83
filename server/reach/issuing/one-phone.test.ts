import { describe, expect, it } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { clientsOf, filled, post, server, setUpForms, shop, ticketOf } from '../../../test/filled-forms.ts'
import { fillForm } from '../../../test/phones.ts'

setUpForms()

describe('one phone', () => {
  it('in ten spellings in one browser is one client, one card number and one ticket', async () => {
    const browser = { cookie: '' }
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
      const sent = await fillForm(server, shop.formUrl, { name: 'Zoe', surname: 'One', tel }, undefined, browser)
      expect([tel, sent.status]).toEqual([tel, 303])
      tickets.add(ticketOf(sent))
    }
    expect(tickets.size).toBe(1)
    expect(await clientsOf(shop, `tel = '+420601700001'`)).toHaveLength(1)
    expect((await query(server, 'select cards from cabinets where id = $1', [shop.c]))[0]).toEqual({ cards: 1 })
  })

  it('sent by twenty people at the same time belongs to one; the others get cards of their own', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => filled({ name: `Twin ${i}`, tel: '+420601700002' })),
    )
    const all = await Promise.all(bodies.map((body) => post(body)))
    expect(tally(all.map((one) => one.status))).toEqual({ 303: 20 })
    expect(new Set(all.map(ticketOf)).size).toBe(20)
    expect(await clientsOf(shop, `tel = '+420601700002'`)).toHaveLength(1)
    expect(await clientsOf(shop, `typed_tel = '+420601700002' and tel = ''`)).toHaveLength(19)
  })

  it('sent twenty times at the same time from one page is one client, with a phone and without', async () => {
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

  it('typed again in its own browser overwrites nothing; only blanks are filled in', async () => {
    const browser = { cookie: '' }
    const fill = (values: Record<string, string>) =>
      fillForm(server, shop.formUrl, { tel: '+420601700004', ...values }, undefined, browser)
    await fill({ name: 'Greta', surname: '', email: 'greta@mail.example' })
    const again = await fill({ name: 'Other', surname: 'Stone', email: 'other@mail.example' })
    expect(again.headers.get('location')).toContain('known=1')
    expect(await clientsOf(shop, `tel = '+420601700004'`)).toMatchObject([
      { name: 'Greta', surname: 'Stone', email: 'greta@mail.example' },
    ])
    const versions = () => query(server, 'select id, version from passes where cabinet_id = $1 order by id', [shop.c])
    const before = await versions()
    await fill({ name: 'Other' })
    expect(await versions()).toEqual(before)
  })
})
