/** The standard interface OData (v3) of the platform, as its documentation describes it: only what is read. */
import { z } from 'zod'
import { readJson } from '../../../../base/json.ts'
import { basicAuthorization } from '../../../../base/outbound/outbound.ts'
import type { Settings } from '../../connector.ts'
import type { CrmHttp, CrmResponse } from '../../crm-http.ts'
import { Misconfigured, Rejected } from '../../troubles.ts'
import { firstOf } from '../service.ts'

const Failure = z.object({ 'odata.error': z.object({ message: z.object({ value: z.string() }) }) })
const listOf = <T extends z.ZodType>(of: T) => z.object({ value: z.array(of) })
export const Row = z.record(z.string(), z.unknown())
export type Row = z.infer<typeof Row>

const PAGE = 500
/** Movements of one card; who has more has a balance that is too old to be added up here. */
const PAGES_MAX = 20

/** An entity, or a field of it, that is not published. */
export class NotPublished extends Error {}

export const textIn = (text: string) => `'${text.replaceAll("'", "''")}'`
export const guidIn = (id: string) => `guid'${id.replaceAll("'", '')}'`
export const EMPTY_KEY = '00000000-0000-0000-0000-000000000000'

export function openOdataClient({ server = '', login = '', password = '' }: Settings, http: CrmHttp) {
  const base = server.replace(/\/+$/, '')
  const headers = { accept: 'application/json', authorization: basicAuthorization(login, password) }

  async function get<T>(path: string, query: Readonly<Record<string, string>>, shape: z.ZodType<T>): Promise<T> {
    // The platform reads `+` as itself: only %20 is a space.
    const asked = Object.entries({ ...query, $format: 'json' }).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    )
    const answered = await http.send({ url: `${base}/${encodeURI(path)}?${asked.join('&')}`, headers })
    if (answered.status >= 400) throw failureOf(answered)
    return answered.json(shape)
  }

  return {
    /** Names of everything that is published. */
    listEntities: async () => (await get('', {}, listOf(z.object({ name: z.string() })))).value.map(({ name }) => name),
    find: async (entity: string, filter: string, top = 20) =>
      (await get(entity, { $filter: filter, $top: String(top) }, listOf(Row))).value,
    first: (entity: string, select: readonly string[]) =>
      get(entity, { $top: '1', ...(select.length > 0 && { $select: select.join(',') }) }, listOf(Row)),
    /** @returns undefined when there is none */
    async byKey(entity: string, key: string): Promise<Row | undefined> {
      try {
        return await get(`${entity}(${guidIn(key)})`, {}, Row)
      } catch (error) {
        if (error instanceof NotPublished) return undefined
        throw error
      }
    },
    async all(entity: string, filter: string): Promise<Row[]> {
      const rows: Row[] = []
      for (let page = 0; page < PAGES_MAX; page++) {
        const query = { $filter: filter, $top: String(PAGE), $skip: String(page * PAGE) }
        const part = (await get(entity, query, listOf(Row))).value
        rows.push(...part)
        if (part.length < PAGE) return rows
      }
      throw new Rejected('There are too many movements of points to add up')
    },
  }
}
export type OdataClient = ReturnType<typeof openOdataClient>

function failureOf({ status, text }: CrmResponse): Error {
  const failure = readJson(text, Failure)
  const words = failure.isRead ? failure.value['odata.error'].message.value.slice(0, 200) : firstOf(status, text)
  if (status === 401) return new Misconfigured('wrong_credentials', 'password', words)
  if (status === 403) return new Misconfigured('wrong_login', 'login', words)
  // Without an error of the interface it is the page of a web server: nothing is published at this address.
  if (!failure.isRead) return new Misconfigured('not_found', 'server', words)
  return new NotPublished(words)
}
