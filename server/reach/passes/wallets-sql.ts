/** Which wallets have the cards now: of clients, of a template, of a message's recipients. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { organisationOfTemplate } from '../../cards/templates/templates.ts'
import { type ClientCondition, type ClientSample, isClient, mergedClients } from '../../people/clients/clients.ts'
import { cardsOfPeople } from './in-queries.ts'
import { IS_COUNTED, IS_IN_APPLE, IS_VALID } from './sql.ts'

export type Wallet = 'apple' | 'google'

type Held = { id: string; apple: boolean; google: boolean }
const heldIn = ({ apple, google }: Held): Wallet[] => [
  ...(apple ? ['apple' as const] : []),
  ...(google ? ['google' as const] : []),
]

/** `removedAt`: when the last card left its last wallet; null while one is in a wallet, and when none ever was. */
export type InWallets = { installs: Wallet[]; removedAt: Date | null }

/** Of all cards of a person; who never had one in a wallet is left out. Kept by triggers (0190-client-wallets.sql). */
export async function walletsOfClients(db: CabinetDb, clientIds: readonly string[]): Promise<Map<string, InWallets>> {
  const { rows } = await sql<Held & { removedAt: Date | null }>`
    select w.client_id as id, w.in_apple as apple, w.in_google as google, w.removed_at as "removedAt"
    from client_wallets w
    where w.cabinet_id = ${db.cabinetId} and w.client_id = any(${[...clientIds]}::uuid[])`.execute(db.tx)
  return new Map(rows.map((row) => [row.id, { installs: heldIn(row), removedAt: row.removedAt }]))
}

/** Wallets that have a card of the client, but not its latest version. */
export async function walletsBehind(db: CabinetDb, clientIds: readonly string[]): Promise<Map<string, Wallet[]>> {
  const { rows } = await sql<Held>`
    select p.client_id as id, bool_or(${IS_IN_APPLE} and p.fetched_version < p.version) as apple,
      bool_or(p.google_object_id is not null and p.google_version < p.version) as google from passes p
    where p.cabinet_id = ${db.cabinetId} and p.client_id = any(${[...clientIds]}::uuid[])
    group by p.client_id`.execute(db.tx)
  return new Map(rows.map((row) => [row.id, heldIn(row)]))
}

export async function countPassesSigned(db: CabinetDb, certificateIds: readonly string[]): Promise<[string, number][]> {
  // Both sides come in the order of cards, from indexes alone.
  const { rows } = await sql<{ id: string; cards: number }>`
    select signer.id, held.cards from unnest(${[...certificateIds]}::uuid[]) signer(id)
    cross join lateral (
      select count(*)::int as cards from passes p
      join (select distinct cabinet_id, pass_id from registrations where cabinet_id = ${db.cabinetId}) r
        on r.cabinet_id = p.cabinet_id and r.pass_id = p.id
      where p.cabinet_id = ${db.cabinetId} and p.certificate_id = signer.id
    ) held where held.cards > 0`.execute(db.tx)
  return rows.map((row) => [row.id, row.cards])
}

export type Reach = { clients: number; apple: number; google: number; noCard: number }

/**
 * Clients with cards of these templates, by wallet; who has them in both counts for Apple.
 * @param of `holders`: among these; `sample`: only of these clients, and `seen` says how many they are
 */
export async function countReach(
  db: CabinetDb,
  templateIds: readonly string[] | null,
  { holders, sample }: { holders: ClientCondition | undefined; sample?: ClientSample },
): Promise<Reach & { seen: number }> {
  const isHeld = sample ? sql`true` : isClient(db, 'p.person_id', holders === undefined ? [] : [holders])
  const isOfThese = templateIds === null ? sql`true` : sql`p.template_id = any(${[...templateIds]}::uuid[])`
  const sampled = sample?.rows ?? sql`select null::uuid as id where false`
  const fits = (sample && holders) ?? sql`true`
  // Nobody in the sample was merged into another client; the cards of those who were belong to the one who stays.
  const { rows } = await sql<Reach & { seen: number }>`
    with seen as materialized (${sampled}),
      fitting as materialized (select clients.id from seen clients where ${fits})
    select count(*)::int as clients, (count(*) filter (where a))::int as apple,
      (count(*) filter (where g and not a))::int as google,
      (count(*) filter (where not a and not g))::int as "noCard", (select count(*)::int from seen) as seen
    from (select bool_or(${IS_VALID} and p.google_saved_at is not null) as g,
        bool_or(${IS_VALID} and ${IS_IN_APPLE}) as a from (${cardsOfPeople(db)}) p
      where ${isOfThese} and ${IS_COUNTED} and ${isHeld}
        and (${sample === undefined}::boolean or p.client_id = any(array(select id from fitting) || array(
          select merged.id from (${mergedClients(db)}) merged where merged.kept_id in (select id from fitting))))
      group by p.person_id) x`.execute(db.tx)
  return rows[0] ?? { clients: 0, apple: 0, google: 0, noCard: 0, seen: 0 }
}

export type Recipient = {
  passId: string
  clientId: string
  version: number
  hasApple: boolean
  googleObjectId: string | null
  googleNotifiedAt: Date[]
  organisation: string
}

export async function recipients(db: CabinetDb, passIds: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select p.id as "passId", p.client_id as "clientId", p.version, p.google_notified_at as "googleNotifiedAt",
      ${IS_VALID} and ${IS_IN_APPLE} as "hasApple",
      case when ${IS_VALID} and p.google_saved_at is not null then p.google_object_id end as "googleObjectId",
      ${organisationOfTemplate(db, 'p.template_id')} as organisation
    from passes p where p.cabinet_id = ${db.cabinetId} and p.id = any(${[...passIds]}::uuid[])
    order by p.id`.execute(db.tx)
  return rows
}
