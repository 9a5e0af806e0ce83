/** MoySklad JSON API 1.2. Addresses and shapes: https://dev.moysklad.ru/doc/api/remap/1.2/, read 2026-11. */
import { z } from 'zod'
import { readJson } from '../../../base/json.ts'
import { basicAuthorization } from '../../../base/outbound/outbound.ts'
import type { Settings } from '../connector.ts'
import { Misconfigured, Rejected, Unreachable } from '../troubles.ts'
import { Attribute, Definition } from './attributes.ts'
import type { CrmHttp, CrmRequest, CrmResponse } from '../crm-http.ts'
import { PAGE, type Place } from './everybody.ts'

const Id = z.string().min(1).max(100)
const Meta = z.object({ href: z.string() })
export const Counterparty = z.object({
  id: Id,
  name: z.string().nullish(),
  /** `legal`, `entrepreneur` or `individual`. */
  companyType: z.string().nullish(),
  legalFirstName: z.string().nullish(),
  legalLastName: z.string().nullish(),
  legalMiddleName: z.string().nullish(),
  phone: z.string().nullish(),
  email: z.string().nullish(),
  discountCardNumber: z.string().nullish(),
  birthDate: z.string().nullish(),
  sex: z.string().nullish(),
  bonusPoints: z.number().nullish(),
  archived: z.boolean().nullish(),
  externalCode: z.string().nullish(),
  updated: z.string().nullish(),
  bonusProgram: z.object({ meta: Meta }).nullish(),
  discounts: z.array(z.object({ personalDiscount: z.number().nullish() })).nullish(),
  attributes: z.array(Attribute).nullish(),
})
export type Counterparty = z.infer<typeof Counterparty>
const rows = <T extends z.ZodType>(of: T) =>
  z.object({ rows: z.array(of), meta: z.object({ size: z.number() }).optional() })
const Program = z.object({ id: Id, name: z.string().nullish(), active: z.boolean().nullish() })
const Webhook = z.object({
  id: Id,
  url: z.string(),
  entityType: z.string(),
  action: z.string(),
  enabled: z.boolean().nullish(),
})
const Movement = z.object({ id: Id, agent: z.object({ meta: Meta }).nullish() })
const Failure = z.object({
  errors: z.array(
    z.object({ error: z.string().nullish(), code: z.number().nullish(), parameter: z.string().nullish() }),
  ),
})

/** Wrong or no credentials, too many wrong ones, no access to the API. */
const LOGIN_CODES = [1056, 1048, 1061]
const ATTRIBUTES = '/entity/counterparty/metadata/attributes'
/** Phones are free text, so a search may find others; no ending of a number has more matches than this. */
const PAGES_MAX = 10

export function openMoyskladClient({ server = '', login = '', password = '' }: Settings, http: CrmHttp) {
  const base = server.replace(/\/+$/, '')
  const headers = {
    // Without gzip it answers 415, with another type 400.
    'accept-encoding': 'gzip',
    accept: 'application/json;charset=utf-8',
    authorization: login ? basicAuthorization(login, password) : `Bearer ${password}`,
  }
  const metaOf = (type: string, id: string) => ({
    meta: { href: `${base}/entity/${type}/${id}`, type, mediaType: 'application/json' },
  })

  async function ask<T>(
    path: string,
    shape: z.ZodType<T>,
    request: Pick<CrmRequest, 'method' | 'json'> = {},
  ): Promise<T> {
    const answered = await http.send({ url: `${base}${path}`, headers, ...request })
    if (answered.status >= 400) throw failureOf(answered, login)
    return answered.json(shape)
  }

  return {
    metaOf,
    readEmployee: () => ask('/context/employee', z.object({ id: Id, accountId: z.string().max(100).nullish() })),
    listPrograms: async () => (await ask('/entity/bonusprogram?limit=100', rows(Program))).rows,
    metaOfAttribute: (id: string) => ({
      meta: { href: `${base}${ATTRIBUTES}/${id}`, type: 'attributemetadata', mediaType: 'application/json' },
    }),
    listAttributes: async () => (await ask(`${ATTRIBUTES}?limit=1000`, rows(Definition))).rows,
    defineAttribute: (definition: object) => ask(ATTRIBUTES, Definition, { method: 'POST', json: definition }),
    /** Reads the pages of a search, and keeps what fits. */
    async findAll(filter: string, isFit: (found: Counterparty) => boolean): Promise<Counterparty[]> {
      const all: Counterparty[] = []
      for (let page = 0; page < PAGES_MAX; page++) {
        const { rows: found } = await ask(
          `/entity/counterparty?filter=${encodeURIComponent(filter)}&limit=${PAGE}&offset=${page * PAGE}`,
          rows(Counterparty),
        )
        all.push(...found.filter((one) => !one.archived && isFit(one)))
        if (found.length < PAGE) break
      }
      return all
    },
    /** A page of everybody from a place on, in the order of the last change. */
    readPage({ moment, skip }: Place) {
      const since = moment === '' ? '' : `&filter=${encodeURIComponent(`updated>=${moment}`)}`
      const order = encodeURIComponent('updated,asc;id,asc')
      return ask(`/entity/counterparty?order=${order}&limit=${PAGE}&offset=${skip}${since}`, rows(Counterparty))
    },
    /** By their ids, up to 50. */
    readMany: async (ids: readonly string[]) =>
      (
        await ask(
          `/entity/counterparty?filter=${encodeURIComponent(ids.map((id) => `id=${id}`).join(';'))}&limit=${PAGE}`,
          rows(Counterparty),
        )
      ).rows,
    create: (counterparty: object) => ask('/entity/counterparty', Counterparty, { method: 'POST', json: counterparty }),
    update: (id: string, counterparty: object) =>
      ask(`/entity/counterparty/${encodeURIComponent(id)}`, Counterparty, { method: 'PUT', json: counterparty }),
    /** @param points whole ones, greater than zero in both directions */
    move: (
      id: string,
      program: string,
      transactionType: 'EARNING' | 'SPENDING',
      points: number,
      externalCode: string,
    ) =>
      ask('/entity/bonustransaction', z.object({ id: Id }), {
        method: 'POST',
        json: {
          agent: metaOf('counterparty', id),
          bonusProgram: metaOf('bonusprogram', program),
          transactionType,
          bonusValue: points,
          applicable: true,
          externalCode,
        },
      }),
    /** Of movements by their ids, up to 50. */
    readMovements: async (ids: readonly string[]) =>
      (
        await ask(
          `/entity/bonustransaction?filter=${encodeURIComponent(ids.map((id) => `id=${id}`).join(';'))}&limit=${PAGE}`,
          rows(Movement),
        )
      ).rows,
    listWebhooks: async () => (await ask('/entity/webhook?limit=1000', rows(Webhook))).rows,
    orderWebhook: (webhook: object) => ask('/entity/webhook', Webhook, { method: 'POST', json: webhook }),
    async removeWebhook(id: string): Promise<void> {
      const url = `${base}/entity/webhook/${encodeURIComponent(id)}`
      const answered = await http.send({ url, headers, method: 'DELETE' })
      // It is gone, and its answer is empty.
      if (answered.status >= 400 && answered.status !== 404) throw failureOf(answered, login)
    },
    /** Documents that were changed at a moment or since, the oldest change first. */
    changedDocuments: async (list: string, since: string, { limit, offset }: { limit: number; offset: number }) =>
      (
        await ask(
          `/entity/${list}?filter=${encodeURIComponent(`updated>=${since}`)}&order=updated,asc&limit=${limit}` +
            `&offset=${offset}&expand=${list.startsWith('retail') ? 'retailStore,owner' : 'owner'}`,
          rows(z.unknown()),
        )
      ).rows,
    hasMovement: async (externalCode: string) =>
      (
        await ask(
          `/entity/bonustransaction?filter=${encodeURIComponent(`externalCode=${externalCode}`)}&limit=1`,
          rows(z.object({ id: Id })),
        )
      ).rows.length > 0,
  }
}

export type MoyskladClient = ReturnType<typeof openMoyskladClient>

/** No counterparty has this id. */
export class NotThere extends Error {}

function failureOf({ status, text }: CrmResponse, login: string): Error {
  const failure = readJson(text, Failure)
  if (!failure.isRead) {
    if (status === 401 || status === 403)
      return new Misconfigured(login ? 'wrong_credentials' : 'wrong_login', 'password')
    return status === 404
      ? new Misconfigured('not_found', 'server', '404')
      : new Unreachable('unreadable', { mayHaveArrived: true, detail: String(status) })
  }
  const [first] = failure.value.errors
  const words = (first?.error ?? '').slice(0, 200)
  if (status === 401 || LOGIN_CODES.includes(first?.code ?? 0))
    return new Misconfigured(login ? 'wrong_credentials' : 'wrong_login', 'password', words)
  if (first?.parameter === 'attributes') return new Rejected(words, 'field')
  if (status === 404 || first?.code === 1021) return new NotThere(words)
  const field = first?.parameter
  return new Rejected(words || String(status), field === 'phone' || field === 'email' ? field : undefined)
}
