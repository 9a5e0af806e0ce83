import { formLooks as formLooksContract } from '../../../contract/business/form-looks.ts'
import { modulePrices } from '../../../contract/business/module-prices.ts'
import { operator as contract } from '../../../contract/business/operator.ts'
import { emulatedWorld } from '../../../contract/business/emulated-world.ts'
import { answer } from '../../base/answer.ts'
import * as inbox from '../../platform/support/inbox.ts'
import { setSuperuser } from '../../platform/users/users.ts'
import * as failedJobs from './failed-jobs.ts'
import * as formLooks from './form-looks.ts'
import { listModulePrices, saveModulePrice } from './module-prices.ts'
import * as operator from './operator.ts'
import { linkOfOperator, linkOfPhones, readEmulated, readEmulatedParts } from './outside.ts'
import { readProof } from './seals.ts'
import * as tariffs from './tariffs.ts'
import { listAuditLog, auditLogCalls } from './audit-log.ts'
import * as users from './users.ts'

export const answered = answer(
  { ...contract, ...formLooksContract, ...emulatedWorld, ...modulePrices },
  {
    readEmulatedParts: async (ctx) => readEmulatedParts(ctx.app),
    openPhones: async (ctx) => ({ url: await linkOfPhones(ctx.app, ctx.user.sessionId) }),

    summary: async (ctx) => ({
      openConversations: await inbox.countOpen(ctx.app),
      failedJobs: await failedJobs.countFailedJobs(ctx.app),
    }),

    listCabinets: (ctx, { query }) => operator.listCabinets(ctx.app, query),
    readCabinet: (ctx, { params }) => operator.readCabinet(ctx.app, params.cabinet),
    extendDemo: (ctx, { params, body }) => operator.extendDemo(ctx.app, params.cabinet, body.days),
    setTariff: (ctx, { params, body }) => operator.setTariff(ctx.app, params.cabinet, body.tariff),
    setAgent: (ctx, { params, body }) => operator.setAgent(ctx.app, params.cabinet, body.isAgent),
    correctBalance: (ctx, { params, body }) => operator.correctBalance(ctx, params.cabinet, body),

    readFormLook: (ctx, { params }) => formLooks.readFormLook(ctx.app, params),
    uploadFormLook: (ctx, { params, body, file }) => formLooks.uploadFormLook(ctx.app, params, body.part, file.bytes),
    removeFormLook: (ctx, { params, body }) => formLooks.removeFormLook(ctx.app, params, body.part),

    listUsers: (ctx, { query }) => users.listUsers(ctx.app, query),
    readUser: (ctx, { params }) => users.readUser(ctx, params.id),
    endSessions: (ctx, { params }) => users.endSessions(ctx, params.id),
    async resendVerification(ctx, { params }) {
      await users.resendVerification(ctx, params.id)
      return {}
    },
    async setSuperuser(ctx, { params, body }) {
      await setSuperuser(ctx.app, ctx.user, params.id, body.superuser, body.password)
      return users.readUser(ctx, params.id)
    },

    listTariffs: (ctx) => tariffs.listTariffs(ctx.app),
    saveTariff: (ctx, { params, body }) => tariffs.saveTariff(ctx.app, params.key, body),

    listModulePrices: (ctx) => listModulePrices(ctx.app),
    saveModulePrice: (ctx, { params, body }) => saveModulePrice(ctx.app, params.moduleId, body),

    listInvitations: (ctx, { query }) => operator.listInvitations(ctx.app, query),
    async revokeInvitation(ctx, { params }) {
      await operator.revokeInvitation(ctx.app, params.cabinet, params.email)
      return {}
    },

    listConversations: (ctx, { query }) => inbox.listInbox(ctx.app, query),
    readConversation: (ctx, { params }) => inbox.readInbox(ctx.app, params.uuid),
    answerConversation: (ctx, { params, body }) => inbox.answerInbox(ctx.app, ctx.user.userId, params.uuid, body.text),
    closeConversation: (ctx, { params }) => inbox.closeInbox(ctx.app, params.uuid),
    readScreenshot: (ctx, { params }) => inbox.readInboxScreenshot(ctx.app, params.uuid),

    readEmulated: async (ctx) => readEmulated(ctx.app),
    openEmulated: async (ctx) => ({ url: await linkOfOperator(ctx.app, ctx.user.sessionId) }),
    listFailedJobs: (ctx, { query }) => failedJobs.listFailedJobs(ctx.app, query),
    async repeatFailedJob(ctx, { params }) {
      await failedJobs.repeatFailedJob(ctx.app, params.uuid)
      return {}
    },
    async deleteFailedJob(ctx, { params }) {
      await failedJobs.deleteFailedJob(ctx.app, params.uuid)
      return {}
    },

    listAuditLog: (ctx, { query }) => listAuditLog(ctx.app, query),
    readAuditLogProof: (ctx) => readProof(ctx.app),
    listAuditLogCalls: async () => auditLogCalls(),
  },
)
