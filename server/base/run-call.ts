/** Runs the handler of a call where it belongs: inside the cabinet's transaction, beside it, or outside any cabinet. */
import type { Call } from '../../contract/call.ts'
import type { CabinetCtx, Ctx, OpenCtx, OutsideCtx, SignedIn } from './answer.ts'
import { recordCall } from './audit.ts'
import type { Params } from './path-params.ts'
import { type Caller, checkKey, checkPlace, type Doors } from './caller.ts'
import type { Db, Tx } from './db.ts'
import { KeptRefusal } from './refusal.ts'

export type Handler = (ctx: Ctx, input: object) => Promise<unknown>
/** A call with its name in the audit log, `room.call`. */
export type NamedCall = { name: string; one: Call; handler: Handler }

type Run = {
  called: NamedCall
  ctx: Ctx
  caller: Caller
  params: Params
  /** Parses the input, or throws; called after the access check. */
  readInput: () => object
  /** Writes the audit log, if the call writes anything. */
  record: (db: Db | Tx) => Promise<void>
}
type RunInCabinet = Run & { doors: Doors; user: SignedIn; cabinetId: number }

/** The transaction of such a refusal commits, so it is returned as a value and thrown afterwards. */
function orKept(error: unknown): KeptRefusal {
  if (error instanceof KeptRefusal) return error
  throw error
}

/** In one transaction that sees one cabinet; it commits before the answer is sent. */
async function runInside({ called, ctx, doors, user, cabinetId, readInput, record }: RunInCabinet): Promise<unknown> {
  const result = await doors.openCabinet(ctx.app, user, cabinetId, async (cabinet, db) => {
    checkPlace(called.one, cabinet)
    const made = await called.handler({ ...ctx, user, cabinet, db } as CabinetCtx, readInput()).catch(orKept)
    if (!(made instanceof KeptRefusal)) await record(db.tx)
    return made
  })
  if (result instanceof KeptRefusal) throw result
  return result
}

/** Only checks access: the handler waits for somebody else's server and must not keep a transaction open. */
async function runBeside({ called, ctx, doors, user, cabinetId, readInput, record }: RunInCabinet): Promise<unknown> {
  const { cabinet, input } = await doors.openCabinet(ctx.app, user, cabinetId, async (opened) => {
    checkPlace(called.one, opened)
    return { cabinet: opened, input: readInput() }
  })
  const result = await called.handler({ ...ctx, user, cabinet } as OutsideCtx, input)
  await record(ctx.app.database.db)
  return result
}

async function runWithoutCabinet({ called, ctx, caller, readInput, record }: Run): Promise<unknown> {
  const result = await called.handler(
    caller.via === 'nobody' ? ctx : ({ ...ctx, user: caller.user } as Ctx),
    readInput(),
  )
  await record(ctx.app.database.db)
  return result
}

function recorder(called: NamedCall, ctx: Ctx, caller: Caller, params: Params, proved: () => string | null) {
  return async (db: Db | Tx): Promise<void> => {
    if (!called.one.writes) return
    await recordCall(db, {
      name: called.name,
      one: called.one,
      params,
      userId: caller.via === 'nobody' ? proved() : caller.user.userId,
      via: caller.via,
      ip: ctx.ip,
      requestId: ctx.requestId,
      at: ctx.app.clock.now(),
    })
  }
}

export async function runCall(
  doors: Doors,
  called: NamedCall,
  caller: Caller,
  base: Ctx,
  { params, readInput }: { params: Params; readInput: () => object },
): Promise<unknown> {
  let proved: string | null = null
  const ctx: OpenCtx = {
    ...base,
    // A getter that writes fails: the database refuses it.
    app: called.one.writes ? base.app : { ...base.app, database: base.app.database.readOnly() },
    proved: (userId) => {
      proved = userId
    },
  }
  const run = { called, ctx, caller, params, readInput, record: recorder(called, ctx, caller, params, () => proved) }
  if (caller.via === 'nobody' || typeof params.c !== 'number') return runWithoutCabinet(run)
  checkKey(called.one, caller, params.c)
  const inCabinet = { ...run, doors, user: caller.user, cabinetId: params.c }
  return called.one.asksOutside ? runBeside(inCabinet) : runInside(inCabinet)
}
