import { integration as contract } from '../../../contract/business/integration.ts'
import { answer } from '../../base/answer.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { ask } from '../../platform/support/support.ts'
import * as integration from './integration.ts'

export const answered = answer(contract, {
  readIntegration: (ctx) => integration.readIntegration(ctx, ctx.db),
  async saveIntegration(ctx, { body }) {
    if (body.type !== 'other') return integration.saveIntegration(ctx, body)
    await integration.addWish(ctx, body.otherName)
    await ask(ctx.app, ctx.user, {
      topic: 'idea',
      text: `CRM: ${body.otherName}`,
      route: `/${ctx.cabinet.domain}/integration`,
      cabinet: ctx.cabinet.id,
    })
    return openForWork(ctx.app, ctx.cabinet.id, (db) => integration.readIntegration(ctx, db))
  },
  removeIntegration: (ctx, { body }) => integration.removeIntegration(ctx, body),
  checkIntegration: (ctx, { body }) => integration.checkIntegration(ctx, body),
  activateIntegration: (ctx) => integration.switchIntegration(ctx, true),
  toggleIntegration: (ctx, { body }) => integration.switchIntegration(ctx, body.isActive),
  readMeeting: (ctx, { query: { balance, bonus, discount } }) =>
    integration.readMeeting(ctx.db, {
      ...(balance && { balance }),
      ...(bonus && { bonus }),
      ...(discount && { discount }),
    }),
  async lookUpClients(ctx) {
    integration.expectNoDemo(ctx)
    return integration.lookUpClients(ctx.app, ctx.db)
  },
  async beginExchange(ctx, { body }) {
    integration.expectNoDemo(ctx)
    return integration.beginExchange(ctx.app, ctx.db, body.policy)
  },
  listExchanges: (ctx, { query }) => integration.listExchanges(ctx.db, query),
  readDesk: (ctx, { query }) => integration.readDesk(ctx.db, query),
  async retryClients(ctx, { body }) {
    integration.expectNoDemo(ctx)
    return integration.startRetry(ctx.app, ctx.db, body.ids ?? null)
  },
  async readFromCrm(ctx) {
    integration.expectNoDemo(ctx)
    await integration.readFromCrm(ctx.app, ctx.db)
    return {}
  },
  async listCandidates(ctx, { params }) {
    integration.expectNoDemo(ctx)
    return integration.listCandidates(ctx, params.id)
  },
  async linkClient(ctx, { params, body }) {
    integration.expectNoDemo(ctx)
    return integration.linkClient(ctx, params.id, body.crmId)
  },
  async undoRelink(ctx, { params }) {
    integration.expectNoDemo(ctx)
    return integration.undoRelink(ctx, params.id)
  },
  beginConsent: (ctx, { body }) => integration.beginConsent(ctx, body),
  finishConsent: (ctx, { body }) => integration.finishConsent(ctx, body),
  readCrmHooks: (ctx) => integration.readHooks(ctx.app, ctx.db),
  subscribeToHooks: (ctx, { body }) => integration.subscribe(ctx.app, ctx.db, body.isSubscribed),
  renewHookKey: (ctx) => integration.renewHookKey(ctx.app, ctx.db),
  replayHookEvent: (ctx, { params }) => integration.replayEvent(ctx.app, ctx.db, params.id),
  readCrmTill: (ctx) => integration.readTill(ctx.app, ctx.db),
  renewTillKey: (ctx) => integration.renewTillKey(ctx.app, ctx.db),
  readFieldMap: (ctx) => integration.readFieldMap(ctx.db),
  async listCrmFields(ctx) {
    integration.expectNoDemo(ctx)
    return integration.listCrmFields(ctx)
  },
  async createCrmFields(ctx, { body }) {
    integration.expectNoDemo(ctx)
    return integration.createCrmFields(ctx, body.fields)
  },
  async saveFieldMap(ctx, { body }) {
    integration.expectNoDemo(ctx)
    return integration.saveFieldMap(ctx, body)
  },
  async settleField(ctx, { params, body }) {
    integration.expectNoDemo(ctx)
    return integration.settleField(ctx.app, ctx.db, params.id, body)
  },
  guestCategories: (ctx, { query }) => integration.listCategories(ctx, query.organizationId),
  syncClients: (ctx) => integration.startRun(ctx.app, ctx.db),
  unsyncedClients: (ctx) => integration.unsyncedClients(ctx.db),
  syncStatus: (ctx) => integration.syncStatus(ctx.db, ctx.app.clock.now()),
  readClientSync: (ctx, { params }) => integration.readClientSync(ctx.db, params.id),
  saveClientSync: (ctx, { params, body }) => integration.saveClientSync(ctx.db, params.id, body),
})
