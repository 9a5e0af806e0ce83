/**
 * The HTTP service of `download/`: our own protocol (`../url/`) below the address of a publication. `/ping` answers to
 * a GET, everything else is a POST to `/call`.
 */
import { z } from 'zod'
import { basicAuthorization } from '../../../base/outbound/outbound.ts'
import type { Settings, Verbs } from '../connector.ts'
import type { CrmHttp } from '../crm-http.ts'
import type { VendorField } from '../fields.ts'
import { Misconfigured } from '../troubles.ts'
import { openUrlClient } from '../url/client.ts'
import { openVerbs } from '../url/verbs.ts'

export const PATHS = { ping: '/ping', call: '/call' } as const

const Pong = z.object({ success: z.literal(true) })

export function openService(settings: Settings, http: CrmHttp, fields?: readonly VendorField[]): Verbs {
  const { server = '', login = '', password = '', apiKey = '', inquiry } = settings
  const base = server.replace(/\/+$/, '')
  const headers = {
    authorization: basicAuthorization(login, password),
    ...(apiKey && { 'x-api-key': apiKey }),
  }
  const client = openUrlClient({ ...settings, server: `${base}${PATHS.call}` }, http, headers)
  return {
    ...openVerbs(client, fields, inquiry),
    async checkLogin() {
      const answered = await http.send({ url: `${base}${PATHS.ping}`, headers })
      if (answered.status === 401) throw new Misconfigured('wrong_credentials', 'password')
      // A user without the role of the service, or a key that the service does not know.
      if (answered.status === 403) throw new Misconfigured('wrong_login', apiKey ? 'apiKey' : 'login')
      if (answered.status >= 400)
        throw new Misconfigured('not_found', 'server', firstOf(answered.status, answered.text))
      answered.json(Pong)
      return {}
    },
  }
}

/** Web servers answer with pages of HTML; their beginning says what is wrong. */
export const firstOf = (status: number, text: string): string =>
  `${status} ${text
    .replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200)}`
