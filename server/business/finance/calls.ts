import { finance as contract } from '../../../contract/business/finance.ts'
import { ledger } from '../../../contract/business/ledger.ts'
import { listPeople } from '../../platform/access/access.ts'
import { answer, type CabinetCtx } from '../../base/answer.ts'
import { listForms } from '../../people/forms/forms.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { partner } from '../../../contract/business/partner.ts'
import { activateReferral, readReferral } from '../partner/partner.ts'
import * as finance from './finance.ts'
import { ledgerFile } from './ledger-file.ts'
import { readOutlook, readSpending } from './spending.ts'

async function current({ app, db, cabinet }: CabinetCtx) {
  const [templates, { forms }, people] = await Promise.all([
    templateNames(db),
    listForms(app, db, cabinet.domain),
    listPeople(app, db),
  ])
  return finance.readTariff(app, db, {
    templates: templates.filter((one) => !one.is_archived).length,
    forms: forms.length,
    users: people.used,
  })
}

const referral = async ({ app, db }: CabinetCtx) => readReferral(app, db, await finance.sumInvited(db))

/** Beside its own calls those of the partner programme that need the ledger. */
const { readReferral: read, activateReferral: activate } = partner

export const answered = answer(
  { ...contract, ...ledger, readReferral: read, activateReferral: activate },
  {
    readReferral: referral,
    async activateReferral(ctx) {
      await activateReferral(ctx.db)
      return referral(ctx)
    },
    listTariffs: (ctx) => finance.listTariffs(ctx.db),
    currentTariff: (ctx) => current(ctx),
    async chooseTariff(ctx, { params, body }) {
      await finance.chooseTariff(ctx.app, ctx.db, params.tariffId, body.slots)
      return current(ctx)
    },
    async endDemo(ctx) {
      await finance.endDemo(ctx.app, ctx.db)
      return current(ctx)
    },
    listTransactions: (ctx, { query }) => finance.listTransactions(ctx.db, query),
    sumTransactions: (ctx, { query }) => finance.sumTransactions(ctx.db, query),
    readSpending: (ctx, { query }) => readSpending(ctx.app, ctx.db, query),
    readOutlook: (ctx) => readOutlook(ctx.app, ctx.db),
    downloadTransactions: (ctx, { query }) => ledgerFile(ctx, query),
  },
)
