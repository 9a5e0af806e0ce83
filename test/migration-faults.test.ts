/** Migrations that run beside processes of the version before them, and files that have run somewhere. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrationFaults } from './migration-faults.ts'

const FOLDER = join(import.meta.dirname, '../db/migrations')
const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .sort()
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

/** The last file of commit 0667f75c, whose data `test/old-data` holds, and all files up to it. */
const LAST_OLD = '0029-points-on-templates.sql'
const OLD_FILES = '484065a2434fe6378cc4581aeafd1e9b6a1c2cad107c99b645af6f5e68805fb6'

/** Faults that do no harm, by the file and the beginning of the statement. */
const HARMLESS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '0065-balance-and-push-notices.sql': {
    'alter table notifications add constraint notifications_type_check':
      'in place of the narrower one, which the same file drops',
  },
  '0132-google-review-notices.sql': {
    'alter table notifications add constraint notifications_type_check':
      'in place of the narrower one, which the same file drops',
  },
  '0160-several-cards.sql': {
    'alter table passes add constraint passes_client':
      'in place of the narrower one of the same name, which the same file drops',
    'alter table passes add constraint passes_design': 'wider than the one that every row kept until this file',
    'create unique index passes_main': 'what older processes insert is one card a client, as until this file',
  },
  '0252-crm-desk.sql': {
    'alter table crm_runs add constraint crm_runs_once_a_day':
      'in place of the narrower one of the same name, which the same file drops; older processes leave retry at 0',
  },
  '0500-ledger-accounts.sql': {
    'alter table transactions add constraint transactions_event_check':
      'in place of the narrower one, which the same file drops',
  },
  '0461-push-schedules.sql': {
    'alter table pushes add column send_at': 'it is over new columns, which older processes leave empty',
  },
  '0067-activity-of-a-cabinet.sql': {
    'alter table audit_log enable row level security':
      'the roles that could add or read rows before have a policy for it in the same file',
  },
  '0068-second-lock.sql': Object.fromEntries(
    ['users', 'sessions', 'mail_tokens', 'email_changes', 'outside_visits', 'cabinets'].map((table) => [
      `alter table ${table} enable row level security`,
      'older processes log in as the owner, and the same file has a policy for them',
    ]),
  ),
  '0576-telegram-pushes.sql': {
    'alter table pushes add constraint': 'in place of the narrower one, which the same file drops',
    'alter table client_messages add constraint': 'in place of the narrower one, which the same file drops',
  },
  '0660-no-order-at-the-commit.sql': {
    'drop function order_changed_cards': 'only its trigger called it, which the same file drops',
    'alter table cabinets drop column change_tag': 'that trigger used it, and older processes that add the demo',
  },
  '0570-refunds.sql': {
    'alter table notifications add constraint': 'in place of the narrower one, which the same file drops',
    'revoke update, delete on refunds from': 'the same file makes the table, and its wall gives more than is needed',
  },
  ...Object.fromEntries(
    ['0574-partner-notices.sql', '0575-module-price-notices.sql'].map((file) => [
      file,
      { 'alter table notifications add constraint': 'in place of the narrower one, which the same file drops' },
    ]),
  ),
  '0601-telegram.sql': Object.fromEntries(
    ['cabinet_modules', 'notifications'].map((table) => [
      `alter table ${table} add constraint`,
      'in place of the narrower one, which the same file drops',
    ]),
  ),
  '0571-partner-shares.sql': {
    ...Object.fromEntries(
      [
        'revoke update, delete on partner_reports',
        'revoke delete, update on partner_shares',
        'revoke update, delete on payouts',
      ].map((fault) => [`${fault} from`, 'the same file makes the table, and its wall gives more than is needed']),
    ),
    'alter table paper_numbers add constraint': 'in place of the narrower one, which the same file drops',
  },
  '0606-messages-by-month.sql': {
    'alter table client_messages rename': 'the same file makes the table of which this one becomes a part',
    ...Object.fromEntries(
      ['pkey', 'once', 'client', 'waiting', 'queued', 'single'].map((index) => [
        `alter index client_messages_${index} rename`,
        'the same file makes one of that name, and no process asks for an index but for the constraint of one',
      ]),
    ),
    'revoke all on client_messages_rest from': 'older processes ask for the table that the same file makes',
    'revoke select (cabinet_id, run_id, at) on client_messages_rest from': 'the same',
    'revoke all on function': 'the same file makes them',
  },
  '0609-buyers-in-order.sql': {
    'alter column client_created_at set not null': 'a trigger of the same file fills it in where it is not named',
  },
  '0614-buyers-by-card-number.sql': {
    'alter column client_card_number set not null': 'the same',
  },
  '0520-bills-and-acts.sql': Object.fromEntries(
    ['bills', 'bill_payments', 'acts'].map((table) => [
      `revoke update, delete on ${table} from`,
      'the same file makes the table, and its wall gives more than is needed',
    ]),
  ),
  '0652-renewed-certificates.sql': {
    'alter table apple_certificates add column successor_id': 'of a column that older processes do not write',
  },
}

it('no file that has run somewhere was changed', () => {
  const text = files.filter((file) => file <= LAST_OLD).map((file) => `${file}\n${read(file)}`)
  expect(text.length).toBe(28)
  expect(createHash('sha256').update(text.join('')).digest('hex')).toBe(OLD_FILES)
})

it.each(files.filter((file) => file > LAST_OLD))('%s is safe beside processes of the version before', (file) => {
  const known = Object.keys(HARMLESS[file] ?? {})
  const faults = migrationFaults(read(file))
  expect(faults.filter((fault) => !known.some((start) => fault.includes(start)))).toEqual([])
  expect(known.filter((start) => !faults.some((fault) => fault.includes(start)))).toEqual([])
})

it.each([
  ['alter table clients drop column email', 'drops a column'],
  ['alter table clients drop email', 'drops a column'],
  ['alter table clients add column a int,\n  drop column b', 'drops a column'],
  ['alter table if exists only public.clients rename to people', 'renames'],
  ['ALTER TABLE clients RENAME COLUMN tel TO phone', 'renames'],
  ['alter index clients_tel rename to clients_phone', 'renames'],
  ['alter function build_wall(text) rename to wall', 'renames'],
  ['alter table clients alter column tel type bigint using tel::bigint', 'changes a type'],
  ['alter table clients alter tel set data type bigint', 'changes a type'],
  ['alter table clients alter column tel set not null', 'expects a value'],
  ['alter table clients alter column tel drop default', 'drops a default'],
  ['alter table clients add column age int not null', 'adds a column that old inserts leave out'],
  ['alter table clients add age int not null check (age in (1, 2))', 'adds a column that old inserts leave out'],
  ['alter table clients add column key uuid not null default gen_random_uuid()', 'writes every row again'],
  ['alter table clients add constraint tel_once unique (cabinet_id, tel)', 'adds a condition'],
  ["alter table clients add check (tel <> '')", 'adds a condition'],
  ['create unique index tel_once on clients (cabinet_id, tel)', 'adds a condition'],
  ['alter table users enable row level security', 'puts a wall around a table'],
  ["call build_wall('tariffs')", 'puts a wall around a table'],
  ['drop table if exists pushes', 'drops'],
  ['drop function build_wall(text)', 'drops'],
  ['drop policy cabinet on accesses', 'drops'],
  ['revoke select on clients from kartoteka_app', 'takes rights away'],
  ['truncate clients', 'empties a table'],
  ['-- harmless\nalter table clients -- really\n  drop column email', 'drops a column'],
])('finds what is planted: %s', (statement, fault) => {
  const lines = migrationFaults(`create table other (id int);\n${statement};`)
  expect(lines.map((line) => line.split(': ')[0])).toEqual([fault])
})

it('lets pass what old processes do not notice', () => {
  expect(
    migrationFaults(`
      create table visits (id uuid primary key, at timestamptz not null);
      alter table visits add constraint once unique (at), enable row level security;
      create unique index visits_at on visits (at);
      call build_wall('visits');
      alter table clients add column note text, add column seen int not null default 0, add column at timestamptz
        generated always as (now()) stored not null;
      alter table clients add column kind text check (kind in ('a', 'b'));
      alter table clients drop constraint clients_tel, alter column tel drop not null;
      create index clients_note on clients (cabinet_id, note);
      create procedure once() language sql as $$ select 1 $$;
      drop procedure once;
      grant select on visits to kartoteka_app;
      update clients set note = 'drop column'`),
  ).toEqual([])
})
