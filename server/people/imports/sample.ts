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
const OF_CRM = { matched: 8, doubt: 6, fresh: 8, bad: 4, archived: 2, known: 2 } as const

/** @throws nothing; an import that was not checked has none */
export async function sampleOf(db: CabinetDb, { id, state, crm }: sql.ImportRow, doors: ImportDoors): Promise<Line[]> {
  if (state !== 'checked') return []
  if (crm === null) {
    const rows = await sql.nextRows(db, id, { verdicts: SHOWN, afterLine: 0, limit: SAMPLE_LINES })
    return rows.map((row) => lineOf(row, undefined, null))
  }
  const rows: sql.LineRow[] = []
  for (const [verdict, limit] of Object.entries(OF_CRM))
    rows.push(...(await sql.nextRows(db, id, { verdicts: [verdict as sql.Verdict], afterLine: 0, limit })))
  const ids = rows.flatMap((row) => row.client_id ?? [])
  const clients = new Map((await clientsByIds(db, ids)).map((one) => [one.id, one]))
  const meeting = await doors.meetingOf(db)
  return rows.map((row) => lineOf(row, clients.get(row.client_id ?? ''), meeting))
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
