import { sql } from 'kysely'
import type { TariffKey } from '../../../contract/business/finance.ts'
import type { Tx } from '../../base/db.ts'

type TariffTables = {
  tariffs: {
    key: TariffKey
    price_minor: number
    slot_price_minor: number | null
    is_archived: boolean
    cards: number
    templates: number
    forms: number
    segments: number
    triggers: number
    users: number
    geo_points: number
    beacons: number
    api_per_hour: number
    api_per_second: number
    position: number
    version: number
  }
}
export type CountedTariff = TariffTables['tariffs'] & { cabinets: number }

const tables = (tx: Tx) => tx.withTables<TariffTables>()

export function allTariffs(tx: Tx): Promise<CountedTariff[]> {
  return tables(tx)
    .selectFrom('tariffs')
    .selectAll()
    .select(sql<number>`(select count(*) from cabinets c where c.tariff_key = tariffs.key)`.as('cabinets'))
    .orderBy('position')
    .execute()
}

/** @returns false when somebody saved a newer version meanwhile */
export async function updateTariff(
  tx: Tx,
  key: TariffKey,
  version: number,
  change: Omit<TariffTables['tariffs'], 'key' | 'position' | 'version'>,
): Promise<boolean> {
  const done = await tables(tx)
    .updateTable('tariffs')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
