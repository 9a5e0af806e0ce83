/** The public address as others see it: https, this installation behind it, the proxies counted right, the clocks. */
import { connect } from 'node:tls'
import { isLoopback } from '../../server/base/env.ts'
import { questionPath, type Seen } from '../../server/base/seen-from-outside.ts'
import { type Check, type Finding, good, missing, type Place, reasonOf } from './finding.ts'

/** An address of nobody (RFC 5737): who can make us believe it, can pretend to be anybody. */
const PRETENDED = '192.0.2.77'
const PATIENCE_MS = 10_000
const CLOCK_MAX_MS = 5000
const DAY_MS = 86_400_000

type Asked = { seen: Seen; tookMs: number } | { fault: string }

async function ask({ env, keys, now }: Place): Promise<Asked> {
  const startedMs = now()
  try {
    const response = await fetch(`${env.publicUrl}${questionPath(keys, startedMs)}`, {
      headers: { 'x-forwarded-for': PRETENDED },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.status !== 200)
      return {
        fault: `answers ${response.status} where this installation knows the answer: does it lead here, with this key?`,
      }
    return { seen: (await response.json()) as Seen, tookMs: now() - startedMs }
  } catch (error) {
    return { fault: `cannot be reached from here (${reasonOf(error)})` }
  }
}

type Validity = { fromMs: number; untilMs: number }

/** Renewed ones are replaced when a third of their time is left, be it ninety days or six. */
export function judgeCertificate({ fromMs, untilMs }: Validity, nowMs: number): Finding[] {
  const leftMs = untilMs - nowMs
  if (leftMs > (untilMs - fromMs) / 6) return []
  const days = Math.max(0, Math.floor(leftMs / DAY_MS))
  return [missing('Address', `its certificate ends in ${days} days and is not renewed`)]
}

function readCertificate(url: URL): Promise<Validity | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname, port: Number(url.port || 443), servername: url.hostname }, () => {
      const { valid_from: from, valid_to: until } = socket.getPeerCertificate()
      socket.end()
      resolve({ fromMs: Date.parse(from), untilMs: Date.parse(until) })
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('error', () => resolve(undefined)).on('close', () => resolve(undefined))
  })
}

async function judgeAddress({ env, now }: Place, asked: Asked): Promise<Finding[]> {
  if (!env.publicUrl) return [missing('Address', 'PUBLIC_URL is not set, so links lead to localhost')]
  if (isLoopback(env.publicUrl)) return [missing('Address', `only this machine can follow ${env.publicUrl}`)]
  const found: Finding[] = []
  if (!env.publicUrl.startsWith('https:'))
    found.push(missing('Address', 'PUBLIC_URL is not https: iPhones take no card from it, passwords travel openly'))
  else {
    const validity = await readCertificate(new URL(env.publicUrl))
    if (validity) found.push(...judgeCertificate(validity, now()))
  }
  found.push(
    'fault' in asked ? missing('Address', `PUBLIC_URL ${asked.fault}`) : good('Address', `${env.publicUrl} leads here`),
  )
  return found
}

/** The proxies add whom they see to the end of the list; the first that was not sent by us is our own address. */
export function judgeProxy({ address, forwarded, protocol }: Seen, isHttps: boolean): Finding[] {
  const added = forwarded
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== PRETENDED)
  if (address === PRETENDED)
    return [missing('Proxy', 'a visitor can claim any address: TRUST_PROXY trusts more proxies than there are')]
  const [visitor] = added
  if (visitor !== undefined && address.replace(/^::ffff:/, '') !== visitor.replace(/^::ffff:/, ''))
    return [
      missing('Proxy', `all visitors count as ${address}: set TRUST_PROXY, ${added.length} in front of this server`),
    ]
  if (isHttps && added.length > 0 && protocol !== 'https')
    return [missing('Proxy', 'the proxy does not say that visitors come over https (X-Forwarded-Proto)')]
  return [
    good('Proxy', added.length === 0 ? 'no proxy in between' : `visitors count as themselves behind ${added.length}`),
  ]
}

export const checkAddress: Check = async (place) => {
  const asked: Asked = place.env.publicUrl ? await ask(place) : { fault: 'is not set' }
  const found = await judgeAddress(place, asked)
  if ('fault' in asked) found.push(missing('Proxy', 'unknown until the address answers'))
  else found.push(...judgeProxy(asked.seen, place.env.publicUrl?.startsWith('https:') ?? false))
  return [...found, ...(await judgeClocks(place, asked))]
}

async function judgeClocks({ database, now }: Place, asked: Asked): Promise<Finding[]> {
  const { rows } = await database.query<{ at: Date }>('select clock_timestamp() as at')
  const clocks = [
    ['PostgreSQL', rows[0]?.at.getTime() ?? now(), 0],
    ...('fault' in asked ? [] : ([['the server', Date.parse(asked.seen.at), asked.tookMs]] as const)),
  ] as const
  const wrong = clocks.filter(([, at, tookMs]) => Math.abs(now() - at) > CLOCK_MAX_MS + tookMs)
  if (wrong.length === 0) return [good('Clock', 'the clocks of this machine, PostgreSQL and the server agree')]
  return wrong.map(([name, at]) =>
    missing('Clock', `${name} is ${Math.round(Math.abs(now() - at) / 1000)} s away from this machine: use NTP on both`),
  )
}
