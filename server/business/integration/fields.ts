/** The field map of a CRM: what the owner maps, and what a person decides where both sides have changed a value. */
import type { z } from 'zod'
import {
  canMeet,
  type fieldCalls,
  type FieldMap,
  type OurField,
  type TheirField,
} from '../../../contract/business/crm-fields.ts'
import type { ClientSync } from '../../../contract/business/crm-sync.ts'
import { integration as contract, receivesFrom, sendsTo } from '../../../contract/business/integration.ts'
import type { OutsideCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { abilitiesOf } from '../../engines/crm/crm.ts'
import { getClient } from '../../people/clients/clients.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { saveFromCrm } from '../../reach/holders/holders.ts'
import { accessOf, callCrm, connectorFor, expectIntegration } from './access.ts'
import { readClientSync } from './client-sync.ts'
import { lockBoth } from './held.ts'
import { asOurs, guessPairs, mergedFaults, type StoredLink } from './field-map.ts'
import { raiseWritten, settleExchange } from './links-sql.ts'
import { setFieldMap } from './fields-sql.ts'
import { forgetFields } from './forget.ts'
import { listOurFields } from './our-fields.ts'
import { enqueueReading } from './reading.ts'
import * as sql from './sql.ts'
import { expectActive } from './writing.ts'

const refuse = refusals(contract)
type Input = z.output<(typeof fieldCalls)['saveFieldMap']['body']>
type Theirs = z.output<(typeof fieldCalls)['listCrmFields']['reply']>

function mapOf(row: sql.IntegrationRow, ours: OurField[]): FieldMap {
  const connector = connectorFor(row.type)
  const abilities = abilitiesOf(connector, row.settings)
  return {
    customFields: connector.customFields?.(row.settings) ?? 'none',
    canSend: sendsTo(abilities),
    canReceive: receivesFrom(abilities),
    ours,
    links: row.field_map.map(({ ourKind: _, ...link }) => link),
    version: row.version,
  }
}

export async function readFieldMap(db: CabinetDb): Promise<FieldMap | null> {
  const row = await sql.findIntegration(db)
  return row ? mapOf(row, await listOurFields(db)) : null
}

type Both = { row: sql.IntegrationRow; ours: OurField[] }
const openBoth = (ctx: OutsideCtx): Promise<Both> =>
  openForWork(ctx.app, ctx.cabinet.id, async (db) => ({
    row: await expectIntegration(db),
    ours: await listOurFields(db),
  }))

const theirsReply = ({ row, ours }: Both, fields: TheirField[]): Theirs => ({
  fields,
  guesses: guessPairs(ours, fields, row.field_map),
})

/** @throws Refusal integration_not_configured, crm_… about the access */
export async function listCrmFields(ctx: OutsideCtx): Promise<Theirs> {
  const both = await openBoth(ctx)
  const list = (): Promise<TheirField[]> =>
    callCrm(ctx.app, accessOf(ctx.app, both.row), async (verbs) => (await verbs.listFields?.()) ?? [])
  return theirsReply(both, await list())
}

/** @throws Refusal fields_not_made, and those of listCrmFields */
export async function createCrmFields(
  ctx: OutsideCtx,
  wanted: readonly Pick<TheirField, 'name' | 'kind'>[],
): Promise<Theirs> {
  const both = await openBoth(ctx)
  if (mapOf(both.row, []).customFields !== 'made') throw refuse('fields_not_made')
  const fields = await callCrm(
    ctx.app,
    accessOf(ctx.app, both.row),
    async (verbs) => (await verbs.setUp?.(wanted)) ?? [],
  )
  return theirsReply(both, fields)
}

/**
 * Fields that are mapped already stay as they are; for others the CRM is asked.
 * @throws Refusal mapped_field_gone, mapped_field_unfit, version_conflict, and those of listCrmFields
 */
export async function saveFieldMap(ctx: OutsideCtx, { links, version }: Input): Promise<FieldMap> {
  const both = await openBoth(ctx)
  const isKnown = (one: Input['links'][number]) => both.row.field_map.some((link) => link.theirs === one.theirs)
  const theirs = links.every(isKnown) ? [] : (await listCrmFields(ctx)).fields
  const map = links.map((one, place) => linkOf(both, theirs, one, place))
  return openForWork(ctx.app, ctx.cabinet.id, async (db) => {
    const { id } = both.row
    if (!(await setFieldMap(db, { id, version }, map, ctx.app.clock.now()))) throw refuse('version_conflict')
    await startAnew(ctx.app, db, both.row, map)
    const saved = await readFieldMap(db)
    if (!saved) throw refuse('integration_not_configured')
    return saved
  })
}

function linkOf({ row, ours }: Both, theirs: TheirField[], one: Input['links'][number], place: number): StoredLink {
  const at = `links.${place}.theirs`
  const known = row.field_map.find((link) => link.theirs === one.theirs)
  const field = theirs.find(({ id }) => id === one.theirs) ?? (known && { ...known, isWritable: true })
  const value = ours.find((our) => our.ours === one.ours)
  if (!field) throw refuse('mapped_field_gone', {}, { [at]: { code: 'mapped_field_gone' } })
  const { canSend, canReceive } = mapOf(row, [])
  const mayGo = one.direction === 'from' || (canSend && field.isWritable)
  const mayCome = one.direction === 'to' || (canReceive && value?.isSentOnly === false)
  const isSame = known?.ours === one.ours && known.direction === one.direction
  if (!isSame && (!value || !canMeet(value.kind, field.kind) || !mayGo || !mayCome))
    throw refuse('mapped_field_unfit', {}, { [at]: { code: 'mapped_field_unfit' } })
  const { name, kind } = field
  const state = known && isSame ? known.state : 'ok'
  return { ...one, name, kind, ourKind: value?.kind ?? known?.ourKind ?? 'text', state }
}

/** Everybody whom a new pair concerns is written and read again, and what both sides had of it is unknown. */
async function startAnew(
  app: App,
  db: CabinetDb,
  before: sql.IntegrationRow,
  map: readonly StoredLink[],
): Promise<void> {
  const same = (one: StoredLink, other: StoredLink) =>
    one.ours === other.ours && one.theirs === other.theirs && one.direction === other.direction
  const fresh = map.filter((link) => !before.field_map.some((old) => same(old, link)))
  const left = before.field_map.filter((old) => !map.some((link) => same(old, link)))
  if (fresh.length === 0 && left.length === 0) return
  const isForgotten = await forgetFields(app, db, {
    theirs: [...fresh, ...left].map(({ theirs }) => theirs),
    isWritten: fresh.some(({ direction }) => direction !== 'from'),
    isRead: fresh.some(({ direction }) => direction !== 'to'),
  })
  if (isForgotten && before.is_on && !before.is_stopped && before.begun_at !== null) await enqueueReading(app, db)
}

/**
 * A person decides whose value counts: theirs is taken over at once, ours goes out with the next exchange.
 * @throws Refusal client_not_found, integration_not_configured, integration_not_active, mapped_field_settled
 */
export async function settleField(
  app: App,
  db: CabinetDb,
  id: string,
  { theirs, keep }: { theirs: string; keep: 'ours' | 'theirs' },
): Promise<ClientSync> {
  await getClient(db, id)
  const row = await expectActive(db)
  const both = await lockBoth(db, { connector: connectorFor(row.type), row }, id)
  if (!both) throw refuse('client_not_found')
  const fault = both.link.field_faults?.[theirs]
  const link = row.field_map.find((one) => one.theirs === theirs)
  const taken = link && fault?.reason === 'conflict' ? asOurs(link, fault.there) : null
  if (!link || !fault || taken === null) throw refuse('mapped_field_settled')
  await settleExchange(db, id, {
    their_fields: { ...both.link.their_fields, [theirs]: fault.there },
    field_faults: mergedFaults(both.link.field_faults, { [theirs]: null }),
    ...(keep === 'ours' && { written_version: null, written_digest: null }),
  })
  if (keep === 'theirs') {
    const changed = await saveFromCrm(app, db, id, {
      person: {},
      amounts: {},
      rewrites: false,
      fields: { [link.ours]: taken },
    })
    if (changed) await raiseWritten(db, id, { before: changed.before.version, after: changed.after.version })
  }
  const sync = await readClientSync(db, id)
  if (!sync) throw refuse('mapped_field_settled')
  return sync
}
