/** Reads of segments: what their editor and their list ask. */
import { type Criterion, segments } from '../contract/people/segments.ts'
import { count, named, PRESENT, type Read } from './read.ts'

/** The newest of those in a segment, as its editor shows them. */
const shownOf = (condition: string) => `select id, name, surname, card_number from clients
  where ${PRESENT} and ${condition} order by created_at desc, id desc limit 5`

const MALE: Criterion = { kind: 'sex', operator: 'is', value: 'male' }
/** As the editor of a segment asks. A small account is counted, a large one estimated from 10 000 clients. */
const estimated = (
  by: string,
  criteria: readonly Criterion[],
  { best, growth = 2.5 }: { best?: readonly string[]; growth?: number } = {},
): Read => ({
  name: `segment: estimate by ${by}`,
  call: segments.countSegment,
  query: { count: 'about' },
  body: () => ({ match: 'all', criteria }),
  ...(best && { sql: best }),
  growth,
})

/** As the editor asks when somebody wants the number itself: of all conditions together, and of each. */
const counted = (by: string, criteria: readonly Criterion[], best: readonly string[]): Read => ({
  name: `segment: exactly by ${by}`,
  call: segments.countSegment,
  query: { count: 'exact' },
  body: () => ({ match: 'all', criteria }),
  sql: best,
  ratio: 1.3,
  onDemand: true,
})

/** @param segment the id of one */
export const segmentReads = (segment: string): readonly Read[] => [
  estimated('points', [{ kind: 'bonus', operator: 'gte', value: 1 }], { best: [count('and bonus_minor >= 1')] }),
  estimated('sex and age', [MALE, { kind: 'age', operator: 'gte', value: 30 }], {
    best: [
      `select count(*) filter (where sex = 'male' and birthday < '1996-11-26'), count(*) filter (where sex = 'male'),
        count(*) filter (where birthday < '1996-11-26') from clients where ${PRESENT}`,
      shownOf(`sex = 'male' and birthday < '1996-11-26'`),
    ],
  }),
  // Counted, the figures are enough; in the sample they are joined to its clients.
  estimated('what was bought', [{ kind: 'spent', operator: 'gte', value: 12000 }], {
    growth: 4,
    best: [
      'select count(*) from client_purchases where cabinet_id = $1 and is_present and spent_minor >= 12000',
      shownOf('id in (select client_id from client_purchases where cabinet_id = $1 and spent_minor >= 12000)'),
    ],
  }),
  // The days of a client are in its row and in no index: 10 000 rows are read.
  estimated('what was bought in a month', [{ kind: 'spent', operator: 'gte', value: 12000, days: 30 }], { growth: 6 }),
  estimated('how often in a month', [{ kind: 'purchases', operator: 'gte', value: 9, days: 30 }]),
  estimated(
    'what hardly anybody bought in a quarter, and sex',
    [{ kind: 'spent', operator: 'between', value: { from: 1_234_567, to: 1_234_568 }, days: 90 }, MALE],
    { growth: 4 },
  ),
  estimated('what was bought and sex', [{ kind: 'spent', operator: 'gte', value: 12000 }, MALE]),
  estimated('an amount, sex and age', [
    { kind: 'balance', operator: 'gte', value: 100 },
    MALE,
    { kind: 'age', operator: 'gte', value: 30 },
  ]),
  // Everybody in an account of the bench has bought something: nobody fits.
  estimated('never bought', [{ kind: 'purchases', operator: 'lt', value: 1 }]),
  // A small account has no sample.
  estimated(
    'never bought and age',
    [
      { kind: 'lastPurchase', operator: 'never' },
      { kind: 'age', operator: 'gte', value: 30 },
    ],
    { growth: 4 },
  ),
  estimated('a promo code', [{ kind: 'promo', operator: 'is', value: 'Spring' }]),
  estimated('no promo code and an amount', [
    { kind: 'promo', operator: 'empty' },
    { kind: 'bonus', operator: 'lt', value: 500 },
  ]),
  estimated('the beginning of a card number', [{ kind: 'cardnumber', operator: 'starts', value: '0099' }]),
  {
    ...estimated('design', []),
    body: ({ template }) => ({
      match: 'all',
      criteria: [{ kind: 'templateUUID', operator: 'one_of', value: [template] }],
    }),
  },
  counted(
    'what was bought and sex',
    [{ kind: 'spent', operator: 'gte', value: 12000 }, MALE],
    [
      `select count(*), count(*) filter (where sex = 'male'), count(*) filter (where spent_minor >= 12000),
        count(*) filter (where sex = 'male' and spent_minor >= 12000)
      from clients left join client_purchases p on p.cabinet_id = clients.cabinet_id and p.client_id = clients.id
      where clients.cabinet_id = $1 and archived_at is null`,
      shownOf(`sex = 'male' and id in (
        select client_id from client_purchases where cabinet_id = $1 and spent_minor >= 12000)`),
    ],
  ),
  counted(
    'a promo code, points and sex',
    [MALE, { kind: 'promo', operator: 'is', value: 'Spring' }, { kind: 'balance', operator: 'gte', value: 50000 }],
    [
      `select count(*), count(*) filter (where sex = 'male'), count(*) filter (where lower(promo_code) = 'spring'),
        count(*) filter (where balance_minor >= 50000),
        count(*) filter (where sex = 'male' and lower(promo_code) = 'spring' and balance_minor >= 50000)
      from clients where ${PRESENT}`,
      shownOf(`sex = 'male' and lower(promo_code) = 'spring' and balance_minor >= 50000`),
    ],
  ),
  {
    name: 'segment: its size',
    call: segments.segmentSize,
    params: named('segmentId', segment),
    sql: [count(`and sex = 'male'`)],
  },
]
