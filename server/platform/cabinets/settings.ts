/** Facts that a cabinet keeps about itself, one by one. */
import type { PointsStyle } from '../../../contract/platform/general-settings.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './settings-sql.ts'

/** The phone of the business in E.164; null until one is given. */
export function phoneOf(db: CabinetDb): Promise<string | null> {
  return sql.phoneOf(db)
}

/** @param phone in E.164 */
export function setPhone(db: CabinetDb, phone: string): Promise<void> {
  return sql.setPhone(db, phone)
}

/** The picture of the logo; null until one is chosen. */
export function logoOf(db: CabinetDb): Promise<string | null> {
  return sql.logoOf(db)
}

/** How the business calls and writes its points. */
export function pointsStyle(db: CabinetDb): Promise<PointsStyle> {
  return sql.pointsStyle(db)
}

/** What cards need of the business: how it writes points, its identifier, and the text of its link to Telegram. */
export function cardStyle(db: CabinetDb): Promise<sql.CardStyle> {
  return sql.cardStyle(db)
}

/** @param text of the link on the back of cards; empty: in the client's language; null: no link */
export function setTelegramLink(db: CabinetDb, text: string | null): Promise<void> {
  return sql.setTelegramLink(db, text)
}

/** Whether the owner lets members export clients into files. */
export function isExportAllowed(db: CabinetDb): Promise<boolean> {
  return sql.isExportAllowed(db)
}

/** The questions about the business are not asked again. */
export function markPollFinished(db: CabinetDb): Promise<void> {
  return sql.markPollFinished(db)
}

/** Whether cards are signed by a certificate that only test phones trust. */
export function setOnTestCertificate(db: CabinetDb, isTest: boolean): Promise<void> {
  return sql.setOnTestCertificate(db, isTest)
}

/** Next number of a notice; the row is locked until the commit, so nobody sees a later notice before an earlier one. */
export function takeNoticeNumber(db: CabinetDb): Promise<number> {
  return sql.takeNoticeNumber(db)
}
