import { ApplePass } from '../card/apple-face.tsx'
import { applePassViewOf } from '../card/apple-pass.ts'
import { GooglePass } from '../card/google-face.tsx'
import { googlePassViewOf } from '../card/google-pass.ts'
import type { FormField } from '../contract/people/forms.ts'
import { say } from '../words/say.ts'
import { tagOf } from '../words/words.ts'
import { Consent } from './consent.tsx'
import { idOf } from './control.ts'
import { Field } from './field.tsx'
import { absoluteUrl, Frame, Paragraphs } from './frame.tsx'
import { preorderText } from './preorder-page.tsx'
import { ProofInput } from './proof-input.tsx'
import { type FormPageProps, POST_NAMES } from './props.ts'

const SHARED_TEXT_MAX = 200

/** The public form, or the page before it that describes the card. */
export function FormPage(props: FormPageProps) {
  const { lang, form, organisation, images, card, canonicalUrl, step } = props
  const title = form.title || say(lang, 'pages.form.title')
  const pageTitle = form.title ? `${form.title} · ${organisation}` : say(lang, 'pages.form.heading', { organisation })
  const shopLang = form.lang === lang ? undefined : tagOf(form.lang)
  const share = {
    title: pageTitle,
    description: form.description.slice(0, SHARED_TEXT_MAX),
    url: canonicalUrl,
    image: absoluteUrl(images.cover ?? images.logo, canonicalUrl),
  }
  const showsText = step === 'description' || !form.showDescriptionPage
  return (
    <Frame
      {...props}
      kind="form"
      isProved={props.proofHref !== undefined && step === 'form'}
      title={pageTitle}
      share={share}
      head={<Logo {...props} />}
      background={props.look?.background ?? undefined}
    >
      <div className={card ? 'columns' : undefined}>
        {card && (
          <div className="aside">
            <CardDrawing {...props} card={card} />
          </div>
        )}
        <div className="sheet">
          {images.cover !== undefined && <img className="cover" src={images.cover} alt="" width="1125" height="369" />}
          <h1 lang={form.title ? shopLang : undefined}>{title}</h1>
          {showsText && form.description !== '' && (
            <Paragraphs className="lead" text={form.description} lang={shopLang} />
          )}
          {step === 'description' ? (
            <a className="button" href={props.formHref}>
              {say(lang, 'pages.form.next')}
            </a>
          ) : (
            <IssuingForm {...props} shopLang={shopLang} />
          )}
        </div>
      </div>
    </Frame>
  )
}

/**
 * The shop's logo; where it would vanish, as a white one on a white page, on the background of its card, for which it
 * was drawn.
 */
function Logo({ images, look, card, organisation, logoGround = { isNeeded: true, share: 1 } }: FormPageProps) {
  if (look?.logo) return <img className="logo" src={look.logo} alt={organisation} width="160" height="50" />
  if (images.logo === undefined) return <strong className="organisation">{organisation}</strong>
  if (!card || !logoGround.isNeeded)
    return <img className="logo" src={images.logo} alt={organisation} width="160" height="50" />
  const width = Math.ceil(20 + 160 * logoGround.share)
  return (
    <svg className="logo" viewBox={`0 0 ${width} 62`} width={width} height="62" role="img" aria-label={organisation}>
      <rect width={width} height="62" rx="8" fill={card.colours.background} />
      <image href={images.logo} x="10" y="6" width="160" height="50" preserveAspectRatio="xMinYMid meet" />
    </svg>
  )
}

function CardDrawing({
  lang,
  device,
  organisation,
  card,
}: FormPageProps & { card: NonNullable<FormPageProps['card']> }) {
  const label = say(lang, 'pages.form.cardLabel', { organisation })
  return device === 'android' || device === 'inapp-android' ? (
    <GooglePass view={googlePassViewOf(card)} label={label} />
  ) : (
    <ApplePass view={applePassViewOf(card)} label={label} />
  )
}

function IssuingForm(props: FormPageProps & { shopLang: string | undefined }) {
  const { lang, form, action, token, errors, problem, botCheck, termsVersion, shopLang } = props
  const fields = form.fields.filter((field) => field.active && !field.isHidden)
  const hidden = form.fields.filter((field) => field.active && field.isHidden)
  const keys = [...fields.map((field) => field.key), ...(form.agreement.enabled ? [POST_NAMES.agree] : [])]
  const firstFault = keys.find((key) => errors[key])
  const isFirstTime = Object.keys(props.values).length === 0 && firstFault === undefined
  const values = isFirstTime ? (props.prefilled ?? {}) : props.values
  const words = (name: string) => say(lang, `pages.form.${name}`)
  return (
    <form
      method="post"
      action={action}
      data-form=""
      data-busy={words('busy')}
      data-slow={words('slow')}
      data-offline={words('offline')}
      data-online={words('online')}
      data-kept={words('kept')}
      data-errors={errorCounts(lang, keys.length)}
      data-posted={isFirstTime ? undefined : ''}
    >
      {problem !== undefined && (
        <p className="summary" role="alert">
          {problem}
        </p>
      )}
      <Faults {...props} fields={fields} />
      <input type="hidden" name={POST_NAMES.token} value={token} />
      <input type="hidden" name={POST_NAMES.startedAt} value={botCheck.startedAt} />
      {termsVersion !== undefined && <input type="hidden" name={POST_NAMES.terms} value={termsVersion} />}
      <ProofInput href={props.proofHref} />
      {hidden.map((field) => (
        <input key={field.key} type="hidden" name={field.key} value={values[field.key] ?? ''} />
      ))}
      <div className="trap" aria-hidden="true">
        <label>
          {words('trap')}
          <input type="text" name={botCheck.honeypot} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          lang={lang}
          shopLang={shopLang}
          values={values}
          fault={errors[field.key]}
          takesFocus={field.key === firstFault}
          isFirstTime={isFirstTime}
          thisYear={props.thisYear ?? new Date().getUTCFullYear()}
          hasSurname={fields.some((one) => one.variableName === 'surname')}
        />
      ))}
      {form.agreement.enabled && <Consent {...props} takesFocus={firstFault === POST_NAMES.agree} />}
      {props.preorder && <p className="lead">{preorderText(lang, 'form', props.preorder.expectedOn)}</p>}
      <button className="button" type="submit" data-needs-proof={props.proofHref === undefined ? undefined : ''}>
        {props.preorder ? say(lang, 'pages.preorder.submit') : words('submit')}
      </button>
      <p className="state" role="status" data-state="" />
    </form>
  )
}

/** The heading of the summary for each number of errors: the script has no plural rules. */
function errorCounts(lang: FormPageProps['lang'], most: number): string {
  return Array.from({ length: Math.max(0, most - 1) }, (_, i) => say(lang, 'pages.form.errors', { count: i + 2 })).join(
    '|',
  )
}

/** A single error is shown at its field; two or more are also listed on top, each with a link to its field. */
function Faults({ lang, errors, fields, form }: FormPageProps & { fields: readonly FormField[] }) {
  const refused = [
    ...fields.filter((field) => errors[field.key]).map((field) => ({ key: field.key, label: field.label })),
    ...(form.agreement.enabled && errors[POST_NAMES.agree]
      ? [{ key: POST_NAMES.agree, label: say(lang, 'pages.form.terms') }]
      : []),
  ]
  const isShown = refused.length > 1
  return (
    <div className="summary" role={isShown ? 'alert' : undefined} hidden={!isShown} data-summary="">
      <h2>{isShown && say(lang, 'pages.form.errors', { count: refused.length })}</h2>
      <ul>
        {isShown &&
          refused.map((one) => (
            <li key={one.key}>
              <a href={`#${idOf(one.key)}`}>{`${one.label}: ${errors[one.key]?.message ?? ''}`}</a>
            </li>
          ))}
      </ul>
    </div>
  )
}
