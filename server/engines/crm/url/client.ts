/** The protocol of `readme.md`: one address of the business, JSON posts with the name of a method. */
import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readJson } from '../../../base/json.ts'
import { basicAuthorization } from '../../../base/outbound/outbound.ts'
import type { Settings } from '../connector.ts'
import { Misconfigured, Rejected, Unreachable } from '../troubles.ts'
import type { CrmHttp } from '../crm-http.ts'

const Failure = z.object({
  error: z.union([z.string(), z.object({ message: z.string() })]),
  code: z.string().optional(),
})

/** The business has no such customer. */
export class NotThere extends Error {}
/** The address does not know the method. */
export class NoMethod extends Error {}

function authorization({ login, password }: Settings): Record<string, string> {
  if (login && password) return { authorization: basicAuthorization(login, password) }
  return password ? { 'x-api-key': password } : {}
}

/** @param headers who asks */
export function openUrlClient(settings: Settings, http: CrmHttp, headers = authorization(settings)) {
  const {
    server = '',
    login = '',
    password = '',
    organizationId = '',
    bonusWallet = '',
    bonusProgram = '',
    secret = '',
  } = settings
  const key: { crm_key?: string } = login === '' && password !== '' ? { crm_key: password } : {}

  /** `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">` */
  function signature(body: string): Record<string, string> {
    if (secret === '') return {}
    const t = Math.floor(Date.now() / 1000)
    return { 'x-signature': `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}` }
  }

  return {
    /** @throws NotThere, NoMethod, Rejected when the business refuses this one client */
    async ask<T>(
      method: string,
      shape: z.ZodType<T>,
      content: object = {},
      requestId: string = randomUUID(),
    ): Promise<T> {
      const json = {
        v: 1,
        ...key,
        method,
        requestId,
        ...(organizationId && { organizationId }),
        ...(bonusWallet && { bonusWallet }),
        ...(bonusProgram && { bonusProgram }),
        ...content,
      }
      const answered = await http.send({
        method: 'POST',
        url: server,
        json,
        headers: { ...headers, ...signature(JSON.stringify(json)) },
      })
      if (answered.status === 401 || answered.status === 403)
        throw new Misconfigured(login ? 'wrong_credentials' : 'wrong_login', 'password')
      const failure = readJson(answered.text, Failure)
      if (failure.isRead) throw troubleOf(failure.value, login)
      if (answered.status === 404 || answered.status === 405)
        throw new Misconfigured('not_found', 'server', String(answered.status))
      return answered.json(shape)
    },
  }
}

export type UrlClient = ReturnType<typeof openUrlClient>

/** Receivers written before there were codes send only a message; then the message decides. */
function troubleOf({ error, code }: z.infer<typeof Failure>, login: string): Error {
  const words = typeof error === 'string' ? error : error.message
  if (code === 'bad_key' || (code === undefined && /\b(key|app_key|token|password|unauthori[sz]ed)\b/i.test(words)))
    return new Misconfigured(login ? 'wrong_credentials' : 'wrong_login', 'password')
  if (code === 'not_found' || (code === undefined && /not found/i.test(words))) return new NotThere(words)
  if (code === 'unknown_method' || (code === undefined && /unknown method|method/i.test(words)))
    return new NoMethod(words)
  if (code === 'unknown_field') return new Rejected(words.slice(0, 200), 'field')
  if (code === 'busy') return new Unreachable('throttled')
  return new Rejected(words.slice(0, 200))
}
