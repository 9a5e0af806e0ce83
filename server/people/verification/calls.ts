import { verification as contract } from '../../../contract/people/verification.ts'
import { answer, type UserCtx } from '../../base/answer.ts'
import { refusals, refuseAny, refuseLimited } from '../../base/refusal.ts'
import { openCabinet, openForWork, readMenu } from '../../platform/cabinets/cabinets.ts'
import { readPhone } from '../../platform/codes/codes.ts'
import * as verification from './verification.ts'

const refuse = refusals(contract)

// Calls that need forms or cards are answered in server/composed/verification.
const { readProvider: _read, saveProvider: _save, removeProvider: _remove, sendLink: _sendLink, ...own } = contract

/**
 * The business that a query names, or the only one of the user. The path names none, so the HTTP edge checks nothing.
 * @throws Refusal not_found, invalid_input
 */
async function businessOf(ctx: UserCtx, named: number | undefined): Promise<number> {
  if (named !== undefined) return named
  const { recent, total } = await readMenu(ctx.app, ctx.user)
  const [only] = recent
  if (!only || total > 1) throw refuseAny('invalid_input', {}, { cabinetId: { code: 'required' } })
  return only.id
}

export const answered = answer(own, {
  checkProvider: ({ app, cabinet }, { body }) => verification.checkProvider(app, cabinet.id, body),
  readBalance: ({ app, cabinet }) => verification.readBalance(app, cabinet.id),
  readTexts: (ctx) => verification.readTexts(ctx.app, ctx.db),
  saveTexts: (ctx, { body }) => verification.saveTexts(ctx.app, ctx.db, body),
  readTextsOf: async (ctx, { query }) =>
    openCabinet(ctx.app, ctx.user, await businessOf(ctx, query.cabinetId), (_, db) =>
      verification.readTexts(ctx.app, db),
    ),
  saveTextsOf: async (ctx, { query, body }) =>
    openCabinet(ctx.app, ctx.user, await businessOf(ctx, query.cabinetId), async (cabinet, db) => {
      if (cabinet.role !== 'owner') throw refuseAny('not_found')
      refuseLimited(cabinet)
      ctx.about(cabinet.id)
      const saved = await verification.readTexts(ctx.app, db)
      return verification.saveTexts(ctx.app, db, {
        linkText: body.linkText ?? saved.linkText,
        dailyLimit: body.dailyLimit ?? saved.dailyLimit,
        countries: body.countries,
      })
    }),
  listSms: (ctx, { query }) => verification.listSms(ctx.db, query),
  async sendTestSms({ app, cabinet, lang }, { body }) {
    const phone = readPhone(body.phone)
    const ready = await openForWork(app, cabinet.id, async (db) => {
      const text = await verification.linkText(db, lang, {
        link: `${app.publicUrl}/c/${cabinet.domain}/test`,
        name: '',
        organisation: cabinet.name,
      })
      return verification.prepareSms(app, db, { purpose: 'test', phone, text, ip: null })
    })
    if (ready.kind === 'no_provider') throw refuse('sms_not_connected')
    return verification.sendOrRefuse(app, cabinet.id, ready)
  },
})
