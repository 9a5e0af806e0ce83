/** The pages of a form: the form itself, and the messages when it cannot be accepted. */
import type { FastifyRequest } from 'fastify'
import { fillCard } from '../../../card/fill.ts'
import type { Design } from '../../../contract/cards/design.ts'
import type { Language } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { PublicCabinet } from '../../platform/cabinets/cabinets.ts'
import { filePath } from '../../platform/files/files.ts'
import type { DeletedForm, StoredForm } from '../../people/forms/forms.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import { maskPhone } from '../../people/verification/verification.ts'
import { areCardsGiven, promisedDay } from '../preorders/preorders.ts'
import { loadPages } from './pages.ts'
import { chosenLanguage, hintsOf, href, pageFrame, queryOf } from './reply-page.ts'
import { type LogoGround, logoGround } from './logo-ground.ts'
import { sampleValues } from './sample.ts'
import { HONEYPOT, startBotCheck } from './bot-check.ts'
import { shownLook } from './shown-look.ts'
import { versionOfTerms } from './terms.ts'

const onOneLine = (text: string) => text.replaceAll(' ', '\u00A0')

/** `problem`: a message about the whole form. */
export type Shown = {
  values: Record<string, string>
  errors: Record<string, { code: string; message: string }>
  token: string
  problem?: string
}
/** What a visitor must prove before the card is issued. */
export type CodeShown = {
  phone: string
  values: Record<string, string>
  waitSeconds: number
  wasSentAgain: boolean
  error?: string
}
/** What the visitor has entered, how the link of the card will be sent, and when it comes. */
export type Kept = { phone: string; email: string; isBySms: boolean; expectedOn: string | null }
export type FormPages = {
  organisation: string
  lang: Language
  /** Whether a filled form gives its card at once. */
  areCardsGiven: boolean
  form(shown: Shown): string
  code(shown: CodeShown): string
  kept(kept: Kept): string
  closed(): string
}
export type FormPlace = { cabinet: PublicCabinet; db: CabinetDb; form: StoredForm }

/** The page of a form that was deleted: of its design only the colours are left. */
export async function closedPage(
  app: App,
  request: FastifyRequest,
  { lang, theme }: DeletedForm,
  organisation: string,
): Promise<string> {
  const query = queryOf(request)
  const path = request.url.split('?')[0] ?? '/'
  const frame = await pageFrame(app, path, query, chosenLanguage(query, lang), theme)
  return (await loadPages()).renderClosed({ ...frame, organisation })
}

/** What the pages of a form show, the same to all visitors. */
export type FormMaterial = {
  cabinet: PublicCabinet
  form: StoredForm
  design: Design | undefined
  ground: LogoGround | null
  look: Awaited<ReturnType<typeof shownLook>>
  /** Undefined: cards are given at once. */
  preorder: { expectedOn: string | null } | undefined
}

export async function readMaterial(app: App, { cabinet, db, form }: FormPlace): Promise<FormMaterial> {
  const design = (await findTemplate(db, form.template_id))?.design
  const logoId = design?.images.logo
  return {
    cabinet,
    form,
    design,
    ground: logoId ? await logoGround(db, logoId, form.settings.theme) : null,
    look: await shownLook(db, cabinet, form.id, pathOf(cabinet, form)),
    preorder: (await areCardsGiven(app, db)) ? undefined : { expectedOn: await promisedDay(app, db) },
  }
}

const pathOf = (cabinet: PublicCabinet, form: StoredForm) => `/f/${cabinet.domain}/${form.form_key}`

export async function pagesOf(
  app: App,
  request: FastifyRequest,
  { cabinet, form, design, ground, look, preorder }: FormMaterial,
): Promise<FormPages> {
  const pages = await loadPages()
  const query = queryOf(request)
  const path = pathOf(cabinet, form)
  const lang = chosenLanguage(query, form.settings.lang)
  const frame = await pageFrame(app, path, query, lang, form.settings.theme)
  const organisation = design?.organisation ?? cabinet.name
  const image = (id: string | null | undefined) => (id ? filePath(cabinet.id, id) : undefined)
  const action = href(path, { ...query, lang, step: 'form' })
  const { settings } = form
  const proofHref = settings.smsCheck ? `${path}/proof` : undefined
  return {
    organisation,
    lang,
    areCardsGiven: preorder === undefined,
    form({ values, errors, token, problem }) {
      const isFirst = Object.keys(values).length === 0 && Object.keys(errors).length === 0
      return pages.renderForm({
        ...frame,
        organisation,
        form: settings,
        token,
        values,
        errors,
        problem,
        step: isFirst && settings.showDescriptionPage && query.step !== 'form' ? 'description' : 'form',
        prefilled:
          query.promo === undefined
            ? undefined
            : Object.fromEntries(
                settings.fields
                  .filter((field) => field.active && field.variableName === 'promo')
                  .map((field) => [field.key, query.promo ?? '']),
              ),
        action,
        formHref: href(path, { ...query, step: 'form' }),
        ...(ground && { logoGround: ground }),
        images: { logo: image(design?.images.logo), cover: image(design?.images.cover) },
        ...(look && { look }),
        card: design ? fillCard(design, sampleValues(lang), (id) => filePath(cabinet.id, id)) : null,
        device: pages.deviceOf(request.headers['user-agent'] ?? '', query.device, hintsOf(request)),
        agreementHref: href(`${path}/agreement`, query),
        ...(settings.agreement.enabled && { termsVersion: versionOfTerms(settings.agreement.text) }),
        canonicalUrl: app.publicUrl + path,
        botCheck: { honeypot: HONEYPOT, startedAt: startBotCheck(app, form.form_key, token) },
        thisYear: app.clock.now().getUTCFullYear(),
        proofHref,
        preorder,
      })
    },
    // A change of the language loads another page, and the entries would be lost.
    code: (shown) => pages.renderCode({ ...frame, languages: undefined, organisation, action, proofHref, ...shown }),
    kept: ({ phone, email, isBySms, expectedOn }) => {
      const to = [...(isBySms ? [onOneLine(maskPhone(phone))] : []), ...(email === '' ? [] : [email])]
      return pages.renderPreorder({ ...frame, languages: undefined, organisation, to, expectedOn })
    },
    closed: () => pages.renderClosed({ ...frame, organisation }),
  }
}
