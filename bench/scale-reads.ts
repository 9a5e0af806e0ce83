/** Every read of the large screens, each with the best SQL for the same answer, for an account of `scale-rows.ts`. */
import { activity } from '../contract/business/activity.ts'
import { finance } from '../contract/business/finance.ts'
import { ledger } from '../contract/business/ledger.ts'
import { overview } from '../contract/business/overview.ts'
import { templates } from '../contract/cards/templates.ts'
import { clients } from '../contract/people/clients.ts'
import { addDays, moscowDay } from '../contract/time.ts'
import { externalEvents } from '../contract/people/external-events.ts'
import { forms } from '../contract/people/forms.ts'
import { growth } from '../contract/people/growth.ts'
import { segments } from '../contract/people/segments.ts'
import { posters } from '../contract/people/posters.ts'
import { tags } from '../contract/people/tags.ts'
import { verification } from '../contract/people/verification.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { erasures } from '../contract/reach/erasures.ts'
import { notifications } from '../contract/platform/notifications.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { triggers } from '../contract/reach/triggers.ts'
import { count, named, PRESENT, type Read } from './read.ts'
import { segmentReads } from './segment-reads.ts'

const list = (where: string) => `with c as materialized (
    select * from clients where ${PRESENT} ${where} order by created_at desc, id desc limit 50)
  select c.*, t.name as template_name, w.in_apple, w.in_google, w.removed_at from c
    join templates t on t.cabinet_id = c.cabinet_id and t.id = c.template_id
    left join client_wallets w on w.cabinet_id = c.cabinet_id and w.client_id = c.id order by c.created_at desc, c.id`
const ALL = 'select present from client_counts where cabinet_id = $1'

const listed = (name: string, query: Record<string, string>, where: string, more: Partial<Read> = {}): Read => ({
  name: `clients: ${name}`,
  call: clients.listClients,
  query: { limit: '50', count: 'about', at: 'first', ...query },
  sql: [list(where), where === '' ? ALL : count(where)],
  // In a small account the estimate of the total costs more than counting.
  ratio: 3.5,
  ...more,
})

/** A small account is read as a whole. */
const ofSegment = (name: string, segment: string): Read => ({
  name: `clients: ${name}`,
  call: clients.listClients,
  query: { limit: '50', count: 'about', at: 'first', segment },
  growth: 6,
})

const MONTH_AGO = addDays(moscowDay(new Date()), -29)
const DID_READS = [
  ['joined', `created_at >= '${MONTH_AGO}'`],
  [
    'bought',
    `id in (select client_id from external_events
    where cabinet_id = $1 and kind = 'purchase' and at >= '${MONTH_AGO}')`,
  ],
  [
    'pointsGiven',
    `id in (select client_id from balance_events
    where cabinet_id = $1 and kind = 'bonus' and delta > 0 and at >= '${MONTH_AGO}')`,
  ],
  [
    'returned',
    `id in (select client_id from visit_days where cabinet_id = $1 and is_return and day >= '${MONTH_AGO}')`,
  ],
  [
    'installed',
    `id in (select client_id from wallet_days
    where cabinet_id = $1 and event in ('installed_apple', 'installed_google') and day >= '${MONTH_AGO}')`,
  ],
] as const

const sums = (days: number) => `select name, kind, day, sum(count), sum(amount) from (
    select day, name, kind, count, amount from day_figures where cabinet_id = $1 and day > now()::date - ${days}
    union all select day, name, kind, count, amount from figure_changes where cabinet_id = $1) x group by 1, 2, 3`
const GROWTH_OF = (days: number) => `select day, event, sum(count) from growth_days
  where cabinet_id = $1 and day > now()::date - ${days} group by 1, 2`
const BIRTHDAYS = `select id, name, birthday, count(*) over () from clients where ${PRESENT} and birthday = any(array(
    select (y || to_char(d, '-MM-DD'))::date from generate_series(1900, 2030) y
      cross join generate_series(now(), now() + interval '6 days', interval '1 day') d
    where to_char(d, 'MM-DD') <> '02-29')) limit 4`

const shown = (period: string, days: number): Read => ({
  name: `overview: ${period}`,
  call: overview.readOverview,
  query: { period },
  sql: [sums(2 * days), GROWTH_OF(2 * days), BIRTHDAYS],
  ratio: 5,
})

/** Each with its last run, what wallets report of it, and the names that a row shows. */
const PUSHES = `select p.*, r.*, w.*, s.name as segment_name,
    (select max(moscow_day) from push_runs where cabinet_id = $1 and push_id = p.id and trigger_id is null),
    (select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.created_at) from push_templates pt
      join templates t on t.cabinet_id = $1 and t.id = pt.template_id where pt.cabinet_id = $1 and pt.push_id = p.id),
    (select count(*) from push_points where cabinet_id = $1 and push_id = p.id)
  from pushes p
  left join lateral (select * from push_runs where cabinet_id = $1 and push_id = p.id
    order by created_at desc limit 1) r on true
  left join lateral (select sum(apple), sum(apple_accepted), sum(apple_fetched), sum(apple_removed), sum(google),
      sum(google_accepted), sum(google_removed) from run_wallets where cabinet_id = $1 and run_id = r.id) w on true
  left join segments s on s.cabinet_id = $1 and s.id = p.segment_id
  where p.cabinet_id = $1 order by p.created_at desc, p.id desc limit 50`

type Name =
  | 'client'
  | 'push'
  | 'segment'
  | 'lapsed'
  | 'lapsedTagged'
  | 'lapsedDays'
  | 'hardlyAnybody'
  | 'never'
  | 'last'
/** @param ids by the names that the reads use */
export const readsOf = (ids: Readonly<Record<Name, string>>): readonly Read[] => [
  listed('first page', {}, ''),
  listed('deep page', { at: ids.last }, '', { sql: [list(`and created_at < now() - interval '27000 minutes'`), ALL] }),
  listed('a surname', { q: 'Ivanova' }, `and search_text ilike '%ivanova%'`),
  listed('a rare surname', { q: 'Surname0a1' }, `and search_text ilike '%surname0a1%'`, { growth: 6 }),
  listed('two letters', { q: 'an' }, `and search_text ilike '%an%'`),
  listed('digits', { q: '7912082' }, `and search_text ilike '%7912082%'`),
  listed('a filter', { sex: 'male' }, `and sex = 'male'`),
  listed(
    'in a wallet',
    { platform: 'apple' },
    `and id in (select client_id from client_wallets
    where cabinet_id = $1 and in_apple)`,
  ),
  listed('of a segment', { segment: ids.segment }, `and sex = 'male'`),
  // A small account is three weeks old, and has nobody of them.
  listed(
    'not bought for 90 days',
    { segment: ids.lapsed },
    `and birthday < now() - interval '30 years'
    and id in (select client_id from client_purchases where cabinet_id = $1 and last_at < now() - interval '90 days')`,
    // All buyers are looked at, by an index: 8 and 36 ms at 10 000 and 150 000.
    { growth: 6 },
  ),
  ofSegment('not bought for 90 days, with a tag', ids.lapsedTagged),
  ofSegment('nothing bought in 90 days', ids.lapsedDays),
  { ...ofSegment('hardly anybody, by days', ids.hardlyAnybody), readsAll: true },
  ofSegment('never bought', ids.never),
  listed('a sum', { balanceFrom: '90000' }, 'and balance_minor >= 90000'),
  // Behind the figures of the overview: who did something in a month is more people in a larger account.
  ...DID_READS.map(([did, where]) =>
    listed(`who did: ${did}`, { did, didFrom: MONTH_AGO }, `and ${where}`, { growth: 12 }),
  ),
  listed('by name', { o: 'name', d: 'asc' }, '', { ratio: 3.5 }),
  { name: 'a client', call: clients.readClient, params: named('id', ids.client) },
  {
    name: 'data of a client as PDF',
    call: erasures.exportPerson,
    params: named('id', ids.client),
    query: { format: 'pdf' },
  },
  { name: 'history of points', call: clients.balanceHistory, params: named('id', ids.client) },
  { name: 'history of messages', call: clients.pushHistory, params: named('id', ids.client) },
  { name: 'external events', call: externalEvents.listEvents, params: named('id', ids.client) },
  shown('today', 7),
  shown('7', 7),
  shown('30', 30),
  shown('90', 90),
  {
    name: 'feed',
    call: overview.listHappenings,
    sql: [
      `select h.*, c.name, c.surname from (select * from happenings where cabinet_id = $1 order by at desc, id desc
        limit 20) h left join clients c on c.cabinet_id = $1 and c.id = h.client_id`,
    ],
  },
  { name: 'tiles', call: cabinets.dashboard },
  { name: 'running jobs', call: cabinets.listJobs },
  {
    name: 'chart of 30 days',
    call: growth.readGrowth,
    query: { days: '30' },
    sql: [
      `select day, event, form_id, template_id, source, count from growth_days
      where cabinet_id = $1 and day > now()::date - 30`,
    ],
    ratio: 3,
  },
  {
    name: 'chart of a year',
    call: growth.readGrowth,
    query: { days: '365' },
    sql: [
      `select date_trunc('month', day::timestamp), event, form_id, template_id, source, sum(count) from growth_days
      where cabinet_id = $1 and day > now()::date - 365 group by 1, 2, 3, 4, 5`,
    ],
    ratio: 4,
  },
  { name: 'templates', call: templates.listTemplates },
  // Those who have each tag are counted, in an index.
  { name: 'tags', call: tags.listTags, growth: 6 },
  { name: 'forms and figures', call: forms.listForms },
  { name: 'segments', call: segments.listSegments, query: { limit: '50' } },
  ...segmentReads(ids.segment),
  {
    name: 'pushes',
    call: pushes.listPushes,
    query: { limit: '50' },
    sql: [PUSHES, 'select count(*) from pushes where cabinet_id = $1'],
  },
  { name: 'a push', call: pushes.readPush, params: named('pushUuid', ids.push) },
  { name: 'results of a push', call: pushes.statistics, params: named('pushUuid', ids.push) },
  { name: 'progress of a push', call: pushes.sendStatus, params: named('pushUuid', ids.push) },
  { name: 'poster as PDF', call: posters.readPoster, params: ({ formKey }) => ({ formKey }) },
  {
    name: 'reach of a push',
    call: pushes.reach,
    body: ({ template }) => ({ templates: [template] }),
    growth: 11,
  },
  { name: 'triggers', call: triggers.listTriggers },
  {
    name: 'trigger: estimate',
    call: triggers.estimateTrigger,
    query: { activation: 'birthday', segment: ids.segment },
    growth: 11,
  },
  { name: 'transactions', call: finance.listTransactions },
  { name: 'summary of transactions', call: finance.sumTransactions },
  { name: 'spending', call: ledger.readSpending },
  { name: 'how long the money lasts', call: ledger.readOutlook },
  { name: 'notifications', call: notifications.listNotifications },
  { name: 'unread notifications', call: notifications.countUnread },
  { name: 'who did what', call: activity.listActivity },
  // Its total is counted.
  { name: 'sent SMS', call: verification.listSms, growth: 6 },
]
