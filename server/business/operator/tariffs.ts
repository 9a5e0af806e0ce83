/** Tariffs: rows that the operator edits. Nobody keeps a copy, so a changed limit applies immediately. */
import type { OperatedTariff, TariffInput } from '../../../contract/business/operated.ts'
import type { App } from '../../base/app.ts'
import { type CountedTariff, countedTariffs, updateTariff } from '../../platform/cabinets/cabinets.ts'
import { refuse } from './operator.ts'

const tariffReply = (row: CountedTariff): OperatedTariff => ({
  key: row.key,
  version: row.version,
  priceMinor: row.price_minor,
  slotPriceMinor: row.slot_price_minor,
  isArchived: row.is_archived,
  cabinets: row.cabinets,
  cards: row.cards,
  templates: row.templates,
  forms: row.forms,
  segments: row.segments,
  triggers: row.triggers,
  users: row.users,
  geoPoints: row.geo_points,
  beacons: row.beacons,
  apiPerHour: row.api_per_hour,
  apiPerSecond: row.api_per_second,
})

export async function listTariffs(app: App): Promise<OperatedTariff[]> {
  return (await app.database.asOperator(countedTariffs)).map(tariffReply)
}

/** @throws Refusal tariff_not_found, version_conflict; invalid_input for a demo that costs something or is closed */
export function saveTariff(app: App, key: string, input: TariffInput): Promise<OperatedTariff> {
  return app.database.asOperator(async (tx) => {
    const before = (await countedTariffs(tx)).find((row) => row.key === key)
    if (!before) throw refuse('tariff_not_found')
    if (before.key === 'demo' && input.priceMinor > 0)
      throw refuse('invalid_input', {}, { priceMinor: { code: 'too_big', detail: { max: 0 } } })
    // Every new account starts on it.
    if (before.key === 'demo' && input.isArchived)
      throw refuse('invalid_input', {}, { isArchived: { code: 'invalid' } })
    const isSaved = await updateTariff(tx, before.key, input.version, {
      price_minor: input.priceMinor,
      slot_price_minor: input.slotPriceMinor,
      is_archived: input.isArchived,
      cards: input.cards,
      templates: input.templates,
      forms: input.forms,
      segments: input.segments,
      triggers: input.triggers,
      users: input.users,
      geo_points: input.geoPoints,
      beacons: input.beacons,
      api_per_hour: input.apiPerHour,
      api_per_second: input.apiPerSecond,
    })
    if (!isSaved) throw refuse('version_conflict')
    return tariffReply((await countedTariffs(tx)).find((row) => row.key === key) ?? before)
  })
}
