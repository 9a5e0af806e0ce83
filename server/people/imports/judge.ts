/** What becomes of lines: each beside the clients that are there. The check and the import ask the same. */
import type { ImportChoices } from '../../../contract/people/imports.ts'
import type { CabinetDb } from '../../base/db.ts'
import { clientsByKeys, type StoredClient } from '../clients/clients.ts'
import { changeOfImport, type ImportedColumns, type ImportedFacts } from '../clients/import-change.ts'
import type { ImportDoors } from './doors.ts'
import type { FaultOf, ReadLine } from './line-facts.ts'

export type Judged = {
  line: number
  facts: ImportedFacts
  faults: FaultOf[]
  verdict: 'bad' | 'fresh' | 'changing' | 'same' | 'known'
  client: StoredClient | undefined
  change: Partial<ImportedColumns>
}
type Choices = Pick<ImportChoices, 'known' | 'consentSource' | 'consentOn'>

const keysOf = ({ tel, card_number: number, card_track: track }: ImportedFacts): string[] => [
  ...(tel === undefined ? [] : [`tel ${tel}`]),
  ...(number === undefined ? [] : [`number ${number}`]),
  ...(track === undefined ? [] : [`track ${track}`]),
]

/** Clients by each of the keys that the lines name. */
async function knownClients(db: CabinetDb, lines: readonly ReadLine[]): Promise<Map<string, StoredClient>> {
  const facts = lines.filter(({ faults }) => faults.length === 0).map((line) => line.facts)
  const clients = await clientsByKeys(db, {
    tels: facts.flatMap(({ tel }) => tel ?? []),
    cardNumbers: facts.flatMap((one) => one.card_number ?? []),
    cardTracks: facts.flatMap((one) => one.card_track ?? []),
  })
  const known = new Map<string, StoredClient>()
  for (const client of clients) for (const key of keysOf(client)) known.set(key, client)
  return known
}

/** @param seen lines by the keys that they name, of the whole file so far: the first of two lines counts */
export async function judgeLines(
  db: CabinetDb,
  lines: readonly ReadLine[],
  choices: Choices,
  seen: Map<string, number>,
  { clientsInCrm }: Pick<ImportDoors, 'clientsInCrm'>,
): Promise<Judged[]> {
  const known = await knownClients(db, lines)
  const inCrm = await clientsInCrm(db, [...new Set([...known.values()].map(({ id }) => id))])
  return lines.map(({ line, facts: read, faults }) => {
    const facts = choices.consentOn === null ? read : { consent_on: choices.consentOn, ...read }
    const judged = { line, facts, faults, client: undefined, change: {} }
    if (faults.length > 0) return { ...judged, verdict: 'bad' }
    const keys = keysOf(facts)
    const first = keys.map((key) => seen.get(key)).find((other) => other !== undefined)
    // A line that is judged again after a deadlock has seen itself.
    if (first !== undefined && first !== line)
      return { ...judged, verdict: 'bad', faults: [{ code: 'repeated', other: first }] }
    for (const key of keys) seen.set(key, line)
    const clients = [...new Set(keys.flatMap((key) => known.get(key) ?? []))]
    return { ...judged, ...beside(facts, clients, choices, inCrm) }
  })
}

function beside(
  facts: ImportedFacts,
  [client, another]: readonly StoredClient[],
  { known, consentSource }: Choices,
  inCrm: ReadonlySet<string>,
): Pick<Judged, 'verdict'> & Partial<Judged> {
  if (another) return { verdict: 'bad', faults: [{ code: 'two_clients' }] }
  if (!client) return { verdict: 'fresh' }
  // The CRM has the last word about its clients, so nothing of theirs is changed here behind its back.
  if (known === 'skip' || inCrm.has(client.id)) return { verdict: 'known', client }
  if (facts.card_number !== undefined && facts.card_number !== client.card_number)
    return { verdict: 'bad', faults: [{ code: 'other_card' }], client }
  const change = changeOfImport(client, facts, known, consentSource)
  return { verdict: Object.keys(change).length > 0 ? 'changing' : 'same', client, change }
}
