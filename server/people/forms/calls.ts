import { forms as contract } from '../../../contract/people/forms.ts'
import { answer } from '../../base/answer.ts'
import * as forms from './forms.ts'

export const answered = answer(contract, {
  listForms: (ctx) => forms.listForms(ctx.app, ctx.db, ctx.cabinet.domain),
  createForm: (ctx, { body }) =>
    forms.createForm(ctx.app, ctx.db, ctx.cabinet, {
      name: body.name,
      template: body.template,
      lang: body.lang ?? ctx.lang,
    }),
  readForm: (ctx, { params }) => forms.readForm(ctx.app, ctx.db, ctx.cabinet.domain, params.formKey),
  saveForm: (ctx, { params, body }) => forms.saveForm(ctx.app, ctx.db, ctx.cabinet, params.formKey, body),
  async removeForm(ctx, { params }) {
    await forms.removeForm(ctx.db, params.formKey, ctx.app.clock.now())
    return {}
  },
})
