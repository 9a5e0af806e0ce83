import { templates as contract } from '../../../contract/cards/templates.ts'
import { answer } from '../../base/answer.ts'
import { filePath, storeImage } from '../../platform/files/files.ts'
import * as templates from './templates.ts'

// What says something of issued cards is answered in server/composed/templates.
const { listTemplates: _list, updateCards: _update, updateStatus: _status, ...own } = contract

export const answered = answer(own, {
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
  async uploadImage(ctx, { body, file }) {
    const id = await storeImage(ctx.db, body.slot, file.bytes, ctx.app.clock.now())
    return { id, url: filePath(ctx.cabinet.id, id) }
  },
})
