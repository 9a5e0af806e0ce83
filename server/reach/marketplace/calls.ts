import { marketplace as contract } from '../../../contract/reach/marketplace.ts'
import { answer } from '../../base/answer.ts'
import * as marketplace from './marketplace.ts'

// The others are answered in server/composed/marketplace: a module may cost something, and have a bot.
const { readModule: _read, saveModule: _save, telegramStatus: _status, ...own } = contract

export const answered = answer(own, {
  listModules: (ctx) => marketplace.listModules(ctx.db, ctx.lang, ctx.app.clock.now()),
  activeModules: (ctx) => marketplace.activeModules(ctx.db),
  pointHistory: (ctx, { params, query }) => marketplace.pointHistory(ctx.db, params.id, query),
})
