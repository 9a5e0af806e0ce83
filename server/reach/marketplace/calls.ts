import { marketplace as contract } from '../../../contract/reach/marketplace.ts'
import { answer } from '../../base/answer.ts'
import * as marketplace from './marketplace.ts'

// A module is saved in server/composed/marketplace: it may cost something.
const { saveModule: _save, ...own } = contract

export const answered = answer(own, {
  listModules: (ctx) => marketplace.listModules(ctx.db, ctx.lang, ctx.app.clock.now()),
  activeModules: (ctx) => marketplace.activeModules(ctx.db),
  readModule: (ctx, { params }) => marketplace.readModule(ctx, params.moduleId),
  pointHistory: (ctx, { params, query }) => marketplace.pointHistory(ctx.db, params.id, query),
})
