/** A module that is turned on is charged for its first day at once, as a plan is. */
import { marketplace as contract } from '../../../contract/reach/marketplace.ts'
import { answer } from '../../base/answer.ts'
import { chargeModules } from '../../business/finance/finance.ts'
import { saveModule } from '../../reach/marketplace/marketplace.ts'

export const answered = answer(
  { saveModule: contract.saveModule },
  {
    async saveModule(ctx, { params, body }) {
      const saved = await saveModule(ctx, params.moduleId, body)
      if (saved.isActive) await chargeModules(ctx.app, ctx.db, false)
      return saved
    },
  },
)
