/**
 * The preview in the form editor: the public page, rendered for a form that need not be saved and for a made-up client.
 */
import { fillCard } from '../../../card/fill.ts'
import type { FormSettings } from '../../../contract/people/forms.ts'
import { issuing as contract, type PreviewDevice, type PreviewStep } from '../../../contract/reach/issuing.ts'
import type { OpenedCabinet } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { filePath } from '../../platform/files/files.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import { variableDefaults } from '../../cards/variables/variables.ts'
import { loadPages } from './pages.ts'
import { findForm } from '../../people/forms/forms.ts'
import { sampleValues } from './sample.ts'
import { shownLook } from './shown-look.ts'

const refuse = refusals(contract)

/** The links of a preview lead nowhere. */
const NOWHERE = '#'

/** @returns a complete HTML document that loads nothing but our own files */
export async function previewForm(
  app: App,
  db: CabinetDb,
  cabinet: OpenedCabinet,
  asked: {
    settings: FormSettings
    template: string
    device: PreviewDevice
    step: PreviewStep
    formKey?: string | undefined
  },
): Promise<string> {
  const { settings, device, step } = asked
  const template = await findTemplate(db, asked.template)
  if (!template) throw refuse('template_not_found')
  const pages = await loadPages()
  // Images by path only, because the cabinet may be open under another host name.
  const address = (id: string) => filePath(cabinet.id, id)
  const image = (id: string | null | undefined) => (id ? address(id) : undefined)
  const { design } = template
  const values = { ...(await variableDefaults(db)), ...template.variables, ...sampleValues(settings.lang) }
  const card = fillCard(design, values, address)
  const frame = {
    lang: settings.lang,
    theme: settings.theme,
    brand: app.env.brand,
    assets: { css: pages.ASSETS.css, js: null },
  }
  const url = `${app.publicUrl}/f/${cabinet.domain}`
  if (step === 'install') {
    const otherDeviceHref = pages.otherChoice(device) && NOWHERE
    return pages.renderInstall({
      ...frame,
      device,
      card,
      appleHref: NOWHERE,
      googleHref: NOWHERE,
      qrText: url,
      otherDeviceHref,
      testPhonesHref: null,
      isKnown: false,
      installText: settings.installText,
      smsLink: null,
      isFresh: false,
      state: 'ready',
    })
  }
  if (step === 'code') {
    return pages.renderCode({
      ...frame,
      organisation: design.organisation,
      action: NOWHERE,
      phone: '+420 601 234 567',
      values: {},
      waitSeconds: 45,
      wasSentAgain: false,
    })
  }
  const saved = asked.formKey === undefined ? undefined : await findForm(db, asked.formKey)
  const look = saved && (await shownLook(db, cabinet, saved.id, `/f/${cabinet.domain}/${saved.form_key}`))
  return pages.renderForm({
    ...frame,
    ...(look && { look }),
    device,
    card,
    form: settings,
    step,
    action: NOWHERE,
    formHref: NOWHERE,
    token: '',
    values: {},
    errors: {},
    images: { logo: image(design.images.logo), cover: image(design.images.cover) },
    organisation: design.organisation,
    agreementHref: NOWHERE,
    canonicalUrl: url,
    botCheck: { honeypot: 'website', startedAt: '' },
    thisYear: app.clock.now().getUTCFullYear(),
  })
}
