/** What an import asks of rooms above this one; passed in by `server/composed/imports`. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Language } from '../../../contract/limits.ts'
import type { ImportedColumns, ImportedFacts } from '../clients/import-change.ts'

export type MetAmounts = { balanceMinor: number; bonusMinor: number; discountHundredths: number }

export type ImportDoors = {
  /** @returns the ids of those that were added, or `full` */
  addImported(
    app: App,
    db: CabinetDb,
    clients: readonly { id: string; facts: ImportedFacts }[],
    batch: { templateId: string; lang: Language; consentSource: string; by: string; asPreorders: boolean },
  ): Promise<string[] | 'full'>
  /** @returns the ids of those that were changed */
  changeImported(
    app: App,
    db: CabinetDb,
    changes: readonly { id: string; version: number; change: Partial<ImportedColumns> }[],
    by: string,
  ): Promise<string[]>
  /** @returns the ids of those that were removed */
  removeImported(db: CabinetDb, ids: readonly string[]): Promise<string[]>
  /** The connected CRM, and whether clients are written to it. */
  crmOf(db: CabinetDb): Promise<{ title: string; writes: boolean } | null>
  /** Those of these clients whom the CRM knows. */
  clientsInCrm(db: CabinetDb, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** These clients are not written to the CRM until somebody wants it. */
  keepFromCrm(db: CabinetDb, ids: readonly string[]): Promise<void>
  /** The clients who are linked with these people of the CRM, by the ids there. */
  linkedInCrm(db: CabinetDb, crmIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Clients who came from the CRM, and who they are there. */
  linkImported(app: App, db: CabinetDb, clients: readonly { id: string; facts: ImportedFacts }[]): Promise<void>
  /** Clients who are known in the CRM, as it seems: the exchange asks and decides. */
  leaveToExchange(app: App, db: CabinetDb, ids: readonly string[]): Promise<void>
  /** Clients of whom it is unclear who they are in the CRM: a person decides. */
  bringToDesk(db: CabinetDb, ids: readonly string[]): Promise<void>
  /** Clients who get the link to their card when preorders are sent. */
  keepPreorders(
    app: App,
    db: CabinetDb,
    clients: readonly { id: string; templateId: string; email: string }[],
  ): Promise<void>
  /** How amounts of both sides meet; null: no exchange goes on. */
  meetingOf(db: CabinetDb): Promise<((ours: MetAmounts, theirs: Partial<MetAmounts>) => MetAmounts) | null>
}
