/** What the server passes to the public pages: plain values, every address ready to be written. */
import type { PointsStyle } from '../contract/platform/general-settings.ts'
import type { FilledCard } from '../card/fill.ts'
import type { FormSettings } from '../contract/people/forms.ts'
import type { Language, Theme } from '../contract/limits.ts'
import type { Device } from './device.ts'

/**
 * Addresses of the built style sheet and script; without a script the page is static. `proof`: loaded where a code will
 * be asked for; `phones`: where there are test phones.
 */
export type Assets = { css: string; js: string | null; proof?: string; phones?: string }

/** One language a page can be read in; `href` keeps the rest of the address. */
export type LanguageLink = { code: Language; name: string; href: string }

/** What every page needs. */
export type PageProps = {
  lang: Language
  /** Left out or with one entry: no language menu. */
  languages?: readonly LanguageLink[] | undefined
  theme: Theme
  /** Name of the product or of its operator, for the foot of the page. */
  brand: string
  assets: Assets
}

/**
 * Where a challenge is fetched, whose solution is posted as `POST_NAMES.proof`. Left out: no code will be asked for.
 */
export type ProofHref = string | undefined

export type FieldFault = { code: string; message: string }

export type FormPageProps = PageProps & {
  form: FormSettings
  step: 'description' | 'form'
  /** Where the form is posted; carries `?lang=` and `?device=`. */
  action: string
  /** Where the button of the description step leads. */
  formHref: string
  /** Idempotency key, posted as `POST_NAMES.token`. */
  token: string
  /**
   * What was posted before, by the names of the inputs: a date as `key_d`, `key_m`, `key_y` (or as `key` with
   * YYYY-MM-DD). Empty: first time.
   */
  values: Readonly<Record<string, string>>
  /** Values from a link, by field key: they fill the fields, and it still counts as the first time. */
  prefilled?: Readonly<Record<string, string>> | undefined
  /** By field key, and `agree`. */
  errors: Readonly<Record<string, FieldFault>>
  /** A refusal of the whole form, as a sentence. */
  problem?: string | undefined
  images: { logo?: string | undefined; cover?: string | undefined }
  /** Whether the logo needs the card's colour behind it, and how much of its width is in use; left out: unknown. */
  logoGround?: { isNeeded: boolean; share: number } | undefined
  /** What support has put on the form instead of the card's logo and the plain page. */
  look?: { logo: string | null; background: string | null } | undefined
  /** A filled sample of the card: drawn beside the form on wide screens, and its background is used behind the logo. */
  card?: FilledCard | null | undefined
  organisation: string
  device: Device
  /** Page of the agreement's text, for visitors without JavaScript. */
  agreementHref: string
  /** Which wording the visitor agrees to, posted as `POST_NAMES.terms`. */
  termsVersion?: string | undefined
  canonicalUrl: string
  /** The honeypot: name of the hidden field, and the signed time of showing, posted as `POST_NAMES.startedAt`. */
  botCheck: { honeypot: string; startedAt: string }
  /** Last year the date fields offer; the year of the server's clock when left out. */
  thisYear?: number | undefined
  proofHref?: ProofHref
  /** No cards are given now: they come later, on this day if one is promised. */
  preorder?: { expectedOn: string | null } | undefined
}

/** The card and a button in a frame on another site. */
export type EmbedPageProps = Omit<PageProps, 'languages'> & {
  organisation: string
  title: string
  /** As on the form's page. */
  look?: { logo: string | null; background: string | null } | undefined
  card: FilledCard | null
  /** The form, in a page of its own. */
  href: string
}

export type InstallPageProps = PageProps & {
  device: Device
  card: FilledCard
  /** Ends with `.pkpass`. */
  appleHref: string
  /** Null until the card is at Google. */
  googleHref: string | null
  /** Absolute address of this page without `?device=`: drawn as QR, shown to be copied. */
  qrText: string
  /** This page for the other phone (see `otherChoice`); null: no such link. */
  otherDeviceHref: string | null
  /** The test phones with this page; null: no wallet has any. */
  testPhonesHref: string | null
  /** The phone had a card before. */
  isKnown: boolean
  /** A number was given without proof, and may be that of an earlier card, which this page does not show. */
  isFresh: boolean
  /** What the client passes on to friends; amounts in minor units. Left out: there is no offer. */
  invite?: { url: string; code: string; inviterMinor: number; invitedMinor: number; points: PointsStyle } | undefined
  /** The shop's own texts; empty: the built-in ones. */
  /** Where the card's client subscribes to messages in Telegram; null while the business has no bot. */
  telegram?: { href: string; text: string } | null
  installText: string
  /** Sends the link of this page to the client; `phone` shows only its first and last digits. Null: cannot be sent. */
  smsLink: { phone: string; action: string; outcome: 'sent' | 'failed' | 'limit' | null } | null
  /** `preparing`: the card is stored but has no file yet, so no button is shown. */
  state: 'ready' | 'preparing'
}

/** Between the form and the card: four digits by SMS. */
export type CodePageProps = PageProps & {
  organisation: string
  /** Where the code is posted: the address of the form. */
  action: string
  /** E.164. */
  phone: string
  /** What was posted before; included again. */
  values: Readonly<Record<string, string>>
  /** When another code may be requested. */
  waitSeconds: number
  wasSentAgain: boolean
  error?: string | undefined
  proofHref?: ProofHref
}

/** After the form, when the card comes later. It is the same for a known and an unknown client. */
export type PreorderPageProps = PageProps & {
  organisation: string
  /** Where the link to the card is sent: a masked number, an address as it was entered; none: to be asked for. */
  to: readonly string[]
  /** YYYY-MM-DD; null: no day is promised. */
  expectedOn: string | null
}

export type ClosedPageProps = PageProps & {
  organisation: string
  /** Phone, email or site of the shop, shown unchanged; http(s), tel and mailto become links. */
  contacts?: readonly string[] | undefined
}

export type NotFoundPageProps = PageProps

export type ProblemPageProps = PageProps & {
  /** A code of `words/<lang>/pages.json` under `problem`, or of the refusals; an unknown one is a server error. */
  code: string
  organisation?: string | undefined
  retryHref?: string | undefined
  /** What was posted to `retryHref`; it is posted there once more. */
  kept?: Readonly<Record<string, string>> | undefined
  requestId?: string | undefined
}

export type AgreementPageProps = PageProps & {
  organisation: string
  text: string
  /** Language the shop wrote the text in. */
  textLang: Language
  backHref: string
}

/** Names of inputs that are no fields. The key of a field has no underscore, so only `agree` has to be reserved. */
export const POST_NAMES = {
  token: '_token',
  startedAt: '_started',
  agree: 'agree',
  terms: '_terms',
  step: '_step',
  code: '_code',
  proof: '_proof',
} as const

/** What a ticked checkbox posts; an empty one posts nothing. */
export const TICKED = 'on'
