/**
 * The public pages: issuing form, install page and the pages shown when something is wrong.
 * Pure functions, values in and a complete HTML document out; everything works without a script, and nothing in it is
 * inline, so the strictest Content-Security-Policy is possible.
 */
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import '../card/every-code.ts'
import { CodePage } from './code-page.tsx'
import { EmbedPage } from './embed-page.tsx'
import { FormPage } from './form-page.tsx'
import { InstallPage } from './install-page.tsx'
import { AgreementPage, ClosedPage, NotFoundPage, ProblemPage } from './notice-page.tsx'
import { PreorderPage } from './preorder-page.tsx'
import type {
  AgreementPageProps,
  Assets,
  ClosedPageProps,
  CodePageProps,
  EmbedPageProps,
  FormPageProps,
  InstallPageProps,
  NotFoundPageProps,
  PreorderPageProps,
  ProblemPageProps,
} from './props.ts'

export { type Device, type DeviceChoice, deviceOf, otherChoice, type PlatformHints } from './device.ts'
export { POST_NAMES, TICKED } from './props.ts'
export type * from './props.ts'

declare const BUILT_ASSETS: Assets | undefined

/** Addresses of the style sheet and the script of this build; both begin with `/pages/assets/`. */
export const ASSETS: Assets =
  typeof BUILT_ASSETS === 'undefined'
    ? {
        css: '/pages/assets/pages.css',
        js: '/pages/assets/form.js',
        proof: '/pages/assets/proof.js',
        phones: '/pages/assets/phones.js',
      }
    : BUILT_ASSETS

function documentOf(page: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

export function renderForm(props: FormPageProps): string {
  return documentOf(<FormPage {...props} />)
}

/** The card and a button, for a frame on another site. */
export function renderEmbed(props: EmbedPageProps): string {
  return documentOf(<EmbedPage {...props} />)
}

/** The visitor proves their phone number. */
export function renderCode(props: CodePageProps): string {
  return documentOf(<CodePage {...props} />)
}

export function renderInstall(props: InstallPageProps): string {
  return documentOf(<InstallPage {...props} />)
}

/** The form was taken, and the card comes later. */
export function renderPreorder(props: PreorderPageProps): string {
  return documentOf(<PreorderPage {...props} />)
}

/** The form is switched off, deleted or out of cards. */
export function renderClosed(props: ClosedPageProps): string {
  return documentOf(<ClosedPage {...props} />)
}

export function renderNotFound(props: NotFoundPageProps): string {
  return documentOf(<NotFoundPage {...props} />)
}

export function renderProblem(props: ProblemPageProps): string {
  return documentOf(<ProblemPage {...props} />)
}

/** The agreement as a separate page, for visitors without a script. */
export function renderAgreement(props: AgreementPageProps): string {
  return documentOf(<AgreementPage {...props} />)
}
