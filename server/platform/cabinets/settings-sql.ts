/** What a cabinet keeps about itself in its own row. */
import type { PointsStyle } from '../../../contract/platform/general-settings.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Range } from './card-numbers.ts'
import { tables } from './tables.ts'

export function plasticOf(row: { plastic_from: number | null; plastic_to: number | null }): Range | null {
  return row.plastic_from === null || row.plastic_to === null ? null : { from: row.plastic_from, to: row.plastic_to }
}

export type GeneralChange = {
  general_version: number
  name: string
  logo_id: string | null
  first_card_number?: number
  next_card_number?: number
  plastic_from?: number | null
  plastic_to?: number | null
  points_name: string
  points_counted: string
  has_point_decimals: boolean
}

export type PointsColumns = { points_name: string; points_counted: string; has_point_decimals: boolean }

export const pointsOf = (row: PointsColumns): PointsStyle => ({
  name: row.points_name,
  counted: row.points_counted,
  hasDecimals: row.has_point_decimals,
})

export async function pointsStyle(db: CabinetDb): Promise<PointsStyle> {
  return pointsOf(
    await tables(db.tx)
      .selectFrom('cabinets')
      .select(['points_name', 'points_counted', 'has_point_decimals'])
      .where('id', '=', db.cabinetId)
      .executeTakeFirstOrThrow(),
  )
}

export type CardStyle = { hasPointDecimals: boolean; domain: string; telegramLink: string | null }

export async function cardStyle(db: CabinetDb): Promise<CardStyle> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select(['has_point_decimals', 'domain', 'telegram_link'])
    .where('id', '=', db.cabinetId)
    .executeTakeFirstOrThrow()
  return { hasPointDecimals: row.has_point_decimals, domain: row.domain, telegramLink: row.telegram_link }
}

export async function setTelegramLink(db: CabinetDb, text: string | null): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ telegram_link: text }).where('id', '=', db.cabinetId).execute()
}

export async function updateGeneral(db: CabinetDb, change: GeneralChange): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set(change).where('id', '=', db.cabinetId).execute()
}

export async function phoneOf(db: CabinetDb): Promise<string | null> {
  return (
    (await tables(db.tx).selectFrom('cabinets').select('phone').where('id', '=', db.cabinetId).executeTakeFirst())
      ?.phone ?? null
  )
}

export async function logoOf(db: CabinetDb): Promise<string | null> {
  return (
    (await tables(db.tx).selectFrom('cabinets').select('logo_id').where('id', '=', db.cabinetId).executeTakeFirst())
      ?.logo_id ?? null
  )
}

export async function setPhone(db: CabinetDb, phone: string): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ phone }).where('id', '=', db.cabinetId).execute()
}

export async function setExportAllowed(db: CabinetDb, isAllowed: boolean): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ is_export_allowed: isAllowed })
    .where('id', '=', db.cabinetId)
    .execute()
}

export async function isExportAllowed(db: CabinetDb): Promise<boolean> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select('is_export_allowed')
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.is_export_allowed ?? false
}

export async function markPollFinished(db: CabinetDb): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ is_poll_finished: true }).where('id', '=', db.cabinetId).execute()
}

export async function setOnTestCertificate(db: CabinetDb, isTest: boolean): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ is_on_test_certificate: isTest })
    .where('id', '=', db.cabinetId)
    .execute()
}

export async function takeNoticeNumber(db: CabinetDb): Promise<number> {
  const row = await tables(db.tx)
    .updateTable('cabinets')
    .set((of) => ({ notices: of('notices', '+', 1) }))
    .where('id', '=', db.cabinetId)
    .returning('notices')
    .executeTakeFirstOrThrow()
  return row.notices
}
