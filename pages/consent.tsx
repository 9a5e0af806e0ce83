import { say } from '../words/say.ts'
import { tagOf } from '../words/words.ts'
import { errorIdOf, idOf } from './control.ts'
import { Paragraphs } from './frame.tsx'
import { type FormPageProps, POST_NAMES, TICKED } from './props.ts'

/** The consent is never ticked for the visitor; one that was given stays when the form is shown again with errors. */
export function Consent({
  lang,
  form,
  values,
  errors,
  agreementHref,
  takesFocus,
}: FormPageProps & { takesFocus: boolean }) {
  const key = POST_NAMES.agree
  const fault = errors[key]
  const hasText = form.agreement.text.trim() !== ''
  const message = say(lang, 'refusals.fields.consent_required')
  const [before, linked, after] = hasText
    ? say(lang, 'pages.form.consent').split(/[[\]]/)
    : [say(lang, 'pages.form.consentPlain')]
  return (
    <div
      className="field"
      data-field="checkbox"
      data-key={key}
      data-required=""
      data-missing={message}
      data-invalid={message}
      data-label={say(lang, 'pages.form.terms')}
    >
      <div className="tick">
        <input
          type="checkbox"
          id={idOf(key)}
          name={key}
          value={TICKED}
          defaultChecked={values[key] === TICKED}
          required
          autoFocus={takesFocus}
          aria-labelledby="agree-text"
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={fault ? errorIdOf(key) : undefined}
        />
        <label htmlFor={idOf(key)} id="agree-text">
          {before}
          {linked !== undefined && (
            <a href={agreementHref} target="_blank" rel="noopener" data-opens="agreement">
              {linked}
              <span className="unseen" data-no-script="">{` (${say(lang, 'pages.form.newTab')})`}</span>
            </a>
          )}
          {after}
        </label>
      </div>
      <p className="error" id={errorIdOf(key)} hidden={!fault}>
        {fault?.message}
      </p>
      {hasText && (
        <dialog id="agreement" aria-labelledby="agreement-title">
          <div className="dialog-head">
            <h2 id="agreement-title">{say(lang, 'pages.form.terms')}</h2>
            <button className="quiet" type="button" data-closes="">
              {say(lang, 'pages.form.close')}
            </button>
          </div>
          <Paragraphs
            className="legal"
            text={form.agreement.text}
            lang={form.lang === lang ? undefined : tagOf(form.lang)}
          />
        </dialog>
      )}
    </div>
  )
}
