/** Runs the handler of a call where it belongs: inside the cabinet's transaction, beside it, or outside any cabinet. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Call } from '../../contract/call.ts'
import type { AnyPlaceCtx, CabinetCtx, Ctx, OpenCtx, OutsideCtx, SignedIn } from './answer.ts'
import { recordCall } from './audit.ts'
import type { ReadInput } from './call-input.ts'
import type { Params } from './path-params.ts'
import { type Caller, checkKey, checkPlace, type Doors } from './caller.ts'
import type { CabinetDb, Db, Tx } from './db.ts'
import { KeptRefusal } from './refusal.ts'

export type Handler = (ctx: Ctx, input: object) => Promise<unknown>
/** A call with its name in the audit log, `room.call`. */
export type NamedCall = {
  name: string
  one: Call
  handler: Handler
  /** Of an update: answers what is saved. */
  savedHandler: Handler | undefined
}

type Run = {
  called: NamedCall
  ctx: Ctx
  caller: Caller
  params: Params
  readInput: ReadInput
  /** Writes the audit log, if the call writes anything. */
  record: (db: Db | Tx, reply: unknown) => Promise<void>
}
type RunInCabinet = Run & { doors: Doors; user: SignedIn; cabinetId: number }

/** The transaction of such a refusal commits, so it is returned as a value and thrown afterwards. */
function orKept(error: unknown): KeptRefusal {
  if (error instanceof KeptRefusal) return error
  throw error
}

const inputOf = ({ called, params, readInput }: Run, ctx: Ctx): Promise<object> =>
  readInput(async () => called.savedHandler?.(ctx, { params, query: {} }))

/**
 * Without a version nothing refuses an outdated value, so two updates of one thing wait for each other: each fills in
 * what the other has saved.
 */
async function lockUnversioned({ keeps, body }: Call, path: string, { tx }: CabinetDb): Promise<void> {
  if (!keeps || !(body instanceof z.ZodObject) || 'version' in body.shape) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${path}, 0))`.execute(tx)
}

/** In one transaction that sees one cabinet; it commits before the answer is sent. */
async function runInside(run: RunInCabinet): Promise<unknown> {
  const { called, ctx, doors, user, cabinetId, params, record } = run
  const result = await doors.openCabinet(ctx.app, user, cabinetId, async (cabinet, db) => {
    checkPlace(called.one, cabinet)
    await lockUnversioned(called.one, `${called.name} ${JSON.stringify(params)}`, db)
    const inCabinet: CabinetCtx = { ...ctx, user, cabinet, db }
    const made = await called.handler(inCabinet, await inputOf(run, inCabinet)).catch(orKept)
    if (!(made instanceof KeptRefusal)) await record(db.tx, made)
    return made
  })
  if (result instanceof KeptRefusal) throw result
  return result
}

/** Only checks access: the handler waits for an external server and must not keep a transaction open. */
async function runBeside(run: RunInCabinet): Promise<unknown> {
  const { called, ctx, doors, user, cabinetId, record } = run
  const { cabinet, input } = await doors.openCabinet(ctx.app, user, cabinetId, async (opened, db) => {
    checkPlace(called.one, opened)
    const inCabinet: CabinetCtx = { ...ctx, user, cabinet: opened, db }
    return { cabinet: opened, input: await inputOf(run, inCabinet) }
  })
  const result = await called.handler({ ...ctx, user, cabinet } as OutsideCtx, input)
  await record(ctx.app.database.db, result)
  return result
}

async function runWithoutCabinet(run: Run): Promise<unknown> {
  const { called, ctx, caller, record } = run
  const full = caller.via === 'nobody' ? ctx : ({ ...ctx, user: caller.user } as Ctx)
  const result = await called.handler(full, await inputOf(run, full))
  await record(ctx.app.database.db, result)
  return result
}

/** What the handler found out: who calls, and about which cabinet. */
type Found = { userId: string | null; cabinetId: number | null }

function recorder(called: NamedCall, ctx: Ctx, caller: Caller, params: Params, found: Found) {
  return async (db: Db | Tx, reply: unknown): Promise<void> => {
    if (!called.one.writes) return
    await recordCall(db, {
      name: called.name,
      one: called.one,
      params,
      cabinetId: found.cabinetId,
      userId: caller.via === 'nobody' ? found.userId : caller.user.userId,
      via: caller.via,
      ip: ctx.ip,
      requestId: ctx.requestId,
      at: ctx.app.clock.now(),
      reply,
    })
  }
}

export async function runCall(
  doors: Doors,
  called: NamedCall,
  caller: Caller,
  base: Ctx,
  { params, readInput, wantsFresh }: { params: Params; readInput: ReadInput; wantsFresh: boolean },
): Promise<unknown> {
  const found: Found = { userId: null, cabinetId: null }
  const mayLag = called.one.mayLag && !wantsFresh
  const ctx: OpenCtx & Pick<AnyPlaceCtx, 'about'> = {
    ...base,
    // A getter that writes fails: the database refuses it.
    app: called.one.writes ? base.app : { ...base.app, database: base.app.database.readOnly(mayLag) },
    proved: (userId) => {
      found.userId = userId
    },
    about: (cabinetId) => {
      found.cabinetId = cabinetId
    },
  }
  const run = { called, ctx, caller, params, readInput, record: recorder(called, ctx, caller, params, found) }
  if (caller.via === 'nobody' || typeof params.c !== 'number') return runWithoutCabinet(run)
  checkKey(called.one, caller, params.c)
  const inCabinet = { ...run, doors, user: caller.user, cabinetId: params.c }
  return called.one.asksOutside ? runBeside(inCabinet) : runInside(inCabinet)
}
