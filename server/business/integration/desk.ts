/** The desk for clients that a CRM refused or that are in doubt: who they are, and what a person decides. */
import { sendsTo } from '../../../contract/business/integration.ts'
import type { z } from 'zod'
import type { Candidate, Desk, deskCalls, Trouble } from '../../../contract/business/crm-desk.ts'
import { DESK_PAGE } from '../../../contract/business/crm-desk.ts'
import type { ClientSync } from '../../../contract/business/crm-sync.ts'
import { integration as contract } from '../../../contract/business/integration.ts'
import type { OutsideCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { getClient, type StoredClient } from '../../people/clients/clients.ts'
import type { Connector, Found, Known } from '../../engines/crm/connector.ts'
import { abilitiesOf } from '../../engines/crm/crm.ts'
import { Rejected } from '../../engines/crm/troubles.ts'
import { accessOf, callCrm, connectorFor } from './access.ts'
import { amountsOf, takeOver } from './both-sides.ts'
import { readClientSync } from './client-sync.ts'
import * as rows from './clients-sql.ts'
import { lockBoth } from './held.ts'
import { about } from './exchanges.ts'
import { changeLink, UNLINKED } from './links-sql.ts'
import { sums, UNKNOWN } from './meeting.ts'
import { enqueueReading } from './reading.ts'
import { rebase } from './rebase.ts'
import { keepAndUnlink } from './relink.ts'
import * as sql from './sql.ts'
import { expectActive } from './writing.ts'

const refuse = refusals(contract)

export async function readDesk(
  db: CabinetDb,
  { trouble, after }: { trouble?: Trouble | undefined; after?: string | undefined },
): Promise<Desk> {
  const found = await rows.troubledAfter(db, { trouble, after: after ?? null }, DESK_PAGE + 1)
  const page = found.slice(0, DESK_PAGE)
  const links = (await sql.findIntegration(db))?.field_map ?? []
  return {
    ...(await rows.countTroubled(db)),
    clients: page.map((row) => ({
      id: row.id,
      name: row.name,
      surname: row.surname,
      tel: row.tel,
      cardNumber: row.card_number,
      trouble: row.doubt !== null ? 'doubt' : row.fault !== null ? 'refused' : 'field',
      doubt: row.doubt,
      fault: row.fault,
      reason: row.fault === null ? null : row.fault_reason,
      fields: links.flatMap(({ ours, theirs, name }) => {
        const fault = row.field_faults?.[theirs]
        return fault ? [{ ours, theirs, name, ...fault }] : []
      }),
    })),
    next: found.length > DESK_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

/** @throws Refusal integration_not_configured, integration_not_active */
export async function readFromCrm(app: App, db: CabinetDb): Promise<void> {
  await expectActive(db)
  await enqueueReading(app, db)
}

type Asked = { row: sql.IntegrationRow; connector: Connector; client: StoredClient; found: readonly Found[] }

/** Asks the CRM for everybody who may be this client. */
async function searchFor(ctx: OutsideCtx, id: string): Promise<Asked> {
  const { row, client } = await openForWork(ctx.app, ctx.cabinet.id, async (db) => ({
    client: await getClient(db, id),
    row: await expectActive(db),
  }))
  const connector = connectorFor(row.type)
  const known: Known = {
    crmId: null,
    tel: client.tel,
    email: client.email,
    cardNumber: String(client.card_number).padStart(6, '0'),
  }
  const access = accessOf(ctx.app, row)
  const found = await about(id, () => callCrm(ctx.app, access, (verbs) => verbs.search(known))).catch(
    (error: unknown) => {
      if (error instanceof Rejected) return [] // nobody there can be searched for by this
      throw error
    },
  )
  return { row, connector, client, found: [...new Map(found.map((one) => [one.crmId, one])).values()] }
}

type Candidates = z.output<(typeof deskCalls)['listCandidates']['reply']>

/** @throws Refusal client_not_found, integration_not_configured, integration_not_active, crm_… about the access */
export async function listCandidates(ctx: OutsideCtx, id: string): Promise<Candidates> {
  const asked = await searchFor(ctx, id)
  const ours = amountsOf(asked.client)
  const choice = {
    ours,
    base: UNKNOWN,
    abilities: asked.connector.amounts(asked.row.settings, asked.row.categories),
    policy: asked.row.policy,
  }
  return openForWork(ctx.app, ctx.cabinet.id, async (db) => {
    const [sync] = await rows.clientSyncs(db, [id])
    const isWritten = sync?.is_write === true && sendsTo(abilitiesOf(asked.connector, asked.row.settings))
    const candidates: Candidate[] = []
    for (const one of asked.found) {
      candidates.push({
        crmId: one.crmId,
        name: [one.person.name, one.person.surname].filter(Boolean).join(' '),
        tel: one.tel,
        cardNumber: one.cardNumber,
        isCompany: one.isCompany === true,
        isLinked: one.crmId === sync?.crm_id,
        linkedTo: await linkedTo(db, one.crmId, id),
        theirs: sums(one.amounts),
        after: sums(rebase({ ...choice, theirs: one.amounts, isWritten }).ours),
      })
    }
    return { ours: sums(ours), candidates }
  })
}

async function linkedTo(db: CabinetDb, crmId: string, id: string): Promise<Candidate['linkedTo']> {
  const other = await rows.clientOfCrm(db, crmId)
  if (other === undefined || other === id) return null
  const { name, surname } = await getClient(db, other)
  return { id: other, name: `${name} ${surname}`.trim() }
}

/**
 * A person says who this client is there; both sides' amounts meet by the rules of the first exchange.
 * @throws Refusal crm_exchange_open, crm_client_gone, crm_client_taken, crm_client_company, and those of listCandidates
 */
export async function linkClient(ctx: OutsideCtx, id: string, crmId: string): Promise<ClientSync> {
  const { row, connector, found } = await searchFor(ctx, id)
  const one = found.find((candidate) => candidate.crmId === crmId)
  if (!one) throw refuse('crm_client_gone')
  if (one.isCompany) throw refuse('crm_client_company')
  return openForWork(ctx.app, ctx.cabinet.id, async (db) => {
    await expectActive(db)
    const both = await lockBoth(db, { connector, row }, id)
    if (!both) throw refuse('client_not_found')
    const other = await linkedTo(db, crmId, id)
    if (other) throw refuse('crm_client_taken', { name: other.name })
    if (both.link.crm_id !== null && both.link.crm_id !== crmId) {
      await keepAndUnlink(db, both, crmId, { userId: ctx.user.userId, now: ctx.app.clock.now() })
      both.link = { ...both.link, ...UNLINKED }
    }
    // Linked already, and exchanged since: what was searched for may be older than that.
    if (both.link.met_at === null) {
      // What an earlier try was about to add is somebody else, or this very one.
      await changeLink(db, id, { is_creating: false, operation_id: null })
      await takeOver(ctx.app, db, both, one)
      await changeLink(db, id, { fault: null })
    }
    // What is on the card and not there goes out with the next exchange, which begins now.
    await enqueueReading(ctx.app, db)
    const sync = await readClientSync(db, id)
    if (!sync) throw refuse('integration_not_configured')
    return sync
  })
}
