import { verification as contract } from '../../../contract/people/verification.ts'
import { answer } from '../../base/answer.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { readPhone } from '../../platform/codes/codes.ts'
import * as verification from './verification.ts'

const refuse = refusals(contract)

// Calls that need forms or cards are answered in server/composed/verification.
const { readProvider: _read, saveProvider: _save, removeProvider: _remove, sendLink: _sendLink, ...own } = contract

export const answered = answer(own, {
  checkProvider: ({ app, cabinet }, { body }) => verification.checkProvider(app, cabinet.id, body),
  readBalance: ({ app, cabinet }) => verification.readBalance(app, cabinet.id),
  readTexts: (ctx) => verification.readTexts(ctx.app, ctx.db),
  saveTexts: (ctx, { body }) => verification.saveTexts(ctx.app, ctx.db, body),
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
