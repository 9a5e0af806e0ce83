/** An SMS provider with the forms that check phones through it, and a client's card sent to the phone as a link. */
import { verification as contract } from '../../../contract/people/verification.ts'
import { answer } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { getClient } from '../../people/clients/clients.ts'
import { formsThatCheck } from '../../people/forms/forms.ts'
import * as verification from '../../people/verification/verification.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { cardToSend, installUrl, wholeCard } from '../../reach/passes/passes.ts'

const refuse = refusals(contract)
const { readProvider, saveProvider, removeProvider, sendLink } = contract

const connection = async (db: CabinetDb) => ({
  connected: await verification.readConnected(db),
  checkingForms: await formsThatCheck(db),
})

export const answered = answer(
  { readProvider, saveProvider, removeProvider, sendLink },
  {
    readProvider: (ctx) => connection(ctx.db),
    async saveProvider({ app, cabinet }, { body }) {
      const check = await verification.saveProvider(app, cabinet.id, body)
      return { ...(await openForWork(app, cabinet.id, connection)), check }
    },
    async removeProvider(ctx, { body }) {
      await verification.removeProvider(ctx.db, body.smsType)
      return connection(ctx.db)
    },
    async sendLink({ app, cabinet }, { params, body }) {
      const ready = await openForWork(app, cabinet.id, async (db) => {
        const client = await getClient(db, params.id)
        if (client.tel === '') throw refuse('client_has_no_phone')
        const pass = await cardToSend(app, db, client, body.cardId)
        if (!pass) throw refuse('card_not_found')
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
  },
)
