/**
 * What becomes of people whom a CRM has, each beside the clients that are here. Who is linked already, or will be by
 * the exchange, is left to it: it alone lets amounts of both sides meet.
 */
import type { ImportChoices } from '../../../contract/people/imports.ts'
import type { CabinetDb } from '../../base/db.ts'
import { whoIs } from '../../engines/crm/who-is.ts'
import { clientsByKeys, type StoredClient } from '../clients/clients.ts'
import type { ImportedFacts } from '../clients/import-change.ts'
import type { ImportDoors } from './doors.ts'
import { type Judged, withKept } from './judge.ts'
import type { ReadLine } from './line-facts.ts'
import { plasticNumber } from './staged-line.ts'

type Choices = Pick<ImportChoices, 'withoutPhone' | 'consentOn'>
type Doors = Pick<ImportDoors, 'linkedInCrm' | 'clientsInCrm'>

type Here = {
  byTel: ReadonlyMap<string, StoredClient>
  byNumber: ReadonlyMap<number, StoredClient>
  linked: ReadonlyMap<string, string>
  inCrm: ReadonlySet<string>
  several: ReadonlySet<string>
  /** Numbers of lines before this one. */
  given: Set<number>
}

async function readHere(db: CabinetDb, facts: readonly ImportedFacts[], several: Here['several'], doors: Doors) {
  const clients = await clientsByKeys(db, {
    tels: facts.flatMap(({ tel }) => tel ?? []),
    cardNumbers: facts.flatMap((one) => plasticNumber(one) ?? []),
    cardTracks: [],
  })
  const all = await withKept(db, clients)
  const keptOf = (client: StoredClient): StoredClient => {
    const kept = all.get(client.merged_into ?? '')
    return kept ? keptOf(kept) : client
  }
  return {
    byTel: new Map(clients.filter(({ tel }) => tel !== '').map((client) => [client.tel, keptOf(client)])),
    byNumber: new Map(clients.map((client) => [client.card_number, keptOf(client)])),
    linked: await doors.linkedInCrm(
      db,
      facts.flatMap(({ crm }) => crm?.id ?? []),
    ),
    inCrm: await doors.clientsInCrm(
      db,
      [...all.values()].map(({ id }) => id),
    ),
    several,
    given: new Set<number>(),
  } satisfies Here
}

/** @param several phones that several people there have */
export async function judgeStaged(
  db: CabinetDb,
  lines: readonly ReadLine[],
  choices: Choices,
  several: ReadonlySet<string>,
  doors: Doors,
): Promise<Judged[]> {
  const right = lines.filter(({ faults }) => faults.length === 0)
  const here = await readHere(
    db,
    right.map(({ facts }) => facts),
    several,
    doors,
  )
  return lines.map(({ line, facts: read, faults }) => {
    const { card_number: _, ...facts } = {
      ...(choices.consentOn !== null && { consent_on: choices.consentOn }),
      ...read,
    }
    const judged = { line, facts, faults, client: undefined, change: {}, newTags: [] }
    if (faults.length > 0) return { ...judged, verdict: 'bad' }
    return { ...judged, ...beside(facts, here, choices) }
  })
}

function beside(facts: ImportedFacts, here: Here, choices: Choices): Pick<Judged, 'verdict'> & Partial<Judged> {
  const { tel = '' } = facts
  const linkedId = here.linked.get(facts.crm?.id ?? '')
  if (linkedId !== undefined) return { verdict: 'known', linkedId }
  if (tel === '' && !choices.withoutPhone) return { verdict: 'bad', faults: [{ code: 'no_phone' }] }
  const [client, another] = matchesOf(facts, here)
  if (here.several.has(tel)) return { verdict: 'doubt', faults: [{ code: 'several_there' }], client }
  if (another) return { verdict: 'doubt', faults: [{ code: 'two_clients' }], client }
  if (!client) return { verdict: 'fresh', facts: withNumber(facts, here) }
  if (client.archived_at !== null) return { verdict: 'archived', client }
  if (here.inCrm.has(client.id)) return { verdict: 'doubt', faults: [{ code: 'linked_elsewhere' }], client }
  return { verdict: 'matched', client }
}

/** By the phone; by a card number only where phones do not contradict. */
function matchesOf(facts: ImportedFacts, { byTel, byNumber }: Here): StoredClient[] {
  const { tel = '', email = '', crm } = facts
  const ofTel = byTel.get(tel)
  const ofNumber = byNumber.get(plasticNumber(facts) ?? 0)
  const found = { crmId: crm?.id ?? '', tel, cardNumber: crm?.card ?? '', person: { email }, amounts: {} }
  const isSame =
    ofNumber !== undefined &&
    whoIs({ crmId: null, tel: ofNumber.tel, email: ofNumber.email, cardNumber: String(ofNumber.card_number) }, [found])
      .kind === 'same'
  const all = [...(ofTel ? [ofTel] : []), ...(isSame ? [ofNumber] : [])].filter(({ erased_at: at }) => at === null)
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

/** The number of the old card goes on where nobody here has it; otherwise the client gets a new one. */
function withNumber(facts: ImportedFacts, { byNumber, given }: Here): ImportedFacts {
  const number = plasticNumber(facts)
  if (number === undefined || byNumber.has(number) || given.has(number)) return facts
  given.add(number)
  return { ...facts, card_number: number }
}
