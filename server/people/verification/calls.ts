import { verification as contract } from '../../../contract/people/verification.ts'
import { answer } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { getClient } from '../clients/clients.ts'
import { readPhone } from '../../platform/codes/codes.ts'
import { formsThatCheck } from '../forms/forms.ts'
import { installUrl, issuePass, wholeCard } from '../../reach/passes/passes.ts'
import * as verification from './verification.ts'

const refuse = refusals(contract)

const connection = async (db: CabinetDb) => ({
  connected: await verification.readConnected(db),
  checkingForms: await formsThatCheck(db),
})

export const answered = answer(contract, {
  readProvider: (ctx) => connection(ctx.db),
  async saveProvider({ app, cabinet }, { body }) {
    const check = await verification.saveProvider(app, cabinet.id, body)
    return { ...(await openForWork(app, cabinet.id, connection)), check }
  },
  async removeProvider(ctx, { body }) {
    await verification.removeProvider(ctx.db, body.smsType)
    return connection(ctx.db)
  },
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
  async sendLink({ app, cabinet }, { params }) {
    const ready = await openForWork(app, cabinet.id, async (db) => {
      const client = await getClient(db, params.id)
      if (client.tel === '') throw refuse('client_has_no_phone')
      const pass = await issuePass(app, db, client)
      const { card, lang } = await wholeCard(db, pass)
      const text = await verification.linkText(db, lang, {
        link: installUrl(app, cabinet.domain, cabinet.id, pass.id),
        name: client.name,
        organisation: card.organisation,
      })
      return verification.prepareSms(app, db, { purpose: 'link', phone: client.tel, text, ip: null })
    })
    if (ready.kind === 'no_provider') throw refuse('sms_needed_for_link')
    return verification.sendOrRefuse(app, cabinet.id, ready)
  },
})
