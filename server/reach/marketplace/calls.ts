import { marketplace as contract } from '../../../contract/reach/marketplace.ts'
import { answer } from '../../base/answer.ts'
import * as marketplace from './marketplace.ts'

export const answered = answer(contract, {
  listModules: (ctx) => marketplace.listModules(ctx.db, ctx.lang, ctx.app.clock.now()),
  activeModules: (ctx) => marketplace.activeModules(ctx.db),
  readModule: (ctx, { params }) => marketplace.readModule(ctx, params.moduleId),
  saveModule: (ctx, { params, body }) => marketplace.saveModule(ctx, params.moduleId, body),
  pointHistory: (ctx, { params, query }) => marketplace.pointHistory(ctx.db, params.id, query),
})
