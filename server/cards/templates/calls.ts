import { templates as contract } from '../../../contract/cards/templates.ts'
import { answer } from '../../base/answer.ts'
import { activeCertificate } from '../certificates/certificates.ts'
import { filePath, storeImage } from '../../platform/files/files.ts'
import { countPasses } from '../../reach/passes/passes.ts'
import { scheduleUpdate, updateStatus } from '../../reach/passes/update-cards.ts'
import * as templates from './templates.ts'

export const answered = answer(contract, {
  async listTemplates(ctx) {
    const [list, certificate, { issued }] = [
      await templates.listTemplates(ctx.db),
      await activeCertificate(ctx.app, ctx.db),
      await countPasses(ctx.db),
    ]
    return { ...list, areCardsActive: certificate !== undefined, issued }
  },
  createTemplate: (ctx, { body }) => templates.createTemplate(ctx.db, body, ctx.app.clock.now()),
  readTemplate: (ctx, { params }) => templates.readTemplate(ctx.db, params.uuid),
  saveTemplate: (ctx, { params, body }) => templates.saveTemplate(ctx.db, params.uuid, body, ctx.app.clock.now()),
  async removeTemplate(ctx, { params }) {
    await templates.removeTemplate(ctx.db, params.uuid)
    return {}
  },
  async makeDefault(ctx, { params }) {
    await templates.makeDefault(ctx.db, params.uuid)
    return {}
  },
  updateCards: (ctx, { body }) => scheduleUpdate(ctx.app, ctx.db, body.template),
  updateStatus: (ctx) => updateStatus(ctx.app, ctx.db),
  async uploadImage(ctx, { body, file }) {
    const id = await storeImage(ctx.db, body.slot, file.bytes, ctx.app.clock.now())
    return { id, url: filePath(ctx.cabinet.id, id) }
  },
})
