import { describe, expect, it } from 'vitest'
import { access } from '../../../contract/platform/access.ts'
import { operator } from '../../../contract/business/operator.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { tally } from '../../../test/direct-access.ts'
import { codeOf, shop, staff, setUpOperator } from '../../../test/operator.ts'
import { plainDesign } from '../../../test/people.ts'

setUpOperator()

describe('tariffs', () => {
  const readTariff = async (key: string) => {
    const found = (await staff.send(operator.listTariffs)).find((one) => one.key === key)
    if (!found) throw new Error(`no tariff ${key}`)
    const { key: _, cabinets: _count, ...input } = found
    return input
  }

  it('are changed, and apply immediately', async () => {
    const demo = await readTariff('demo')
    const another = () =>
      shop.owner.ask(templates.createTemplate, {
        params: { c: shop.c },
        body: { name: 'Second', type: 'bonus', design: plainDesign(), birthdayEnabled: false, variables: {} },
      })
    expect(codeOf(await another())).toEqual([403, 'template_limit'])
    const saved = await staff.send(operator.saveTariff, {
      params: { key: 'demo' },
      body: { ...demo, templates: 2, users: 7 },
    })
    expect([saved.templates, saved.users, saved.version]).toEqual([2, 7, demo.version + 1])
    expect((await another()).status).toBe(201)
    expect((await shop.owner.send(access.listPeople, { params: { c: shop.c } })).limit).toBe(7)
  })

  it('are not overwritten by an operator who read an older version', async () => {
    const base = await readTariff('base')
    const all = await Promise.all(
      [4000, 4100].map((priceMinor) =>
        staff.ask(operator.saveTariff, { params: { key: 'base' }, body: { ...base, priceMinor } }),
      ),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 1 })
    expect((await readTariff('base')).version).toBe(base.version + 1)
  })

  it('keep the demo free and open, and are only those that there are', async () => {
    const demo = await readTariff('demo')
    for (const [change, field] of [
      [{ priceMinor: 100 }, 'priceMinor'],
      [{ isArchived: true }, 'isArchived'],
      [{ users: 0 }, 'users'],
      [{ geoPoints: 11 }, 'geoPoints'],
    ] as const) {
      const response = await staff.ask(operator.saveTariff, { params: { key: 'demo' }, body: { ...demo, ...change } })
      expect([response.status, Object.keys(response.body.error?.fields ?? {})]).toEqual([422, [field]])
    }
    expect(codeOf(await staff.ask(operator.saveTariff, { params: { key: 'gold' }, body: demo }))).toEqual([
      404,
      'tariff_not_found',
    ])
  })
})
