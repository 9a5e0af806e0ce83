/** What a bulk edit does to a few clients, and how that is taken back. */
import type { AmountKind } from '../../../contract/limits.ts'
import type { ExportRows } from '../../../contract/people/exports.ts'
import type { BulkKind, BulkReason } from '../../../contract/reach/bulk-edits.ts'
import { BULK_REASONS } from '../../../contract/reach/bulk-edits.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { Refusal } from '../../base/refusal.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import {
  addTags,
  type Chosen,
  clientsByIds,
  dropTags,
  existingTags,
  getClient,
  lockClients,
  type StoredClient,
} from '../../people/clients/clients.ts'
import { archiveClient, bringBackClient, type By, changeAmounts, moveToTemplate } from '../holders/holders.ts'
import { sendToClient } from '../pushes/pushes.ts'
import type { Asked, EditRow, Former, Settled, StoredAction } from './sql.ts'

/** Asked of a room above this one. */
export type BulkDoors = {
  /** Amounts of a client that only the connected CRM changes. */
  amountsKeptThere: (db: CabinetDb, clientId: string) => Promise<ReadonlySet<AmountKind>>
  /** As it was asked, with the rules of the segment as they are now. @throws Refusal segment_not_found */
  asked: (db: CabinetDb, rows: ExportRows) => Promise<Asked>
  /** The clients that were asked for. @param kind what is done with them @throws Refusal segment_not_found */
  chosen: (db: CabinetDb, asked: Asked, at: Date, kind?: BulkKind) => Promise<Chosen>
}

export type Work = { app: App; db: CabinetDb; edit: EditRow; doors: BulkDoors }
type Outcome = Omit<Settled, 'client_id'>
type Outcomes = ReadonlyMap<string, Outcome>
type Of<K extends StoredAction['kind']> = Extract<StoredAction, { kind: K }>

const changed = (former: Former | null = null): Outcome => ({ state: 'changed', reason: null, former })
const SAME: Outcome = { state: 'same', reason: null, former: null }
const refused = (reason: BulkReason): Outcome => ({ state: 'refused', reason, former: null })
const UNDONE: Outcome = { state: 'undone', reason: null, former: null }
const kept = (reason: BulkReason, former: Former | null): Outcome => ({ state: 'kept', reason, former })

const forEach = async (clients: readonly StoredClient[], work: (client: StoredClient) => Promise<Outcome>) => {
  const outcomes = new Map<string, Outcome>()
  for (const client of clients) outcomes.set(client.id, await work(client))
  return outcomes
}

/** A refusal that is one client's own; others end the work. */
async function orReason(work: () => Promise<Outcome>): Promise<Outcome | BulkReason> {
  try {
    return await work()
  } catch (fault) {
    const reason = fault instanceof Refusal && BULK_REASONS.find((one) => one === fault.code)
    if (!reason) throw fault
    return reason
  }
}

const byClient = (pairs: readonly { clientId: string; tagId: string }[]) =>
  Map.groupBy(pairs, ({ clientId }) => clientId)

async function changeTags({ db }: Work, clients: readonly StoredClient[], action: Of<'add_tags' | 'remove_tags'>) {
  const tagIds = await existingTags(
    db,
    action.tags.map((tag) => tag.id),
  )
  const change = action.kind === 'add_tags' ? addTags : dropTags
  const done = byClient(
    await change(
      db,
      clients.map((client) => client.id),
      tagIds,
    ),
  )
  return forEach(clients, async ({ id }) => {
    const tags = done.get(id)?.map(({ tagId }) => tagId)
    if (tags) return changed({ tags })
    return tagIds.length === 0 ? refused('tag_not_found') : SAME
  })
}

async function changeTemplate({ app, db }: Work, clients: readonly StoredClient[], { template }: Of<'template'>) {
  if (!(await findTemplate(db, template))) return forEach(clients, async () => refused('template_not_found'))
  const now = await lockClients(
    db,
    clients.map((client) => client.id),
  )
  const moving = now.filter(({ templateId }) => templateId !== template)
  await moveToTemplate(
    app,
    db,
    moving.map(({ id }) => id),
    template,
  )
  const before = new Map(moving.map(({ id, templateId }) => [id, templateId]))
  return forEach(clients, async ({ id }) => {
    const former = before.get(id)
    return former === undefined ? SAME : changed({ template: former })
  })
}

const byOf = (edit: EditRow): By => ({ source: 'cabinet', userId: edit.made_by })

async function changeAmountOfEach(
  { app, db, edit, doors }: Work,
  clients: readonly StoredClient[],
  asked: Of<'amount'>,
) {
  const { amount: kind, action, value: amount, reason } = asked
  return changeAmounts(app, db, (changeOne) =>
    forEach(clients, async ({ id }) => {
      if ((await doors.amountsKeptThere(db, id)).has(kind)) return refused('amount_of_crm')
      const outcome = await orReason(async () => {
        const { event } = await changeOne(id, { kind, action, amount, reason, till: '' }, byOf(edit))
        return event ? changed({ delta: event.delta }) : SAME
      })
      return typeof outcome === 'string' ? refused(outcome) : outcome
    }),
  )
}

const send = ({ app, db }: Work, clients: readonly StoredClient[], { message }: Of<'message'>) =>
  forEach(clients, async ({ id }) => {
    const outcome = await orReason(async () => {
      await sendToClient(app, db, id, message)
      return changed()
    })
    return typeof outcome === 'string' ? refused(outcome) : outcome
  })

const archive = ({ app, db }: Work, clients: readonly StoredClient[]) =>
  forEach(clients, async ({ id, archived_at: at }) => {
    if (at !== null) return SAME
    await archiveClient(app, db, id)
    const { archived_at: since } = await getClient(db, id)
    return changed({ archivedAt: since?.toISOString() ?? '' })
  })

const bringBack = ({ app, db }: Work, clients: readonly StoredClient[]) =>
  forEach(clients, async ({ id, archived_at: at }) => {
    if (at === null) return SAME
    await bringBackClient(app, db, id)
    return changed()
  })

function doTo(work: Work, clients: readonly StoredClient[]): Promise<Outcomes> {
  const { action } = work.edit
  switch (action.kind) {
    case 'add_tags':
    case 'remove_tags':
      return changeTags(work, clients, action)
    case 'template':
      return changeTemplate(work, clients, action)
    case 'amount':
      return changeAmountOfEach(work, clients, action)
    case 'message':
      return send(work, clients, action)
    case 'archive':
      return archive(work, clients)
    case 'bring_back':
      return bringBack(work, clients)
  }
}

type Undoing = { client: StoredClient; former: Former }

async function undoTags({ db, edit }: Work, undoing: readonly Undoing[]) {
  const change = edit.action.kind === 'add_tags' ? dropTags : addTags
  // Most have got the same tags, so a few statements do.
  for (const [, same] of Map.groupBy(undoing, ({ former }) => (former.tags ?? []).toSorted().join())) {
    const tagIds = await existingTags(db, same[0]?.former.tags ?? [])
    await change(
      db,
      same.map(({ client }) => client.id),
      tagIds,
    )
  }
  return new Map(undoing.map(({ client }) => [client.id, UNDONE]))
}

async function undoTemplate({ app, db }: Work, undoing: readonly Undoing[], { template }: Of<'template'>) {
  const now = await lockClients(
    db,
    undoing.map(({ client }) => client.id),
  )
  const still = new Set(now.filter(({ templateId }) => templateId === template).map(({ id }) => id))
  const outcomes = new Map<string, Outcome>()
  for (const [former = '', group] of Map.groupBy(undoing, ({ former: { template: id } }) => id)) {
    const isThere = (await findTemplate(db, former)) !== undefined
    const back = isThere ? group.filter(({ client }) => still.has(client.id)).map(({ client }) => client.id) : []
    await moveToTemplate(app, db, back, former)
    for (const { client, former: was } of group)
      outcomes.set(
        client.id,
        back.includes(client.id) ? UNDONE : kept(isThere ? 'changed_since' : 'template_not_found', was),
      )
  }
  return outcomes
}

async function undoAmounts({ app, db, edit, doors }: Work, undoing: readonly Undoing[], asked: Of<'amount'>) {
  const outcomes = new Map<string, Outcome>()
  const reason = say(edit.lang, 'bulk.undoReason', { reason: asked.reason })
  await changeAmounts(app, db, async (changeOne) => {
    for (const { client, former } of undoing) {
      const { delta = 0 } = former
      const back = { kind: asked.amount, amount: Math.abs(delta), reason: reason.slice(0, 200), till: '' }
      const isKeptThere = (await doors.amountsKeptThere(db, client.id)).has(asked.amount)
      const outcome = isKeptThere
        ? 'amount_of_crm'
        : await orReason(async () => {
            await changeOne(client.id, { ...back, action: delta > 0 ? 'take' : 'add' }, byOf(edit))
            return UNDONE
          })
      outcomes.set(client.id, typeof outcome === 'string' ? kept(outcome, former) : outcome)
    }
  })
  return outcomes
}

async function undoArchive({ app, db }: Work, undoing: readonly Undoing[]) {
  const outcomes = new Map<string, Outcome>()
  for (const { client, former } of undoing) {
    const isSame = client.archived_at?.toISOString() === former.archivedAt
    if (isSame) await bringBackClient(app, db, client.id)
    outcomes.set(client.id, isSame ? UNDONE : kept('changed_since', former))
  }
  return outcomes
}

async function undoBringBack({ app, db }: Work, undoing: readonly Undoing[]) {
  for (const { client } of undoing) if (client.archived_at === null) await archiveClient(app, db, client.id)
  return new Map(undoing.map(({ client }) => [client.id, UNDONE]))
}

function takeBack(work: Work, undoing: readonly Undoing[]): Promise<Outcomes> {
  const { action } = work.edit
  switch (action.kind) {
    case 'add_tags':
    case 'remove_tags':
      return undoTags(work, undoing)
    case 'template':
      return undoTemplate(work, undoing, action)
    case 'amount':
      return undoAmounts(work, undoing, action)
    case 'archive':
      return undoArchive(work, undoing)
    case 'bring_back':
      return undoBringBack(work, undoing)
    case 'message':
      throw new Error('a message that was sent cannot be taken back')
  }
}

type Row = { client_id: string; former: Former | null }

/** The clients who are still there: neither erased nor merged into another. */
async function present({ db }: Work, rows: readonly Row[]): Promise<ReadonlyMap<string, StoredClient>> {
  const found = await clientsByIds(
    db,
    rows.map((row) => row.client_id),
  )
  return new Map(found.filter((one) => one.erased_at === null && one.merged_into === null).map((one) => [one.id, one]))
}

/** @returns what became of each of these clients */
export async function changeRows(work: Work, rows: readonly Row[]): Promise<Settled[]> {
  const clients = await present(work, rows)
  const outcomes = await doTo(work, [...clients.values()])
  return rows.map(({ client_id: id }) => ({ client_id: id, ...(outcomes.get(id) ?? refused('gone')) }))
}

export async function undoRows(work: Work, rows: readonly Row[]): Promise<Settled[]> {
  const clients = await present(work, rows)
  const undoing = rows.flatMap(({ client_id: id, former }) => {
    const client = clients.get(id)
    return client ? [{ client, former: former ?? {} }] : []
  })
  const outcomes = await takeBack(work, undoing)
  return rows.map(({ client_id: id, former }) => ({ client_id: id, ...(outcomes.get(id) ?? kept('gone', former)) }))
}
