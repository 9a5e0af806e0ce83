/** Mail, SMS, Apple and Google: connected, and ready for people who are not testers. */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import { openGoogleApi } from '../../server/engines/wallet/google/api.ts'
import { byHand, type Check, type Finding, good, missing, type Place, reasonOf } from './finding.ts'

const PATIENCE_MS = 10_000
const SOON_MS = 14 * 86_400_000

export const checkEmail: Check = async ({ env }) => {
  if (!env.smtpUrl) return [missing('Email', 'SMTP_URL is not set: emails reach nobody')]
  const found: Finding[] = []
  if (/\.(example|invalid|test|localhost)>?\s*$/.test(env.mailFrom))
    found.push(missing('Email', `MAIL_FROM is ${env.mailFrom}, an address of nobody`))
  const transport = createTransport({
    url: env.smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  })
  try {
    await transport.verify()
    found.push(good('Email', 'the mail server takes our login'))
    found.push(byHand('Email', 'SPF, DKIM and DMARC of the domain in MAIL_FROM name this mail server'))
  } catch (error) {
    found.push(missing('Email', `the mail server refuses us (${reasonOf(error)})`))
  } finally {
    transport.close()
  }
  return found
}

export const checkSms: Check = async ({ env }) => {
  const found: Finding[] = []
  if (!env.sms) found.push(missing('SMS', 'SMS_LOGIN, SMS_PASSWORD and SMS_FROM are not set: codes reach nobody'))
  if (!env.areSmsProvidersReal)
    found.push(missing('SMS', 'SMS_PROVIDERS=real is not set: SMS of businesses reach nobody'))
  return found.length > 0 ? found : [good('SMS', 'both the product and businesses send through real providers')]
}

export const checkTelegram: Check = async ({ env }) => [
  env.telegram
    ? byHand('Telegram', `bots of businesses are asked at ${env.telegram.url}: send yourself a message by one`)
    : missing('Telegram', 'TELEGRAM=real is not set: bots of businesses reach nobody'),
]

type CertificateRow = { domain: string; isTest: boolean; certificate: string; intermediate: string }

/** The active certificate of each business but those of the demo. */
async function activeCertificates({ database }: Place): Promise<CertificateRow[]> {
  const { rows } = await database.query<CertificateRow>(
    `select c.domain, a.is_test as "isTest", a.certificate_pem as certificate, a.intermediate_pem as intermediate
      from apple_certificates a join cabinets c on c.id = a.cabinet_id
      where a.state = 'active' and c.id::text not in (select id from demo_parts) order by c.id`,
  )
  return rows
}

/** What is wrong with the chain of a card, as an iPhone would see it; undefined when it is right. */
export function faultOfChain(certificatePem: string, intermediatePem: string, nowMs: number): string | undefined {
  const [leaf, intermediate] = [new X509Certificate(certificatePem), new X509Certificate(intermediatePem)]
  if (!leaf.checkIssued(intermediate) || !leaf.verify(intermediate.publicKey))
    return 'is kept with an intermediate that did not issue it: upload it again with its chain'
  if (!intermediate.issuer.includes('Apple')) return 'was not issued by Apple'
  const endsMs = Math.min(leaf.validToDate.getTime(), intermediate.validToDate.getTime())
  if (endsMs < nowMs) return 'has expired'
  return endsMs < nowMs + SOON_MS ? `ends on ${new Date(endsMs).toISOString().slice(0, 10)}` : undefined
}

function reachApns(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port, ...name, ALPNProtocols: ['h2'] }, () => {
      socket.end()
      resolve(undefined)
    })
    socket.setTimeout(PATIENCE_MS, () => {
      socket.destroy()
      resolve('it does not answer')
    })
    socket.on('error', (error) => resolve(reasonOf(error)))
  })
}

export const checkApple: Check = async (place) => {
  const { apns } = place.env
  if (!apns) return [missing('Apple', 'APNS_HOST is not set: cards on iPhones are never updated')]
  const found: Finding[] = []
  if (apns.host === 'api.sandbox.push.apple.com' || apns.host === 'api.development.push.apple.com')
    found.push(missing('Apple', 'APNS_HOST is the sandbox, which knows no card: use api.push.apple.com'))
  const fault = await reachApns(apns.host, apns.port)
  found.push(
    fault === undefined
      ? good('Apple', `${apns.host} can be reached`)
      : missing('Apple', `${apns.host}, port ${apns.port}, cannot be reached (${fault})`),
  )
  const all = await activeCertificates(place)
  const own = all.filter(({ isTest }) => !isTest)
  for (const { domain, certificate, intermediate } of own) {
    const wrong = faultOfChain(certificate, intermediate, place.now())
    if (wrong !== undefined) found.push(missing('Apple', `the certificate of ${domain} ${wrong}`))
  }
  const tests = all.length - own.length
  if (tests > 0)
    found.push(
      missing(
        'Apple',
        `${tests} of ${all.length} businesses sign with the test certificate: no iPhone takes their cards`,
      ),
    )
  return found
}

export const checkGoogle: Check = async ({ env }) => {
  const { google } = env
  if (!google)
    return [missing('Google', 'GOOGLE_SERVICE_ACCOUNT is not set: no phone can keep a card in Google Wallet')]
  try {
    const api = openGoogleApi({ apiUrl: google.apiUrl, tokenUrl: google.tokenUrl, account: google })
    // Google answers 403 for the issuer of somebody else, before it looks whether there is such a class.
    const { status } = await api.call('GET', `/loyaltyClass/${google.issuerId}.kartoteka-check`)
    if (status !== 200 && status !== 404)
      return [
        missing(
          'Google',
          `issuer ${google.issuerId} does not let this service account in (${status}): add it as a developer`,
        ),
      ]
  } catch (error) {
    return [missing('Google', `Google refuses the service account (${reasonOf(error)})`)]
  }
  // No call of Google says whether an issuer is still in demo mode.
  return [
    good('Google', `the service account works for issuer ${google.issuerId}`),
    env.hasGooglePublishing
      ? good('Google', 'publishing access is granted, as GOOGLE_PUBLISHING_ACCESS says')
      : byHand(
          'Google',
          'request publishing access in the console, or only testers get cards; then set GOOGLE_PUBLISHING_ACCESS=1',
        ),
  ]
}
