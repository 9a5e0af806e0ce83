/**
 * Proves that each condition of a cabinet in the SQL is one of two locks: a client of the database that runs every
 * statement of the server once more for each such condition, without it, and compares what comes back. Row level
 * security alone has to give the same rows and change the same number of them.
 */
import pg from 'pg'

const NAME = String.raw`"?\w+"?`
const COLUMN = String.raw`(?:${NAME}\.)?`
/** `cabinet_id = $1`, `"p"."cabinet_id" = "t"."cabinet_id"`, `h.cabinet_id = c.id`. */
const OF_CABINET = new RegExp(
  String.raw`(?<![\w."])${COLUMN}"?cabinet_id"?\s*=\s*(?:\$(\d+)|${COLUMN}"?(?:cabinet_id|id)"?(?!\w))`,
  'g',
)
/** Conditions on the table of cabinets itself, which is one by its own id, and on the people of the installation. */
const OF_ROW = [
  [/\b(?:from|update|join) "?cabinets"?/, String.raw`(?:"?cabinets"?\.)?"?id"?`],
  [/\b(?:from|update|join) "?cabinets"?/, String.raw`(?:"?cabinets"?\.)?"?(?:domain|referral_code|promo_code)"?`],
  [/\b(?:from|update) "?users"?/, String.raw`(?:"?users"?\.)?"?(?:id|email_key)"?`],
  [/\b(?:from|update) "?sessions"?/, String.raw`(?:"?sessions"?\.)?"?user_id"?`],
  [/\b(?:from|update) "?mail_tokens"?/, String.raw`(?:"?mail_tokens"?\.)?"?(?:user_id|token_hash)"?`],
  [/\b(?:from|update) "?email_changes"?/, String.raw`(?:"?email_changes"?\.)?"?(?:user_id|undo_hash)"?`],
  [/\b(?:from|update) "?outside_visits"?/, String.raw`(?:"?outside_visits"?\.)?"?(?:link_hash|cookie_hash)"?`],
] as const

/** Tables of a cabinet whose conditions no call of the back office reaches, but phones, jobs and wallets in trouble. */
export const REACHED_BY_PHONES = [
  'apple_refusals',
  'client_changes',
  'crm_consents',
  'crm_farewells',
  'crm_index',
  'crm_index_places',
  'crm_looked',
  'crm_looked_sums',
  'crm_purchases_waiting',
  'crm_standings',
  'crm_till_documents',
  'crm_tokens',
  'gmail_codes',
  'preorder_designs',
  'telegram_links',
  'telegram_updates',
  'template_points',
]
/**
 * Without a condition of their own: sums that are compared with the clients by account and id, and rows that are added
 * and never asked for, or asked for by a function of the database. Rounds of acts, payments of bills, refunds,
 * statements of agents and what is reported to them are reached by a job and by the operator alone.
 */
export const WITHOUT_CONDITIONS = [
  'act_rounds',
  'bill_payments',
  'card_orders',
  'client_purchases',
  'google_notices',
  'partner_reports',
  'payouts',
  'refunds',
  'visit_days',
  'wallet_days',
]

export type Mutant = { condition: string; text: string }

function without(text: string, { 0: condition, 1: number, index }: RegExpExecArray): Mutant {
  // A parameter that nothing uses has no type.
  const type = /_hash\W/.test(condition) ? 'bytea' : 'text'
  const instead = number === undefined ? '(true)' : `($${number}::${type} is null or true)`
  return { condition, text: text.slice(0, index) + instead + text.slice(index + condition.length) }
}

/** The statement once for each condition of its cabinet, without that condition. */
export function mutantsOf(text: string): Mutant[] {
  // What an update sets is no condition.
  const [, before = '', set = ''] = /^(\s*update .*? set )(.*?)(?= where | from |$)/is.exec(text) ?? []
  const start = before.length + set.length
  const rows = OF_ROW.flatMap(([where, column]) =>
    where.test(text) ? [...text.matchAll(new RegExp(String.raw`(?<![\w."])${column}\s*=\s*\$(\d+)`, 'g'))] : [],
  )
  return [...text.matchAll(OF_CABINET), ...rows]
    .filter(({ index }) => index >= start)
    .map((match) => without(text, match))
    .filter((mutant, place, all) => all.findIndex((one) => one.text === mutant.text) === place)
}

export type Witness = {
  /** Passed to a pool as its `Client`. */
  Client: typeof pg.Client
  /** Conditions that were removed, by the statement without values. */
  removed: Set<string>
  /** Statements whose answer depends on one condition alone. */
  faults: string[]
}

type Outcome = { rows: string[]; count: number | null }

/** Moved on between two readings by every transaction of the whole PostgreSQL. */
const OF_THE_MOMENT = /pg_\w+\(pg_current_snapshot\(\)\)::text as (\w+)/g

/** Drawn anew by each insert. */
const DRAWN = [/^\s*insert into "clients"/, 'invite_code'] as const

function outcomeOf(text: string, { rows, rowCount }: pg.QueryResult): Outcome {
  const moving = new Set([...text.matchAll(OF_THE_MOMENT)].map(([, column]) => column))
  if (DRAWN[0].test(text)) moving.add(DRAWN[1])
  const still = (key: string, value: unknown) => (moving.has(key) ? undefined : value)
  return { rows: rows.map((row) => JSON.stringify(row, still)).sort(), count: rowCount }
}

const isSame = (one: Outcome, other: Outcome | Error) => JSON.stringify(one) === JSON.stringify(other)
const isRead = (text: string) => /^\s*select\b/i.test(text)

export function openWitness(): Witness {
  const removed = new Set<string>()
  const faults: string[] = []

  class WitnessClient extends pg.Client {
    #isInside = false
    #turn: Promise<unknown> = Promise.resolve()
    readonly #isApp: boolean

    constructor(config?: pg.ClientConfig) {
      super(config)
      this.#isApp = this.user?.endsWith('_app') ?? false
    }

    async #try(mutant: Mutant, values: unknown[]): Promise<Outcome | Error> {
      await super.query('savepoint second_lock')
      try {
        return outcomeOf(mutant.text, await super.query(mutant.text, values))
      } catch (error) {
        return error as Error
      } finally {
        await super.query('rollback to savepoint second_lock')
      }
    }

    async #witness(text: string, values: unknown[]): Promise<pg.QueryResult> {
      const mutants = mutantsOf(text)
      const tried: (Outcome | Error)[] = []
      for (const mutant of mutants) tried.push(await this.#try(mutant, values))
      const result = await super.query(text, values)
      const outcome = outcomeOf(text, result)
      for (const [place, mutant] of mutants.entries()) {
        removed.add(`${mutant.condition} | ${text}`)
        let other = tried[place] as Outcome | Error
        // The statement may have waited for a lock, and read what others wrote meanwhile.
        if (isRead(text) && !isSame(outcome, other)) other = await this.#try(mutant, values)
        if (other instanceof Error) faults.push(`${other.message}: ${mutant.condition} of ${text}`)
        else if (!isSame(outcome, other))
          faults.push(`${outcome.count} rows became ${other.count} without ${mutant.condition} in ${text}`)
      }
      return result
    }

    // oxlint-disable-next-line typescript/no-explicit-any -- the driver's own signature has ten overloads
    override query(...given: any[]): any {
      const [text, values] = given
      if (typeof text !== 'string') return super.query(...(given as [string]))
      if (/^(begin|start transaction)/.test(text)) this.#isInside = true
      if (/^(commit|rollback)$/.test(text)) this.#isInside = false
      if (!this.#isApp || !this.#isInside || !Array.isArray(values)) return super.query(...(given as [string]))
      const answer = this.#turn.then(() => this.#witness(text, values))
      this.#turn = answer.catch(() => undefined)
      return answer
    }
  }
  return { Client: WitnessClient, removed, faults }
}
