import { say } from '../words/say.ts'
import { Frame } from './frame.tsx'
import { formatPhone } from './phone-masks.ts'
import { ProofInput } from './proof-input.tsx'
import { type CodePageProps, POST_NAMES } from './props.ts'

const OF_THIS_STEP: readonly string[] = [POST_NAMES.step, POST_NAMES.code, POST_NAMES.proof]

/**
 * Four digits by SMS. One form with three buttons, so that everything works without a script; Enter presses the first.
 */
export function CodePage(props: CodePageProps) {
  const { lang, organisation, action, phone, values, waitSeconds, wasSentAgain, error } = props
  const words = (name: string, detail: Record<string, string | number> = {}) => say(lang, `pages.code.${name}`, detail)
  const kept = Object.entries(values).filter(([name]) => !OF_THIS_STEP.includes(name))
  return (
    <Frame
      {...props}
      kind="code"
      isProved={props.proofHref !== undefined}
      title={`${words('title')} · ${organisation}`}
      head={<strong className="organisation">{organisation}</strong>}
    >
      <div className="sheet">
        <h1>{words('title')}</h1>
        <p className="lead">
          {words('sentTo')} <strong className="number">{formatPhone('world', phone)}</strong>
        </p>
        <form method="post" action={action} data-code="" data-busy={words('busy')}>
          <ProofInput href={props.proofHref} />
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div>
            <label className="label" htmlFor="code">
              {words('label')}
            </label>
            <input
              className="control digits"
              id="code"
              name={POST_NAMES.code}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9]{4}"
              maxLength={4}
              required
              autoFocus
              aria-invalid={error === undefined ? undefined : 'true'}
              aria-describedby={error === undefined ? undefined : 'e-code'}
            />
            {error !== undefined && (
              <p className="error" id="e-code" role="alert">
                {error}
              </p>
            )}
          </div>
          <button className="button" type="submit" name={POST_NAMES.step} value="code">
            {words('confirm')}
          </button>
          <p className="state" role="status" data-state="">
            {wasSentAgain && words('sentAgain')}
          </p>
          <div className="row">
            <button
              className="quiet"
              type="submit"
              name={POST_NAMES.step}
              value="again"
              formNoValidate
              data-needs-proof=""
              data-wait={waitSeconds}
              data-waiting={words('againIn', { seconds: '%' })}
            >
              {words('again')}
            </button>
            <button className="quiet" type="submit" name={POST_NAMES.step} value="edit" formNoValidate>
              {words('otherNumber')}
            </button>
          </div>
        </form>
      </div>
    </Frame>
  )
}
