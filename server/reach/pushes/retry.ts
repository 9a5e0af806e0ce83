/** Repeats what a wallet has not accepted, cards and messages alike: each wallet in a job of its own. */
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as passes from '../passes/passes.ts'
import { settle, settleWith } from './settle.ts'
import * as settleSql from './settle-sql.ts'
import { sendToGoogle } from './ask-google.ts'

type Wallet = 'apple' | 'google'

/** Cards that wait for the end of the lease if the worker dies: few, and with all their messages sent within it. */
const GOOGLE_BATCH = 10

/** Phones of one batch after another, until none is due or Apple accepts none. */
async function retryApple(app: App, cabinetId: number): Promise<void> {
  for (;;) {
    const outcomes = await passes.retryApple(app, cabinetId, settleWith(app))
    if (outcomes === null) return
    const states = new Set([...outcomes.values()].map(({ state }) => state))
    if (states.has('queued') && !states.has('sent')) return
  }
}

/** Cards that Google has not got, and their messages, until none is due or Google does not answer. */
async function retryGoogle(app: App, cabinetId: number): Promise<void> {
  for (;;) {
    const due = (await passes.claimRetries(app, cabinetId, 'google', GOOGLE_BATCH)).map((one) => one.passId)
    if (due.length === 0) return
    for (const [index, passId] of due.entries()) {
      const state = await sendCard(app, cabinetId, passId)
      if (state === 'away') {
        await passes.retryGoogleLater(app, cabinetId, due.slice(index), true)
        return
      }
      // Another worker is sending one of its messages: this card is looked at again soon.
      if (state === 'taken') await passes.retryGoogleLater(app, cabinetId, [passId], true)
    }
  }
}

async function sendCard(app: App, cabinetId: number, passId: string): Promise<'done' | 'away' | 'taken'> {
  if (!(await passes.tryGoogle(app, cabinetId, passId, true))) return 'away'
  const { messages, card } = await openForWork(app, cabinetId, async (db) => ({
    messages: await settleSql.queuedMessages(db, 'google', [passId], app.clock.now()),
    card: (await passes.findRecipients(db, [passId]))[0],
  }))
  const asks = { apple: false, google: true }
  for (const { id, text, isSilent, isTried } of messages) {
    const target = card && { ...card, text, messageId: id, isRepeat: isTried, isSilent, asks }
    const google = target ? await sendToGoogle(app, cabinetId, target) : 'not_sent'
    if (google === 'queued') return 'away'
    if (google === 'taken') return 'taken'
    await openForWork(app, cabinetId, (db) => settle(app, db, [{ messageId: id, google }]))
  }
  await passes.endGoogleRetries(app, cabinetId, [passId])
  return 'done'
}

export const retryWallet: Job<{ cabinetId: number; wallet: Wallet }> = defineJob({
  ...passes.retryOrder,
  atOnce: 2,
  handle: (app, { cabinetId, wallet }) =>
    wallet === 'apple' ? retryApple(app, cabinetId) : retryGoogle(app, cabinetId),
})

/** Every minute: what is due although no job was queued for it, or its job was lost. */
export const wakeRetries: Job<Nothing> = defineJob({
  name: 'wake-retries',
  shape: Nothing,
  every: '* * * * *',
  async handle(app) {
    for (const { cabinetId, wallet } of await passes.dueRetries(app))
      await openForWork(app, cabinetId, (db) =>
        app.jobs.enqueue(db.tx, retryWallet, { cabinetId, wallet }, { key: `${cabinetId}|${wallet}` }),
      )
  },
})
