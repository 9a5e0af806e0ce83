import { posters } from '../../../contract/people/posters.ts'
import { formLinks } from '../../../contract/people/form-links.ts'
import { forms as contract } from '../../../contract/people/forms.ts'
import { answer } from '../../base/answer.ts'
import * as forms from './forms.ts'
import * as links from './links.ts'
import { readPoster, readPosterText, savePosterText } from './poster.ts'

// Removing is answered in server/composed/forms, because clients remember the form they came by.
const { removeForm: _remove, ...own } = contract

export const answered = answer(
  { ...own, ...formLinks, ...posters },
  {
    listForms: (ctx) => forms.listForms(ctx.app, ctx.db, ctx.cabinet.domain),
    createForm: (ctx, { body }) =>
      forms.createForm(ctx.app, ctx.db, ctx.cabinet, {
        name: body.name,
        template: body.template,
        lang: body.lang ?? ctx.lang,
        ...(body.phoneMask && { phoneMask: body.phoneMask }),
      }),
    readForm: (ctx, { params }) => forms.readForm(ctx.app, ctx.db, ctx.cabinet.domain, params.formKey),
    saveForm: (ctx, { params, body }) => forms.saveForm(ctx.app, ctx.db, ctx.cabinet, params.formKey, body),
    listLinks: (ctx, { params }) => links.listLinks(ctx.app, ctx.db, { ...params, domain: ctx.cabinet.domain }),
    createLink: (ctx, { params, body }) =>
      links.createLink(ctx.app, ctx.db, { ...params, domain: ctx.cabinet.domain }, body),
    saveLink: (ctx, { params, body }) =>
      links.saveLink(ctx.app, ctx.db, { ...params, domain: ctx.cabinet.domain }, body),
    readPosterText: ({ db }, { params }) => readPosterText(db, params.formKey),
    savePosterText: ({ app, db }, { params, body }) => savePosterText(db, params.formKey, body, app.clock.now()),
    readPoster: ({ app, db, cabinet }, { params, query }) =>
      readPoster(app, db, { ...params, domain: cabinet.domain }, query),
    async removeLink({ db }, { params }) {
      await links.removeLink(db, params.formKey, params.id)
      return {}
    },
  },
)
