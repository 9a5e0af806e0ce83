/**
 * What was asked of a CRM, for the owner to look at. Requests are noted beside the work and written down together, with
 * one statement for a whole piece of it: no exchange waits for its note.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { z } from 'zod'
import {
  type exchangeCalls,
  type ExchangeFailure,
  EXCHANGES_KEPT,
  EXCHANGES_PAGE,
  type ExchangeVerb,
} from '../../../contract/business/crm-exchanges.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Settings, Verbs } from '../../engines/crm/connector.ts'
import type { CrmHttp, CrmRequest } from '../../engines/crm/crm-http.ts'
import { Misconfigured, Rejected, Unreachable } from '../../engines/crm/troubles.ts'
import { clientsByIds } from '../../people/clients/clients.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as rows from './exchanges-sql.ts'
import { maskedPath } from './masked-path.ts'

/** Written down in between when a piece of work is longer. */
const BATCH = 100

type Subject = { clientId?: string; tries?: number; verb?: ExchangeVerb; last?: rows.ExchangeRow }
const subjects = new AsyncLocalStorage<Subject>()

/** Requests of `work` are about this client. @param tries which try of it this is */
export const about = <T>(clientId: string, work: () => Promise<T>, tries = 1): Promise<T> =>
  subjects.run({ clientId, tries }, work)

/** Requests of `work` that is no verb of a connector are for this. */
export const inVerb = <T>(verb: ExchangeVerb, work: () => Promise<T>): Promise<T> => subjects.run({ verb }, work)

function failureOf(error: unknown): ExchangeFailure | null {
  if (error instanceof Rejected) return 'refused'
  if (error instanceof Misconfigured) return error.fault
  return error instanceof Unreachable ? error.reason : null
}

let count = 0
/** Sorts by time, and within a millisecond by order. */
function nextId(atMs: number): string {
  count = (count + 1) % 46_656
  const random = Math.floor(Math.random() * 46_656)
  return [
    atMs.toString(36).padStart(9, '0'),
    count.toString(36).padStart(3, '0'),
    random.toString(36).padStart(3, '0'),
  ].join('')
}

export type Noting = {
  http(http: CrmHttp): CrmHttp
  verbs(verbs: Verbs): Verbs
  /** Writes down what is left. A note that is lost is no fault of the work. */
  end(): Promise<void>
}

export function noteExchanges(app: App, cabinetId: number, settings: Settings): Noting {
  let noted: rows.ExchangeRow[] = []

  async function writeDown(): Promise<void> {
    const batch = noted
    noted = []
    if (batch.length === 0) return
    try {
      await openForWork({ ...app, database: app.database.forNotes() }, cabinetId, async (db) => {
        await rows.insertExchanges(db, batch)
        await rows.sweepExchanges(db, EXCHANGES_KEPT)
      })
    } catch (error) {
      app.log.warn({ cabinetId, err: error }, 'exchanges with a CRM were not noted')
    }
  }

  function note(request: CrmRequest): rows.ExchangeRow {
    const subject = subjects.getStore() ?? {}
    const at = app.clock.now()
    const row: rows.ExchangeRow = {
      id: nextId(at.getTime()),
      at,
      verb: subject.verb ?? 'server',
      method: request.method ?? 'GET',
      path: maskedPath(request.url, settings.server ?? '', Object.values(settings)),
      status: null,
      failure: null,
      took_ms: 0,
      tries: subject.tries ?? 1,
      client_id: subject.clientId ?? null,
    }
    noted.push(row)
    if (subject.verb) subject.last = row
    return row
  }

  return {
    http: (http) => ({
      async send(request) {
        if (noted.length >= BATCH) await writeDown()
        const row = note(request)
        try {
          return await http.send({
            ...request,
            onEnd({ status, tookMs }) {
              row.status = status
              row.took_ms = Math.round(tookMs)
            },
          })
        } catch (error) {
          row.failure = failureOf(error)
          throw error
        }
      },
    }),
    verbs: (verbs) =>
      Object.fromEntries(
        Object.entries(verbs).map(([verb, ask]) => [verb, askNoted(verb as ExchangeVerb, ask as Ask)]),
      ) as Verbs,
    end: writeDown,
  }
}

type Ask = (...given: unknown[]) => Promise<unknown>
/** A refusal that came as an ordinary response belongs to the request that got it. */
function askNoted(verb: ExchangeVerb, ask: Ask): Ask {
  return (...given) => {
    const { clientId, tries } = subjects.getStore() ?? {}
    const subject: Subject = { verb, ...(clientId && { clientId }), ...(tries && { tries }) }
    return subjects.run(subject, async () => {
      try {
        return await ask(...given)
      } catch (error) {
        if (subject.last) subject.last.failure ??= failureOf(error)
        throw error
      }
    })
  }
}

type Reply = z.input<(typeof exchangeCalls)['listExchanges']['reply']>

export async function listExchanges(
  db: CabinetDb,
  { failed, before }: { failed?: 'true' | 'false' | undefined; before?: string | undefined },
): Promise<Reply> {
  const found = await rows.exchangesBefore(db, { before, isFailedOnly: failed === 'true' }, EXCHANGES_PAGE + 1)
  const page = found.slice(0, EXCHANGES_PAGE)
  const ids = [...new Set(page.flatMap(({ client_id }) => client_id ?? []))]
  const names = new Map((await clientsByIds(db, ids)).map(({ id, name, surname }) => [id, `${name} ${surname}`.trim()]))
  return {
    exchanges: page.map((row) => {
      const name = row.client_id === null ? undefined : names.get(row.client_id)
      return {
        id: row.id,
        at: row.at.toISOString(),
        verb: row.verb as ExchangeVerb,
        method: row.method,
        path: row.path,
        status: row.status,
        failure: row.failure as ExchangeFailure | null,
        tookMs: row.took_ms,
        tries: row.tries,
        client: name === undefined || row.client_id === null ? null : { id: row.client_id, name },
      }
    }),
    next: found.length > EXCHANGES_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}
