/** What the screen of templates says of issued cards: how many there are, and how far their update is. */
import { templates as contract } from '../../../contract/cards/templates.ts'
import { answer } from '../../base/answer.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import * as templates from '../../cards/templates/templates.ts'
import { countPasses } from '../../reach/passes/passes.ts'
import { scheduleUpdate, updateStatus } from '../../reach/passes/update-cards.ts'

const { listTemplates, updateCards, updateStatus: status } = contract

export const answered = answer(
  { listTemplates, updateCards, updateStatus: status },
  {
    async listTemplates(ctx) {
      const [list, certificate, { issued }] = [
        await templates.listTemplates(ctx.db),
        await activeCertificate(ctx.db),
        await countPasses(ctx.db),
      ]
      return { ...list, areCardsActive: certificate !== undefined, issued }
    },
    updateCards: (ctx, { body }) => scheduleUpdate(ctx.app, ctx.db, body.template),
    updateStatus: (ctx) => updateStatus(ctx.app, ctx.db),
  },
)
