import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { fieldsOf, fillForm, Iphone } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

describe('the variables of a cabinet', () => {
  let server: TestServer
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Vera')
  })
  afterAll(() => server?.close())

  const body = (name: string, defaultValue = '', description = '') => ({ name, defaultValue, description })
  const create = (name: string, defaultValue = '') =>
    shop.owner.send(variables.createVariable, { params: { c: shop.c }, body: body(name, defaultValue) })
  const askCreate = (name: string) =>
    shop.owner.ask(variables.createVariable, { params: { c: shop.c }, body: body(name) })
  const askSave = (id: string, name: string, defaultValue = '') =>
    shop.owner.ask(variables.saveVariable, { params: { c: shop.c, id }, body: body(name, defaultValue) })
  const askRemove = (id: string) => shop.owner.ask(variables.removeVariable, { params: { c: shop.c, id } })
  const names = async () =>
    (await shop.owner.send(variables.listVariables, { params: { c: shop.c } }))
      .filter((one) => !one.isSystem)
      .map((one) => one.name)
  const usesOf = async (id: string) =>
    (await shop.owner.send(variables.variableUses, { params: { c: shop.c } })).find((one) => one.id === id)
  const saveDesign = async (value: string, own: Record<string, string> = {}) => {
    const { version, name } = await shop.owner.send(templates.readTemplate, {
      params: { c: shop.c, uuid: shop.template },
    })
    await shop.owner.send(templates.saveTemplate, {
      params: { c: shop.c, uuid: shop.template },
      body: {
        name,
        version,
        birthdayEnabled: false,
        variables: own,
        design: plainDesign({ fields: { ...plainDesign().fields, left: { label: 'Pet', value, changeMessage: '' } } }),
      },
    })
  }

  it.each([
    ['pet name', 'variable_name'],
    ['1pet', 'variable_name'],
    ['питомец', 'variable_name'],
    ['pet_name', 'variable_name'],
    ['', 'required'],
    ['balance', 'variable_reserved'],
    ['CardHolder', 'variable_reserved'],
    ['tel', 'variable_reserved'],
    ['Surname', 'variable_reserved'],
    [`p${'e'.repeat(40)}`, 'variable_name'],
  ])('the name “%s” is refused: %s', async (name, code) => {
    const response = await askCreate(name)
    expect([response.status, response.body.error?.fields?.name?.code]).toEqual([422, code])
    expect(await names()).toEqual([])
  })

  it('a name is taken in every spelling, also by one of two at the same time', async () => {
    const response = await Promise.all(['Pet', 'pet', 'PET', 'pEt'].map(askCreate))
    expect(tally(response.map((one) => one.status))).toEqual({ 201: 1, 409: 3 })
    const refused = response.find((one) => one.status === 409)?.body.error
    expect([refused?.code, refused?.fields?.name?.code]).toEqual(['variable_taken', 'variable_taken'])
    const [only] = await shop.owner
      .send(variables.listVariables, { params: { c: shop.c } })
      .then((all) => all.filter((one) => !one.isSystem))
    expect((await askRemove(only?.id ?? '')).status).toBe(200)
  })

  it('an unused one is renamed, another spelling of itself included, and never onto a taken name', async () => {
    const [town, street] = [await create('town'), await create('street')]
    expect((await askSave(town.id, 'Town')).status).toBe(200)
    expect((await askSave(town.id, 'STREET')).body.error?.code).toBe('variable_taken')
    expect(await names()).toEqual(['street', 'Town'])
    for (const { id } of [town, street]) await askRemove(id)
    expect((await askRemove(town.id)).body.error?.code).toBe('variable_not_found')
    expect((await askSave(crypto.randomUUID(), 'nobody')).body.error?.code).toBe('variable_not_found')
  })

  it('a used one keeps its name and is not deleted; the refusal names every place', async () => {
    const pet = await create('pet')
    await saveDesign('{pet}')
    const form = await shop.owner.send(forms.readForm, { params: { c: shop.c, formKey: shop.formKey } })
    const [first] = form.settings.fields
    await shop.owner.send(forms.saveForm, {
      params: { c: shop.c, formKey: shop.formKey },
      body: {
        name: form.name,
        template: form.template.id,
        version: form.version,
        settings: {
          ...form.settings,
          fields: [
            ...form.settings.fields,
            { ...first!, key: 'pet', variableName: 'pet', label: 'Pet', required: false },
          ],
        },
      },
    })
    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Bones', message: 'Bones for {pet}', templates: [shop.template] },
    })
    expect(await usesOf(pet.id)).toEqual({
      id: pet.id,
      clients: 0,
      forms: [{ id: shop.formKey, name: 'Main form' }],
      templates: [{ id: shop.template, name: 'Coffee card' }],
      pushes: [{ id: push.id, name: 'Bones' }],
    })
    for (const response of [await askRemove(pet.id), await askSave(pet.id, 'animal')]) {
      expect([response.status, response.body.error?.code, response.body.error?.detail]).toEqual([
        409,
        'variable_in_use',
        {
          name: 'pet',
          where: 'Main form, Coffee card, Bones',
          forms: 'Main form',
          templates: 'Coffee card',
          pushes: 'Bones',
        },
      ])
    }
    expect(await names()).toEqual(['pet'])
  })

  it('a new default value reaches the phones whose owner has no value of his own, and no others', async () => {
    const [pet] = (await shop.owner.send(variables.listVariables, { params: { c: shop.c } })).filter(
      (one) => one.name === 'pet',
    )
    const install = async (name: string, tel: string, more: Record<string, string> = {}) => {
      const sent = await fillForm(server, shop.formUrl, { name, tel, ...more })
      const phone = new Iphone(server)
      await phone.install(
        `${server.url}${new URL(sent.headers.get('location') ?? '', server.url).pathname}/card.pkpass`,
      )
      await phone.register()
      await phone.update()
      return phone
    }
    const plain = await install('Olga', '+420601000101')
    const own = await install('Petr', '+420601000102', { pet: 'Rex' })
    const versions = () =>
      query<{ version: string }>(server, 'select version from passes order by created_at').then((rows) =>
        rows.map((row) => Number(row.version)),
      )
    const before = await versions()
    const saved = await shop.owner.send(variables.saveVariable, {
      params: { c: shop.c, id: pet?.id ?? '' },
      body: body('pet', 'dog'),
    })
    expect([saved.defaultValue, saved.cards]).toEqual(['dog', 1])
    expect(await versions()).toEqual([(before[0] ?? 0) + 1, before[1]])
    await server.drainJobs()
    await plain.update()
    expect(fieldsOf(plain.pass.json).left).toBe('dog')
    expect(fieldsOf(own.pass.json).left).toBe('Rex')
    const again = await shop.owner.send(variables.saveVariable, {
      params: { c: shop.c, id: pet?.id ?? '' },
      body: body('pet', 'dog', 'What lives with you'),
    })
    expect(again.cards).toBe(0)
    await saveDesign('{pet}', { pet: 'cat' })
    expect(
      (
        await shop.owner.send(variables.saveVariable, {
          params: { c: shop.c, id: pet?.id ?? '' },
          body: body('pet', 'bird'),
        })
      ).cards,
    ).toBe(0)
  })

  it("clients' values keep a name, and go with the variable", async () => {
    const [pet] = (await shop.owner.send(variables.listVariables, { params: { c: shop.c } })).filter(
      (one) => one.name === 'pet',
    )
    await query(
      server,
      `update forms set settings = jsonb_set(settings, '{fields}', (select jsonb_agg(f)
        from jsonb_array_elements(settings -> 'fields') f where f ->> 'variableName' <> 'pet'))`,
    )
    await query(server, 'delete from pushes')
    await saveDesign('{cardholder}')
    expect(await usesOf(pet?.id ?? '')).toMatchObject({ clients: 1, forms: [], templates: [], pushes: [] })
    expect((await askSave(pet?.id ?? '', 'animal')).body.error?.code).toBe('variable_has_values')
    expect((await askRemove(pet?.id ?? '')).status).toBe(200)
    const { data } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q: 'Petr' } })
    const petr = await shop.owner.send(clients.readClient, { params: { c: shop.c, id: data[0]?.id ?? '' } })
    expect(petr.extra).toEqual({})
  })

  it('a text that is saved while its variable is deleted never keeps an unknown name', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, name } = await create(`race${round}`)
      const [removed, push] = await Promise.all([
        askRemove(id),
        shop.owner.ask(pushes.createPush, {
          params: { c: shop.c, pushType: 'text' },
          body: { name: 'Race', message: `Hello {${name}}`, templates: [shop.template] },
        }),
      ])
      expect([removed.status, push.status].filter((status) => status < 300)).toHaveLength(1)
    }
  })

  it('are at most fifty', async () => {
    const have = (await names()).length
    await query(
      server,
      `insert into variables (cabinet_id, id, name, created_at)
        select ${shop.c}, gen_random_uuid(), 'many' || n, now() from generate_series(1, ${50 - have}) n`,
    )
    expect((await askCreate('onemore')).body.error?.code).toBe('variable_limit')
  })
})
