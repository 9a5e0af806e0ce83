/**
 * Row level security is forced, so it applies to the owner of the tables too. Migrations have to see all rows: to fill
 * in columns, and to check a new foreign key against more than nothing.
 */
import type pg from 'pg'
import { OWNER_ROLE } from './logins.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const TRIES = 30

/** Only where the session says that it migrates: a console of the owner sees no more of a cabinet than the server. */
const policyOn = (table: string) =>
  `create policy owner on ${table} to ${OWNER_ROLE} using (current_setting('app.migrating', true) = 'on')`

/** Gives every forced table that lacks it the policy that lets migrations pass. Each waits for its table alone. */
export async function letOwnerPass(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select t.oid::regclass::text as name from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relforcerowsecurity
        and not exists (select from pg_policy p where p.polrelid = t.oid and p.polname = 'owner')
      order by 1`,
  )
  if (rows.length === 0) return
  await client.query("set lock_timeout = '2s'")
  for (const { name } of rows) await createWhenFree(client, policyOn(name))
  await client.query('reset lock_timeout')
}

/** Who waits for a table makes all others wait behind it, so the wait is short and repeated. */
async function createWhenFree(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement)
      return
    } catch (error) {
      if (attempt >= TRIES || (error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error
    }
  }
}
