import type { ReactNode } from 'react'
import { say } from '../words/say.ts'
import type { Words } from '../words/rooms.ts'
import { tagOf } from '../words/words.ts'
import { Frame, Paragraphs } from './frame.tsx'
import type { AgreementPageProps, ClosedPageProps, NotFoundPageProps, PageProps, ProblemPageProps } from './props.ts'

export function Notice({ title, children, ...props }: PageProps & { title: string; children: ReactNode }) {
  return (
    <Frame {...props} kind="notice" title={title}>
      <div className="sheet">
        <h1>{title}</h1>
        {children}
      </div>
    </Frame>
  )
}

export function ClosedPage(props: ClosedPageProps) {
  const { lang, organisation, contacts = [] } = props
  const text =
    organisation === '' ? say(lang, 'pages.closed.textPlain') : say(lang, 'pages.closed.text', { organisation })
  return (
    <Notice {...props} title={say(lang, 'pages.closed.title')}>
      <p className="lead">{text}</p>
      {contacts.length > 0 && (
        <>
          <p>{say(lang, 'pages.closed.contact', { organisation })}</p>
          <ul className="contacts">
            {contacts.map((one) => (
              <li key={one}>
                <Contact text={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}

function Contact({ text }: { text: string }) {
  if (/^(https?:\/\/|tel:|mailto:)/i.test(text))
    return (
      <a href={text} rel="noopener">
        {text.replace(/^(https?:\/\/|tel:|mailto:)/i, '')}
      </a>
    )
  return <>{text}</>
}

export function NotFoundPage(props: NotFoundPageProps) {
  return (
    <Notice {...props} title={say(props.lang, 'pages.notFound.title')}>
      <p className="lead">{say(props.lang, 'pages.notFound.text')}</p>
    </Notice>
  )
}

export function ProblemPage(props: ProblemPageProps) {
  const { lang, code, organisation = '', retryHref, kept, requestId } = props
  return (
    <Notice {...props} title={say(lang, 'pages.problem.title')}>
      <p className="lead">{problemText(lang, code, organisation)}</p>
      {kept !== undefined && (
        <form method="post" action={retryHref}>
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p>{say(lang, 'pages.problem.kept')}</p>
          <button className="button" type="submit">
            {say(lang, 'pages.problem.retry')}
          </button>
        </form>
      )}
      {kept === undefined && retryHref !== undefined && (
        <a className="button" href={retryHref}>
          {say(lang, 'pages.problem.retry')}
        </a>
      )}
      {requestId !== undefined && <p className="small">{say(lang, 'pages.problem.request', { id: requestId })}</p>}
    </Notice>
  )
}

type ProblemCode = Exclude<keyof Words['pages']['problem'], 'title' | 'retry' | 'kept' | 'request'>
const PROBLEM_CODES: Readonly<Record<ProblemCode, true>> = {
  server_error: true,
  try_again_later: true,
  too_many_requests: true,
  too_many_from_here: true,
  too_large: true,
  form_expired: true,
  card_limit: true,
  card_not_ready: true,
  card_over: true,
  hand_over_used: true,
  offline: true,
}

/** The page's own sentence, else that of the refusal, else that of a server error. */
function problemText(lang: PageProps['lang'], code: string, organisation: string): string {
  if (Object.hasOwn(PROBLEM_CODES, code)) return say(lang, `pages.problem.${code}`, { organisation })
  const key = `refusals.codes.${code}`
  const refusal = /^[a-z0-9_]+$/.test(code) ? say(lang, key) : key
  return refusal === key ? say(lang, 'pages.problem.server_error') : refusal
}

export function AgreementPage(props: AgreementPageProps) {
  const { lang, organisation, text, textLang, backHref } = props
  return (
    <Notice {...props} title={say(lang, 'pages.agreement.title', { organisation })}>
      <Paragraphs className="legal" text={text} lang={textLang === lang ? undefined : tagOf(textLang)} />
      <a className="other" href={backHref}>
        {say(lang, 'pages.agreement.back')}
      </a>
    </Notice>
  )
}
