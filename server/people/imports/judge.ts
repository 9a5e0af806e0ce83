/** What becomes of lines: each beside the clients that are there. The check and the import ask the same. */
import type { ImportChoices } from '../../../contract/people/imports.ts'
import type { CabinetDb } from '../../base/db.ts'
import { clientsByIds, clientsByKeys, type StoredClient, tagsOfClients } from '../clients/clients.ts'
import { changeOfImport, type ImportedColumns, type ImportedFacts } from '../clients/import-change.ts'
import type { ImportDoors } from './doors.ts'
import type { FaultOf, ReadLine } from './line-facts.ts'

export type Judged = {
  line: number
  facts: ImportedFacts
  faults: FaultOf[]
  verdict: 'bad' | 'fresh' | 'changing' | 'same' | 'known' | 'archived' | 'matched' | 'doubt'
  client: StoredClient | undefined
  /** Of a CRM: who is linked with this person there. */
  linkedId?: string
  change: Partial<ImportedColumns>
  /** Tags of the line that the client lacks. */
  newTags: string[]
}
type Choices = Pick<ImportChoices, 'known' | 'bringBack' | 'consentSource' | 'consentOn'>

const keysOf = ({ tel, card_number: number, card_track: track }: ImportedFacts): string[] => [
  ...(tel === undefined ? [] : [`tel ${tel}`]),
  ...(number === undefined ? [] : [`number ${number}`]),
  ...(track === undefined ? [] : [`track ${track}`]),
]

type Known = ReadonlyMap<string, StoredClient>

/** With those into whom they were merged. */
export async function withKept(db: CabinetDb, clients: readonly StoredClient[]): Promise<Map<string, StoredClient>> {
  const all = new Map(clients.map((client) => [client.id, client]))
  for (;;) {
    const kept = [...all.values()].flatMap(({ merged_into: id }) => (id === null || all.has(id) ? [] : [id]))
    const found = await clientsByIds(db, kept)
    if (found.length === 0) return all
    for (const client of found) all.set(client.id, client)
  }
}

/** Clients by each of the keys that the lines name. A client who was merged into another is that other one. */
async function knownClients(db: CabinetDb, lines: readonly ReadLine[]): Promise<Known> {
  const facts = lines.filter(({ faults }) => faults.length === 0).map((line) => line.facts)
  const clients = await clientsByKeys(db, {
    tels: facts.flatMap(({ tel }) => tel ?? []),
    cardNumbers: facts.flatMap((one) => one.card_number ?? []),
    cardTracks: facts.flatMap((one) => one.card_track ?? []),
  })
  const all = await withKept(db, clients)
  const keptOf = (client: StoredClient): StoredClient => {
    const kept = all.get(client.merged_into ?? '')
    return kept ? keptOf(kept) : client
  }
  return new Map(clients.flatMap((client) => keysOf(client).map((key) => [key, keptOf(client)])))
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
  const ids = [...new Set([...known.values()].map(({ id }) => id))]
  const tagged = await tagsOfClients(db, lines.some(({ facts }) => facts.tags) ? ids : [])
  const inCrm = await clientsInCrm(db, ids)
  return lines.map(({ line, facts: read, faults }) => {
    const facts = choices.consentOn === null ? read : { consent_on: choices.consentOn, ...read }
    const judged = { line, facts, faults, client: undefined, change: {}, newTags: [] }
    if (faults.length > 0) return { ...judged, verdict: 'bad' }
    const keys = keysOf(facts)
    const clients = [...new Set(keys.flatMap((key) => known.get(key) ?? []))]
    // One line may name the phone, and another the card of the same client.
    const marks = [...keys, ...(clients.length === 1 ? clients.map(({ id }) => `client ${id}`) : [])]
    const first = marks.map((mark) => seen.get(mark)).find((other) => other !== undefined)
    // A line that is judged again after a deadlock has seen itself.
    if (first !== undefined && first !== line)
      return { ...judged, verdict: 'bad', faults: [{ code: 'repeated', other: first }] }
    for (const mark of marks) seen.set(mark, line)
    return { ...judged, ...beside(facts, clients, { known, inCrm, tagged }, choices) }
  })
}

function beside(
  facts: ImportedFacts,
  clients: readonly StoredClient[],
  { known, inCrm, tagged }: { known: Known; inCrm: ReadonlySet<string>; tagged: ReadonlyMap<string, string[]> },
  choices: Choices,
): Pick<Judged, 'verdict'> & Partial<Judged> {
  const [client, another] = clients
  if (clients.some(({ erased_at: at }) => at !== null)) return { verdict: 'bad', faults: [{ code: 'erased_card' }] }
  if (another) return { verdict: 'bad', faults: [{ code: 'two_clients' }] }
  if (!client) return { verdict: 'fresh' }
  const isBack = client.archived_at !== null
  if (isBack && !choices.bringBack) return { verdict: 'archived', client }
  // The CRM has the last word about its clients, so nothing of theirs is changed here behind its back.
  const isLeft = choices.known === 'skip' || inCrm.has(client.id)
  if (isLeft && !isBack) return { verdict: 'known', client }
  const { card_number: number } = facts
  if (number !== undefined && known.get(`number ${number}`) !== client)
    return { verdict: 'bad', faults: [{ code: 'other_card' }], client }
  const change = {
    ...(!isLeft && changeOfImport(client, withoutKnownKeys(facts, known), choices.known, choices.consentSource)),
    ...(isBack && { archived_at: null }),
  }
  const has = new Set((tagged.get(client.id) ?? []).map((name) => name.toLowerCase()))
  const newTags = isLeft ? [] : (facts.tags ?? []).filter((name) => !has.has(name.toLowerCase()))
  return { verdict: Object.keys(change).length + newTags.length > 0 ? 'changing' : 'same', client, change, newTags }
}

/** What this client is known by already, also as the one that was merged into it, is nothing to change. */
function withoutKnownKeys({ tel, card_track: track, ...facts }: ImportedFacts, known: Known): ImportedFacts {
  return {
    ...facts,
    ...(tel !== undefined && !known.has(`tel ${tel}`) && { tel }),
    ...(track !== undefined && !known.has(`track ${track}`) && { card_track: track }),
  }
}
