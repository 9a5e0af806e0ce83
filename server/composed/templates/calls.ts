/** Templates with what uses them: issued cards and how far their update is, forms, pushes and triggers. */
import { templates as contract } from '../../../contract/cards/templates.ts'
import { say } from '../../../words/say.ts'
import { answer } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { activeCertificate, canSign } from '../../cards/certificates/certificates.ts'
import * as templates from '../../cards/templates/templates.ts'
import { isImportedNow } from '../../people/imports/imports.ts'
import { trialAddress } from '../../reach/issuing/issuing.ts'
import { countIssued } from '../../reach/passes/passes.ts'
import { scheduleUpdate, updateStatus } from '../../reach/passes/update-cards.ts'
import { emailSample } from './email-sample.ts'
import { usesOfTemplates } from './uses.ts'

const refuse = refusals(contract)
const { makeDefault: _makeDefault, uploadImage: _uploadImage, ...composed } = contract

async function wholeTemplate(db: CabinetDb, row: templates.TemplateRow) {
  return templates.templateReply(row, (await usesOfTemplates(db, [row.id]))(row.id))
}

/** Asked while the template is held, so that an import that begins meanwhile is seen. */
async function usesUnlessImported(db: CabinetDb, uuid: string) {
  if (await isImportedNow(db, uuid)) throw refuse('template_import_runs')
  return (await usesOfTemplates(db, [uuid]))(uuid)
}

export const answered = answer(composed, {
  async listTemplates({ db }) {
    const [{ templates: rows, limit }, certificate, issued] = await Promise.all([
      templates.listTemplates(db),
      activeCertificate(db),
      countIssued(db),
    ])
    const usesOf = await usesOfTemplates(
      db,
      rows.map((row) => row.id),
    )
    return {
      templates: rows.map((row) => templates.templateRowReply(row, usesOf(row.id))),
      limit,
      areCardsActive: certificate !== undefined,
      issued,
    }
  },
  createTemplate: async ({ app, db }, { body }) =>
    wholeTemplate(db, await templates.createTemplate(db, body, app.clock.now())),
  copyTemplate: async ({ app, db, lang }, { params }) =>
    wholeTemplate(
      db,
      await templates.copyTemplate(
        db,
        params.uuid,
        (name) => say(lang, 'templates.list.copyOf', { name }),
        app.clock.now(),
      ),
    ),
  readTemplate: async ({ db }, { params }) => wholeTemplate(db, await templates.getTemplate(db, params.uuid)),
  saveTemplate: async ({ app, db }, { params, body }) =>
    wholeTemplate(db, await templates.saveTemplate(db, params.uuid, body, app.clock.now())),
  async tryTemplate({ app, db, cabinet }, { params: { uuid } }) {
    await templates.getTemplate(db, uuid)
    if (!(await canSign(app, db))) throw refuse('cards_not_active')
    return trialAddress(app, db, cabinet.domain, uuid)
  },
  emailSample: (ctx, { params }) => emailSample(ctx, params.uuid),
  async removeTemplate({ db }, { params: { uuid } }) {
    await templates.removeTemplate(db, uuid, () => usesUnlessImported(db, uuid))
    return {}
  },
  async archiveTemplate({ app, db }, { params: { uuid }, body: { isArchived } }) {
    const uses = () => usesUnlessImported(db, uuid)
    return wholeTemplate(db, await templates.archiveTemplate(db, uuid, { isArchived, at: app.clock.now() }, uses))
  },
  updateCards: (ctx, { body }) => scheduleUpdate(ctx.app, ctx.db, body.template),
  updateStatus: (ctx) => updateStatus(ctx.app, ctx.db),
})
