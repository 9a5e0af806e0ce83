import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tags } from '../../../contract/people/tags.ts'
import { forms } from '../../../contract/people/forms.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { compileRules } from './compile.ts'
import { CODES, criterion, fits, type Person } from '../../../test/segment-fits.ts'
import { countRules } from './segments.ts'

const PEOPLE = 5000

describe('who fits a segment', () => {
  let server: TestServer
  let shop: Shop
  let people: Person[]
  let places: { templates: string[]; formKeys: string[]; tags: string[] }
  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Vera')
    await setPlan(server, shop.c, 'expert')
    const params = { c: shop.c }
    const second = await shop.owner.send(templates.createTemplate, {
      params,
      body: { name: 'Second', type: 'discount', design: plainDesign(), birthdayEnabled: false, variables: {} },
    })
    const form = await shop.owner.send(forms.createForm, {
      params,
      body: { name: 'Second', template: second.id, lang: 'en' },
    })
    const named = await Promise.all(
      ['regular', 'wine', 'staff'].map((name) => shop.owner.send(tags.createTag, { params, body: { name } })),
    )
    places = {
      templates: [shop.template, second.id],
      formKeys: [shop.formKey, form.formKey],
      tags: named.map((tag) => tag.id),
    }
    const ids = Object.fromEntries(
      (
        await query<{ form_key: string; id: string }>(server, 'select form_key, id from forms where cabinet_id = $1', [
          shop.c,
        ])
      ).map((row) => [row.form_key, row.id]),
    )
    people = fc
      .sample(
        fc.record({
          id: fc.uuid(),
          sex: fc.constantFrom('male', 'female', null),
          promo_code: fc.constantFrom(...CODES),
          template_id: fc.constantFrom(...places.templates),
          // Leap days and days around today are the likely errors of ages.
          birthday: fc.option(
            fc.oneof(
              fc
                .date({ min: new Date('1925-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
                .map((day) => day.toISOString().slice(0, 10)),
              fc
                .tuple(
                  fc.integer({ min: 1930, max: 2024 }),
                  fc.constantFrom('02-28', '02-29', '03-01', '11-20', '11-21', '11-22'),
                )
                .map(([year, day]) => `${day === '02-29' ? year - (year % 4) : year}-${day}`),
            ),
            { nil: null },
          ),
          formKey: fc.constantFrom(...places.formKeys, null),
          tags: fc.subarray(places.tags),
          card_number: fc.constant(0),
          balance_minor: fc.integer({ min: -500, max: 5000 }),
          bonus_minor: fc.integer({ min: 0, max: 3000 }),
          discount_hundredths: fc.constantFrom(0, 300, 500, 1000, 10_000),
          bought: fc.array(
            fc
              .record({
                kind: fc.constantFrom('purchase' as const, 'purchase' as const, 'refund' as const),
                ago: fc.integer({ min: 0, max: 500 }),
                amount: fc.integer({ min: 0, max: 500 }),
                back: fc.constantFrom(0, 0, 0.5, 1),
              })
              .map(({ kind, ago, amount, back }) => ({
                kind,
                day: new Date(Date.UTC(2026, 10, 21) - ago * 86_400_000).toISOString().slice(0, 10),
                amount,
                returned: kind === 'purchase' ? Math.floor(amount * back) : 0,
              })),
            { maxLength: 4 },
          ),
        }),
        PEOPLE,
      )
      .map((person, index) => ({ ...person, card_number: index === 0 ? 1_000_000 : index }))
    await query(
      server,
      `insert into clients (cabinet_id, id, sex, birthday, promo_code, card_number, template_id, form_id,
        balance_minor, bonus_minor, discount_hundredths, created_at, updated_at)
      select $1, id, sex, birthday, promo_code, card_number, template_id, form_id,
        balance_minor, bonus_minor, discount_hundredths, now(), now()
      from jsonb_to_recordset($2::jsonb) as p(id uuid, sex text, birthday date, promo_code text,
        card_number bigint, template_id uuid, form_id uuid, balance_minor bigint,
        bonus_minor bigint, discount_hundredths int)`,
      [
        shop.c,
        JSON.stringify(
          people.map((person) => ({ ...person, form_id: person.formKey === null ? null : ids[person.formKey] })),
        ),
      ],
    )
    await query(
      server,
      `insert into client_tags (cabinet_id, client_id, tag_id)
      select $1, id, tag from jsonb_to_recordset($2::jsonb) as p(id uuid, tags uuid[]), unnest(tags) tag`,
      [shop.c, JSON.stringify(people)],
    )
  })
  beforeAll(async () => {
    await query(
      server,
      `insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source, sender_id,
        received_at, returned_minor)
      select $1, gen_random_uuid(), id, b.kind, (b.day + case when n % 2 = 0 then time '00:00' else time '23:59:59' end)
        at time zone 'Europe/Moscow', b.amount, '', 'api', gen_random_uuid()::text, now(), b.returned
      from jsonb_to_recordset($2::jsonb) as p(id uuid, bought jsonb),
        jsonb_array_elements(p.bought) with ordinality e(b, n),
        jsonb_to_record(e.b) as b(kind text, day date, amount bigint, returned bigint)`,
      [shop.c, JSON.stringify(people)],
    )
  })
  afterAll(() => server?.close())

  it('is the same as in a plain filter in JavaScript, for any conditions, on any day', async () => {
    const rules = fc.record({
      match: fc.constantFrom('all' as const, 'any' as const),
      criteria: fc.array(criterion(places.templates, places.formKeys, places.tags), { minLength: 1, maxLength: 4 }),
    })
    const day = fc.constantFrom('2026-11-21', '2026-02-28', '2028-02-29', '2027-03-01')
    let found = 0
    await fc.assert(
      fc.asyncProperty(rules, day, async (asked, today) => {
        const { rows } = await openForWork(server.app, shop.c, (db) =>
          sql<{
            id: string
          }>`select id from clients where cabinet_id = ${shop.c} and ${compileRules(asked, today)}`.execute(db.tx),
        )
        const expected = people.filter((person) => fits(person, asked, today)).map((person) => person.id)
        expect(rows.map((row) => row.id).sort()).toEqual(expected.sort())
        if (expected.length > 0 && expected.length < PEOPLE) found++
      }),
      { numRuns: 150 },
    )
    expect(found).toBeGreaterThan(75)
  })

  it('is counted as a whole and for each condition, with the newest clients as examples', async () => {
    const rules = {
      match: 'any' as const,
      criteria: [
        { kind: 'sex', operator: 'unknown' } as const,
        { kind: 'balance', operator: 'gte', value: 1000 } as const,
      ],
    }
    const counted = await openForWork(server.app, shop.c, (db) =>
      countRules(db, rules, new Date('2026-11-21T12:00:00Z'), true),
    )
    const some = (test: (person: Person) => boolean) => people.filter(test).length
    expect(counted).toMatchObject({
      size: some((person) => person.sex === null || person.balance_minor >= 1000),
      clients: PEOPLE,
      rows: [some((person) => person.sex === null), some((person) => person.balance_minor >= 1000)],
    })
    expect(counted.samples).toHaveLength(5)
  })
})
