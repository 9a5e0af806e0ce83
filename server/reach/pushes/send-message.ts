/** Sends a message to one client. */
import { z } from 'zod'
import type { App } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as passes from '../passes/passes.ts'
import type { Target } from './ask-google.ts'
import { endSoon } from './end.ts'
import * as messagesSql from './messages-sql.ts'
import { settle } from './settle.ts'
import * as settleSql from './settle-sql.ts'
import { sendToWallets } from './to-wallets.ts'

/** The wallets that a new message waits for. `channel` is the one that people see it in. */
export const walletsOf = ({ hasApple, googleObjectId }: passes.Recipient) => ({
  channel: hasApple ? ('apple' as const) : ('google' as const),
  apple: hasApple ? ('queued' as const) : null,
  google: googleObjectId === null ? null : ('queued' as const),
})

async function targetOf(app: App, cabinetId: number, messageId: string): Promise<Target | undefined> {
  return openForWork(app, cabinetId, async (db) => {
    const message = await messagesSql.messageById(db, messageId)
    const [one] = message ? await passes.findRecipients(db, [message.pass_id]) : []
    if (!message || !one) return undefined
    const isOld = message.state === 'queued' && message.apple === null && message.google === null
    if (isOld) await settleSql.completeWallets(db, [{ id: messageId, ...walletsOf(one) }])
    const { apple, google } = isOld ? walletsOf(one) : message
    const asks = { apple: apple === 'queued', google: google === 'queued' }
    if (!asks.apple && !asks.google) return undefined
    const isRepeat = message.google_claim !== null
    return { ...one, text: message.text, messageId, isRepeat, isSilent: message.is_silent, asks }
  })
}

export const sendMessageJob = defineJob({
  name: 'send-message',
  shape: z.object({ cabinetId: z.int(), messageId: z.uuid() }),
  retry: { limit: 10, delaySeconds: 2 },
  /** A wallet that is away is repeated for itself; this job ends. */
  async handle(app, { cabinetId, messageId }) {
    const target = await targetOf(app, cabinetId, messageId)
    if (!target) return
    const outcomes = await sendToWallets(app, cabinetId, [target])
    await openForWork(app, cabinetId, async (db) => {
      await settle(app, db, outcomes)
      if (outcomes.some(({ apple, google }) => [apple, google].includes('queued')))
        await endSoon(app, db, { messageId })
    })
  },
  giveUp: (app, { cabinetId, messageId }) =>
    openForWork(app, cabinetId, async (db) => {
      const message = await messagesSql.messageById(db, messageId)
      if (!message) return
      const asks = { apple: message.apple === 'queued', google: message.google === 'queued' }
      await passes.oweToWallets(app, db, new Map([[message.pass_id, asks]]))
      await endSoon(app, db, { messageId })
    }),
})
