/** Notifies the wallets of changed cards: an empty push to each iPhone, a new object to Google. Safe to run twice. */
import { z } from 'zod'
import { defineJob } from '../../base/jobs.ts'
import { isDatabaseGone } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { signingOf } from '../../cards/certificates/certificates.ts'
import { connectApns, type ApnsConnection, type ApnsResult } from '../../engines/wallet/apple/apns.ts'
import { GoogleRefused } from '../../engines/wallet/google/refusals.ts'
import { syncGoogle } from './google-object.ts'
import * as googleSql from './google-sql.ts'
import * as phonesSql from './phones-sql.ts'

/** One open connection per certificate and process. */
const connections = new WeakMap<App, Map<string, ApnsConnection>>()

async function apnsConnectionOf(
  app: App,
  cabinetId: number,
  certificateId: string,
): Promise<{ connection: ApnsConnection; topic: string }> {
  const signing = await openForWork(app, cabinetId, (db) => signingOf(app, db, certificateId))
  let open = connections.get(app)
  if (!open) connections.set(app, (open = new Map<string, ApnsConnection>()))
  let connection = open.get(certificateId)
  if (!connection) {
    const { host, port, caPem } = app.outside.apns
    connection = connectApns({
      host,
      port,
      ...(caPem && { ca: caPem }),
      certificatePem: signing.certificatePem,
      privateKeyPem: signing.privateKeyPem,
      waitFactor: app.outside.waitFactor ?? 1,
    })
    open.set(certificateId, connection)
  }
  return { connection, topic: signing.passTypeIdentifier }
}

export async function closeApnsConnections(app: App): Promise<void> {
  await Promise.all([...(connections.get(app)?.values() ?? [])].map((connection) => connection.close()))
  connections.delete(app)
}

type AppleOutcome = 'sent' | 'not_sent' | 'unknown'

/**
 * Sends a push to every phone that has one of the cards.
 * @returns the outcome by card: sent when Apple accepted it for at least one phone; absent when no phone has the card
 */
export async function pushToApple(
  app: App,
  cabinetId: number,
  passIds: readonly string[],
): Promise<Map<string, AppleOutcome>> {
  const targets = await openForWork(app, cabinetId, (db) => phonesSql.pushTargetsOf(db, passIds))
  const outcomes = new Map<string, AppleOutcome>()
  for (const [certificateId, group] of Map.groupBy(targets, (target) => target.certificateId)) {
    let opened
    try {
      opened = await apnsConnectionOf(app, cabinetId, certificateId)
    } catch (error) {
      if (isDatabaseGone(error)) throw error
      app.log.error(
        { cabinetId, certificateId, error: error instanceof Error ? error.message : String(error) },
        'a certificate cannot be used',
      )
      for (const card of group) if (!outcomes.has(card.passId)) outcomes.set(card.passId, 'not_sent')
      continue
    }
    const { connection, topic } = opened
    // One push per phone is enough: it asks for all its changed cards.
    const byToken = Map.groupBy(group, (target) => target.token)
    const asked = [...byToken].map(([token, cards]) => ({
      token,
      id: `${token}|${cards.map((card) => `${card.passId}.${card.version}`).join()}`,
    }))
    for await (const result of connection.notify(asked, topic)) {
      for (const card of byToken.get(result.token) ?? []) {
        if (outcomes.get(card.passId) !== 'sent')
          outcomes.set(
            card.passId,
            result.outcome === 'accepted' ? 'sent' : result.outcome === 'unreachable' ? 'unknown' : 'not_sent',
          )
      }
      await recordResult(app, cabinetId, result)
    }
  }
  return outcomes
}

async function recordResult(app: App, cabinetId: number, result: ApnsResult): Promise<void> {
  if (result.outcome === 'gone')
    await openForWork(app, cabinetId, (db) =>
      phonesSql.dropToken(db, result.token, result.goneSince ?? app.clock.now()),
    )
  if (result.outcome === 'bad_token')
    await openForWork(app, cabinetId, (db) => phonesSql.silenceToken(db, result.token))
  if (result.outcome === 'refused')
    app.log.error({ cabinetId, reason: result.reason }, "Apple's push service refuses the certificate")
}

export const announceCards = defineJob({
  name: 'announce-cards',
  shape: z.object({ cabinetId: z.int(), passes: z.array(z.uuid()).max(1000), notify: z.boolean() }),
  retry: { limit: 8, delaySeconds: 3 },
  atOnce: 3,
  async handle(app, { cabinetId, passes, notify }) {
    const outcomes = await pushToApple(app, cabinetId, passes)
    for (const passId of await openForWork(app, cabinetId, (db) => googleSql.behindAtGoogle(db, passes))) {
      try {
        await syncGoogle(app, cabinetId, passId, { notify })
      } catch (error) {
        // A card that Google refuses must not block the others; one that Google cannot accept now is retried with the
        // job.
        if (!(error instanceof GoogleRefused)) throw error
        app.log.warn({ cabinetId, passId, reason: error.reason }, 'Google refused a card')
      }
    }
    if ([...outcomes.values()].includes('unknown')) throw new Error("Apple's push service could not be reached")
  },
})
