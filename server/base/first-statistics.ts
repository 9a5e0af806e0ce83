/**
 * What the planner believes of tables that PostgreSQL has not analysed yet. Knowing nothing, it takes all rows of a
 * business for one row, and any index that begins with `cabinet_id` for as good as the key: until the first analysis
 * each foreign key of a first import would read everybody who is there already.
 */
import type pg from 'pg'

/**
 * One business has all rows, until an analysis knows better: an index that says more than `cabinet_id` is taken.
 * `reltuples` is below 0 until a table is analysed or vacuumed for the first time. One that has rows, restored from a
 * backup, may be that of many businesses: nothing is assumed of it.
 */
const ASSUME_ONE_BUSINESS = `
select count(pg_restore_attribute_stats(
  'schemaname', n.nspname::text, 'relname', c.relname::text, 'attname', a.attname::text, 'inherited', false,
  'null_frac', 0::real, 'avg_width', 8, 'n_distinct', 1::real))
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attname = 'cabinet_id' and not a.attisdropped
where n.nspname = 'public' and c.relkind in ('r', 'p') and c.reltuples < 0
  and pg_relation_size(c.oid) = 0`

/** @param client of the owner. Before PostgreSQL 18 statistics cannot be given; autovacuum has them after a minute */
export async function assumeStatistics(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isKnown: boolean }>(
    `select to_regproc('pg_catalog.pg_restore_attribute_stats') is not null as "isKnown"`,
  )
  if (rows[0]?.isKnown) await client.query(ASSUME_ONE_BUSINESS)
}
