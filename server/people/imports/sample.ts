/** The lines that are shown before an import starts. */
import type { ImportFile } from '../../../contract/people/imports.ts'
import type { CabinetDb } from '../../base/db.ts'
import { clientsByIds, type StoredClient } from '../clients/clients.ts'
import type { ImportDoors, MetAmounts } from './doors.ts'
import * as sql from './sql.ts'

type Line = ImportFile['sample'][number]
type Meeting = Awaited<ReturnType<ImportDoors['meetingOf']>>

const SAMPLE_LINES = 20
const SHOWN: readonly sql.Verdict[] = ['fresh', 'changing', 'same', 'known', 'archived', 'bad']
/** Of a CRM, some of each kind: who is here already matters most, and new ones may be the first thousand. */
export const SHOWN_OF_CRM: Readonly<Partial<Record<sql.Verdict, number>>> = {
  matched: 8,
  doubt: 6,
  fresh: 8,
  bad: 4,
  archived: 2,
  known: 2,
}
const KINDS_OF_CRM = Object.keys(SHOWN_OF_CRM) as sql.Verdict[]

/** Where they are is known from the check; by its kind the last one of a rare kind would be looked for in all lines. */
async function rowsOfCrm(db: CabinetDb, { id, counts }: sql.ImportRow): Promise<sql.LineRow[]> {
  if (counts.shown) {
    const rows = counts.shown.length === 0 ? [] : await sql.rowsAt(db, id, counts.shown)
    return KINDS_OF_CRM.flatMap((kind) => rows.filter(({ verdict }) => verdict === kind))
  }
  const rows: sql.LineRow[] = []
  for (const [verdict, limit] of Object.entries(SHOWN_OF_CRM))
    rows.push(...(await sql.nextRows(db, id, { verdicts: [verdict as sql.Verdict], afterLine: 0, limit })))
  return rows
}

/** @throws nothing; an import that was not checked has none */
export async function sampleOf(db: CabinetDb, row: sql.ImportRow, doors: ImportDoors): Promise<Line[]> {
  const { id, state, crm } = row
  if (state !== 'checked') return []
  if (crm === null) {
    const rows = await sql.nextRows(db, id, { verdicts: SHOWN, afterLine: 0, limit: SAMPLE_LINES })
    return rows.map((one) => lineOf(one, undefined, null))
  }
  const rows = await rowsOfCrm(db, row)
  const ids = rows.flatMap((one) => one.client_id ?? [])
  const clients = new Map((await clientsByIds(db, ids)).map((one) => [one.id, one]))
  const meeting = await doors.meetingOf(db)
  return rows.map((one) => lineOf(one, clients.get(one.client_id ?? ''), meeting))
}

function lineOf(row: sql.LineRow, client: StoredClient | undefined, meeting: Meeting): Line {
  const { line, verdict, facts, faults } = row
  const theirs = {
    balanceMinor: facts?.balance_minor ?? null,
    bonusMinor: facts?.bonus_minor ?? null,
    discountHundredths: facts?.discount_hundredths ?? null,
  }
  const here = client && {
    balanceMinor: client.balance_minor,
    bonusMinor: client.bonus_minor,
    discountHundredths: client.discount_hundredths,
  }
  return {
    line,
    verdict: verdict as Line['verdict'],
    name: `${facts?.name ?? ''} ${facts?.surname ?? ''}`.trim(),
    tel: facts?.tel ?? '',
    card: String(facts?.card_number ?? facts?.card_track ?? facts?.crm?.card ?? ''),
    ...theirs,
    here: here ?? null,
    after: verdict === 'matched' && here && meeting ? meeting(here, present(theirs)) : null,
    faults: [...new Set(faults.map(({ code }) => code))],
  }
}

/** What is absent there does not meet what is here. */
const present = (theirs: Pick<Line, keyof MetAmounts>): Partial<MetAmounts> =>
  Object.fromEntries(Object.entries(theirs).filter(([, value]) => value !== null))
