/** A cabinet's own issuer at Google: Google is asked beside every transaction, and what it answers is kept. */
import { type GoogleIssuer, issuers as contract } from '../../../contract/cards/issuers.ts'
import { answer, type CabinetCtx } from '../../base/answer.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import * as issuers from '../../cards/issuers/issuers.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { countGoogleElsewhere, followIssuer } from '../../reach/passes/passes.ts'
import { askIssuer } from './ask.ts'
import { checkReview, reviewIssuer } from './jobs.ts'

const refuse = refusals(contract)

async function whole(app: App, db: CabinetDb): Promise<GoogleIssuer> {
  const own = await issuers.readIssuer(app, db)
  return {
    ...own,
    isAppleActive: await isAppleActive(app, db),
    cards: {
      own: await countGoogleElsewhere(db, own.waiting?.issuerId ?? own.issuerId ?? ''),
      shared: await countGoogleElsewhere(db, app.outside.google.issuerId),
    },
  }
}

async function isAppleActive(app: App, db: CabinetDb): Promise<boolean> {
  const active = await activeCertificate(db)
  return active !== undefined && !active.is_test && app.clock.now() < active.expires_at
}

async function activateShared(app: App, cabinetId: number): Promise<void> {
  await openForWork(app, cabinetId, async (db) => {
    await issuers.useSharedIssuer(db)
    await followIssuer(db, (await issuers.presentIssuer(app, db)).issuerId)
  })
}

async function activateOwn(app: App, cabinetId: number): Promise<void> {
  const access = await openForWork(app, cabinetId, async (db) => {
    if (!(await isAppleActive(app, db))) throw refuse('apple_first')
    return issuers.waitingIssuer(app, db)
  })
  const isApproved = await reviewIssuer(app, cabinetId, access)
  if (isApproved) return
  await openForWork(app, cabinetId, (db) =>
    app.jobs.enqueue(db.tx, checkReview, { cabinetId, issuerId: access.issuerId, round: 0 }, { afterSeconds: 600 }),
  )
}

const inside = (ctx: Pick<CabinetCtx, 'app'> & { cabinet: { id: number } }) =>
  openForWork(ctx.app, ctx.cabinet.id, (db) => whole(ctx.app, db))

export const answered = answer(contract, {
  readGoogle: ({ app, db }) => whole(app, db),
  async saveGoogle(ctx, { body }) {
    const { app, cabinet } = ctx
    const { issuerId, gmail, code, serviceAccountKey } = body
    const access = await openForWork(app, cabinet.id, (db) => issuers.readAccess(app, db, issuerId, serviceAccountKey))
    // A wrong code uses a try, so it is stored before the refusal.
    const wrong = await openForWork(app, cabinet.id, (db) => issuers.checkGmail(app, db, gmail, code))
    if (wrong) throw refuse(wrong, {}, { [wrong === 'gmail_code_wrong' ? 'code' : 'gmail']: { code: wrong } })
    const facts = await askIssuer(app, access, gmail)
    await openForWork(app, cabinet.id, (db) => issuers.saveIssuer(app, db, access, gmail, facts))
    return inside(ctx)
  },
  async activateGoogle(ctx, { body }) {
    await (body.source === 'shared' ? activateShared : activateOwn)(ctx.app, ctx.cabinet.id)
    return inside(ctx)
  },
  sendGmailCode: ({ app, db, cabinet, lang }, { body }) =>
    issuers.sendGmailCode(app, db, { email: body.email, lang, cabinet: cabinet.name }),
})
