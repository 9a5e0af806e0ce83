/**
 * The way to a PostgreSQL of many machines is open: rows of one business can live on one of them, because its number
 * comes first in every key (docs/scale.md).
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, testConnection } from './postgres.ts'
import { TEMPLATE } from './template.ts'

/** Tables of the whole installation: small or by person, they would be copied to every machine or stay on the first. */
const DIRECTORY = {
  cabinets: 'which businesses there are',
  users: 'people',
  sessions: 'of people',
  email_changes: 'of people',
  mail_tokens: 'of people',
  tariffs: 'plans',
  module_prices: 'of the installation',
  migrations: 'of the schema',
  demo_parts: 'of the demo',
  installation_secrets: 'of the installation',
  outside_visits: 'of the emulated world',
  given_up_jobs: 'of the queue',
  paces: 'of vendors',
  sms_budget: 'of the product itself',
  tries: 'limits by address and key',
  audit_log: 'sealed in one chain; the business is a column',
  audit_sealed: 'the same chain',
  audit_seals: 'the same chain',
  audit_checks: 'the same chain',
  ledger_checks: 'one row a night about all businesses',
  partner_checks: 'the same',
  payment_settings: 'of the installation',
  payment_refusals: 'calls that name no business for certain',
  bill_supplier: 'of the operator',
  booked_lines: 'of bank statements of the operator',
  booked_refunds: 'numbers of refunds at the provider, of the operator',
  paper_numbers: 'one series for the whole installation',
  support_conversations: 'of people with the operator',
  support_messages: 'of people with the operator',
  support_screenshots: 'of people with the operator',
} as const

/** What rows of a business may refer to beside the business itself. */
const REFERRED = ['cabinets', 'tariffs', 'users']

let client: pg.Client
let clone: { name: string; drop(): Promise<void> }
beforeAll(async () => {
  clone = await cloneDatabase(TEMPLATE)
  client = new pg.Client(testConnection(clone.name))
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await clone?.drop()
})

const OF_CABINETS = `exists (select from pg_attribute a
  where a.attrelid = t.oid and a.attname = 'cabinet_id' and not a.attisdropped)`
const names = async (text: string, values: unknown[] = []) =>
  (await client.query<{ name: string }>(text, values)).rows.map((row) => row.name)

it('every table is of businesses, or of the whole installation with a reason', async () => {
  const others = await names(
    `select t.relname as name from pg_class t
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not ${OF_CABINETS} order by 1`,
  )
  expect(others).toEqual(Object.keys(DIRECTORY).toSorted())
})

it('the business comes first in every primary key and every unique one', async () => {
  const [faults, all] = await Promise.all(
    ['<>', '='].map((sign) =>
      names(
        `select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
           join pg_class t on t.oid = x.indrelid
           join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
         where t.relnamespace = 'public'::regnamespace and x.indisunique and a.attname ${sign} 'cabinet_id'
           and ${OF_CABINETS} order by 1`,
      ),
    ),
  )
  expect(faults).toEqual([])
  expect(all?.length).toBeGreaterThan(80)
})

it('rows of a business refer to rows of the same business, or to the directory', async () => {
  const references = `select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_class o on o.oid = c.confrelid
    join pg_attribute own on own.attrelid = t.oid and own.attnum = c.conkey[1]
    join pg_attribute other on other.attrelid = o.oid and other.attnum = c.confkey[1]
    where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and ${OF_CABINETS}`
  expect(
    await names(
      `${references} and not (own.attname = 'cabinet_id' and other.attname = 'cabinet_id')
         and o.relname <> all($1) order by 1`,
      [REFERRED],
    ),
  ).toEqual([])
  expect((await names(`${references} and own.attname = 'cabinet_id'`)).length).toBeGreaterThan(100)
})
