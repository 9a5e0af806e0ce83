import { beforeAll, describe, expect, it } from 'vitest'
import { marketplace, type PromoInput } from '../../../contract/reach/marketplace.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { openShop, signIn } from '../../../test/people.ts'
import {
  configure,
  fresh,
  inputOf,
  put,
  read,
  row,
  server,
  setOwner,
  setUpPromos,
  shop,
} from '../../../test/promo-shop.ts'

setUpPromos()

describe('a module', () => {
  beforeAll(() => fresh('Mara'))

  it('is off at first, has a start date once it is on, and stays on for thirty days', async () => {
    expect(
      (await shop.owner.send(marketplace.listModules, { params: { c: shop.c } })).map((one) => [
        one.id,
        one.isActive,
        one.since,
      ]),
    ).toEqual([
      ['welcome', false, null],
      ['referral', false, null],
      ['telegram', false, null],
    ])
    await configure('welcome', [row({ code: 'SUMMER', bonusMinor: 500 })])
    expect(await shop.owner.send(marketplace.activeModules, { params: { c: shop.c } })).toEqual(['welcome'])
    const on = await read()
    expect(on).toMatchObject({ isActive: true, name: 'Welcome promo codes', running: 1, used: 0 })
    expect(Date.parse(on.canEndAt ?? '') - Date.parse(on.since ?? '')).toBe(30 * DAY_MS)
    const off = { isActive: false, promos: on.promos.map(inputOf), version: on.version }
    expect(await put('welcome', off)).toMatchObject({
      status: 425,
      body: { error: { code: 'module_too_young', detail: { until: on.canEndAt } } },
    })
    expect((await read()).isActive).toBe(true)
    server.passTime(30 * DAY_MS)
    setOwner(await signIn(server, 'Maralate'))
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'owner', now() from users where email = $2`,
      [shop.c, shop.owner.email],
    )
    expect((await put('welcome', off)).status).toBe(200)
    expect(await read()).toMatchObject({ isActive: false, since: null, canEndAt: null })
  })

  it.each<[string, Partial<PromoInput>, string, string]>([
    ['an end before its start', { endsOn: '2020-01-01' }, 'promos.0.endsOn', 'promo_period'],
    ['an end on its first day', { startsOn: '2030-01-01', endsOn: '2030-01-01' }, 'promos.0.endsOn', 'promo_period'],
    ['no bonus', { bonusMinor: 0 }, 'promos.0.bonusMinor', 'promo_nothing'],
    ['a code with a space', { code: 'a b' }, 'promos.0.code', 'promo_code'],
    ['no uses at all', { max: 0 }, 'promos.0.max', 'too_small'],
  ])('refuses %s at its field', async (_, change, path, code) => {
    const response = await put('welcome', {
      isActive: false,
      promos: [row({ code: 'X', bonusMinor: 100, ...change })],
      version: (await read()).version,
    })
    expect([response.status, response.body.error?.code, response.body.error?.fields?.[path]?.code]).toEqual([
      422,
      'invalid_input',
      code,
    ])
  })

  it('takes a code once, in any spelling, and the empty one once too; two rows may swap their codes', async () => {
    for (const [one, other] of [
      ['Friend', 'fri-END'],
      ['', ''],
    ]) {
      const response = await put('welcome', {
        isActive: false,
        promos: [row({ code: one ?? '', bonusMinor: 1 }), row({ code: other ?? '', bonusMinor: 2 })],
        version: (await read()).version,
      })
      expect([
        response.status,
        response.body.error?.code,
        response.body.error?.fields?.['promos.1.code']?.code,
      ]).toEqual([409, 'promo_taken', 'promo_taken'])
    }
    const [a, b] = (
      await configure('welcome', [row({ code: 'A', bonusMinor: 1 }), row({ code: 'B', bonusMinor: 2 })], false)
    ).promos
    if (!a || !b) throw new Error('two rows were saved')
    expect(
      (
        await configure(
          'welcome',
          [
            { ...inputOf(a), code: 'B' },
            { ...inputOf(b), code: 'A' },
          ],
          false,
        )
      ).promos.map((one) => [one.id, one.code]),
    ).toEqual([
      [a.id, 'B'],
      [b.id, 'A'],
    ])
    expect((await configure('welcome', [], false)).promos).toEqual([])
  })

  it('lets offers for friends follow each other, but not overlap', async () => {
    const version = (await read('referral')).version
    const response = await put('referral', {
      isActive: false,
      promos: [
        row({ inviterMinor: 1, startsOn: '2030-01-01', endsOn: '2030-02-01' }),
        row({ inviterMinor: 1, startsOn: '2030-02-01' }),
      ],
      version,
    })
    expect(response.body.error?.fields?.['promos.1.startsOn']?.code).toBe('promo_overlap')
    expect(
      (
        await put('referral', {
          isActive: false,
          promos: [
            row({ inviterMinor: 1, startsOn: '2030-01-01', endsOn: '2030-02-01' }),
            row({ inviterMinor: 1, startsOn: '2030-02-02' }),
          ],
          version,
        })
      ).status,
    ).toBe(200)
  })

  it('of eight saves at the same time accepts one, and is closed to others', async () => {
    const { version } = await read()
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        put('welcome', { isActive: false, promos: [row({ code: `C${i}`, bonusMinor: 1 })], version }),
      ),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 7 })
    expect((await read()).promos).toHaveLength(1)
    expect(
      (await shop.owner.ask(marketplace.readModule, { params: { c: shop.c, moduleId: 'coalition' } })).body.error?.code,
    ).toBe('module_not_found')
    const other = await openShop(server, 'Nebo')
    expect((await other.owner.ask(marketplace.readModule, { params: { c: shop.c, moduleId: 'welcome' } })).status).toBe(
      404,
    )
    expect((await put('welcome', { isActive: true, promos: [], version: 0 }, other)).body.error?.code).toBe(
      'plan_too_low',
    )
  })
})
