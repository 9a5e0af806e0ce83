/** What is on the poster of a form: the look of its card, a short text, and the address of the form or of a link. */
import type { Binary } from '../../../contract/binary.ts'
import { formLinks } from '../../../contract/people/form-links.ts'
import { forms } from '../../../contract/people/forms.ts'
import { type OwnPosterText, POSTER_MAX, type PosterFormat, type PosterText } from '../../../contract/people/posters.ts'
import { IMAGE_SLOTS } from '../../../contract/limits.ts'
import type { OwnPoints } from '../../../words/points.ts'
import { pointsIn, say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { pointsStyle } from '../../platform/cabinets/cabinets.ts'
import { readImage } from '../../platform/files/files.ts'
import { findTemplate, type TemplateRow } from '../../cards/templates/templates.ts'
import { formUrl } from './forms.ts'
import { linkUrl } from './links.ts'
import { layOut } from './poster-layout.ts'
import { posterPdf } from './poster-pdf.ts'
import { posterSvg } from './poster-svg.ts'
import { ownTextOf, saveOwnText } from './posters-sql.ts'
import { formByKey, type FormRow } from './sql.ts'

const refuseForm = refusals(forms)
const refuseLink = refusals(formLinks)

/** The first sentence of a description, cut between words. */
export function firstSentence(text: string, max: number): string {
  const sentence = (/^[^\n.!?]*[.!?]?/.exec(text.trim())?.[0] ?? '').trim()
  if (sentence.length <= max) return sentence
  const cut = sentence.slice(0, max)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : max - 1)}…`
}

async function formAndCard(db: CabinetDb, formKey: string): Promise<{ form: FormRow; template: TemplateRow }> {
  const form = await formByKey(db, formKey)
  const template = form && (await findTemplate(db, form.template_id))
  if (!template) throw refuseForm('form_not_found')
  return { form, template }
}

function usualText({ settings }: FormRow, { type }: TemplateRow, points: OwnPoints): PosterText {
  const forms = pointsIn(settings.lang, points)
  const word = (key: string) => say(settings.lang, `links.poster.usual.${key}`, forms)
  return {
    title: settings.title.slice(0, POSTER_MAX.title) || word('title'),
    benefit: firstSentence(settings.description, POSTER_MAX.benefit) || word(type),
    steps: word('steps'),
    note: word('note'),
  }
}

/** What a poster says: the business's own words, else the usual ones. */
async function textOf(db: CabinetDb, form: FormRow, template: TemplateRow) {
  const [usual, own] = [usualText(form, template, await pointsStyle(db)), await ownTextOf(db, form.id)]
  const written = Object.fromEntries(Object.entries(own).filter(([, text]) => text !== null))
  return { ...usual, ...(written as Partial<PosterText>), own, usual }
}

/** @throws Refusal form_not_found */
export async function readPosterText(db: CabinetDb, formKey: string) {
  const { form, template } = await formAndCard(db, formKey)
  return textOf(db, form, template)
}

/** What is the same as the usual text follows the form. @throws Refusal form_not_found */
export async function savePosterText(db: CabinetDb, formKey: string, text: OwnPosterText, now: Date) {
  const { form, template } = await formAndCard(db, formKey)
  const usual = usualText(form, template, await pointsStyle(db))
  const kept = (name: keyof PosterText) => (text[name] === usual[name] ? null : text[name])
  const own = { title: kept('title'), benefit: kept('benefit'), steps: kept('steps'), note: kept('note') }
  await saveOwnText(db, form.id, own, now)
  return textOf(db, form, template)
}

type Asked = { [Name in keyof PosterText]?: string | undefined } & {
  format: PosterFormat
  file: 'pdf' | 'svg'
  link?: string | undefined
}

/** @throws Refusal form_not_found, link_not_found */
export async function readPoster(
  app: App,
  db: CabinetDb,
  { domain, formKey }: { domain: string; formKey: string },
  { format, file, link, ...text }: Asked,
): Promise<Binary> {
  const { form, template } = await formAndCard(db, formKey)
  const { organisation, cardName, colours, images } = template.design
  const url = link === undefined ? formUrl(app, domain, formKey) : await linkUrl(app, db, { domain, formKey, id: link })
  if (url === undefined) throw refuseLink('link_not_found')
  const logo = images.logo ? await readImage(db, images.logo) : undefined
  const given = Object.fromEntries(Object.entries(text).filter(([, value]) => value !== undefined))
  const poster = layOut(format, {
    ...(await textOf(db, form, template)),
    ...given,
    organisation,
    cardName: cardName === organisation ? '' : cardName,
    url,
    colours,
    logoRatio: logo ? IMAGE_SLOTS.logo.width / IMAGE_SLOTS.logo.height : null,
  })
  const name = `${domain}-${formKey}-${format}.${file}`
  if (file === 'svg') return { bytes: Buffer.from(posterSvg(poster, logo)), type: 'image/svg+xml', name }
  const title = `${organisation}: ${form.name}`
  const bytes = await posterPdf(poster, { title, lang: form.settings.lang, ...(logo && { logo }) })
  return { bytes, type: 'application/pdf', name }
}
