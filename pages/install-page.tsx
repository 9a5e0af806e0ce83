import type { ReactNode } from 'react'
import { ApplePass } from '../card/apple-face.tsx'
import { applePassViewOf } from '../card/apple-pass.ts'
import { Barcode } from '../card/barcode.tsx'
import { GooglePass } from '../card/google-face.tsx'
import { googlePassViewOf } from '../card/google-pass.ts'
import { pointsText } from '../contract/figures.ts'
import type { PointsStyle } from '../contract/platform/general-settings.ts'
import { say } from '../words/say.ts'
import { Frame, Paragraphs } from './frame.tsx'
import type { InstallPageProps } from './props.ts'
import { WalletButton } from './wallet-button.tsx'

/** The page after the form: the customer's own card and the one button that fits the device. */
export function InstallPage(props: InstallPageProps) {
  const { lang, device, card, state, isKnown } = props
  const words = (name: string) => say(lang, `pages.install.${name}`)
  const isReady = state === 'ready'
  const title = words(isReady ? (isKnown ? 'known' : 'ready') : 'preparing')
  const isAndroid = device === 'android' || device === 'inapp-android'
  // At a computer one code is to be scanned: that of this page. The card's own is for a till.
  const drawn = device === 'desktop' || device === 'mac' ? { ...card, barcode: null } : card
  return (
    <Frame
      {...props}
      kind="install"
      hasTestPhones={props.testPhonesHref !== null}
      title={`${title} · ${card.organisation}`}
      isPreparing={!isReady}
      head={<strong className="organisation">{card.organisation}</strong>}
    >
      <div className="sheet install">
        <div className="intro">
          {isReady ? <Tick /> : <Dots />}
          <h1>{title}</h1>
        </div>
        <div className="drawing">
          {isAndroid ? <GooglePass view={googlePassViewOf(card)} /> : <ApplePass view={applePassViewOf(drawn)} />}
        </div>
        <div className="rest">{isReady ? <Ready {...props} /> : <Preparing lang={lang} />}</div>
      </div>
    </Frame>
  )
}

/** What to do, where it is not just the button below. */
const LEADS: Partial<Record<InstallPageProps['device'], string>> = { desktop: 'leadDesktop', mac: 'leadMac' }

function Ready(props: InstallPageProps) {
  const { lang, device, installText, isKnown } = props
  const words = (name: string) => say(lang, `pages.install.${name}`)
  const isComputer = device === 'desktop' || device === 'mac'
  const builtIn = isKnown ? words('knownText') : words(LEADS[device] ?? 'lead')
  return (
    <>
      {installText === '' ? <p className="lead">{builtIn}</p> : <Paragraphs className="lead" text={installText} />}
      {isComputer ? <Computer {...props} /> : <Phone {...props} />}
      {props.testPhonesHref !== null && (
        // Shown by the script to a browser that may see the test phones.
        <a className="other" href={props.testPhonesHref} target="_blank" rel="noopener" data-test-phones="" hidden>
          {words('tryPhones')}
        </a>
      )}
      {props.telegram && (
        <a className="other" href={props.telegram.href} target="_blank" rel="noopener">
          {props.telegram.text}
        </a>
      )}
      {props.isFresh && <Before {...props} />}
      {props.invite && <Invite lang={lang} invite={props.invite} />}
    </>
  )
}

function Phone(props: InstallPageProps) {
  const { lang, theme, device, appleHref, googleHref, card, otherDeviceHref } = props
  const words = (name: string) => say(lang, `pages.install.${name}`)
  const isAndroid = device === 'android' || device === 'inapp-android'
  return (
    <>
      {!isAndroid && <WalletButton wallet="apple" lang={lang} theme={theme} href={appleHref} />}
      {isAndroid && googleHref !== null && <WalletButton wallet="google" lang={lang} theme={theme} href={googleHref} />}
      {isAndroid && googleHref === null && (
        <p className="note">{words(card.barcode ? 'noGoogle' : 'noGoogleNoCode')}</p>
      )}
      {device === 'inapp-ios' && <InApp {...props}>{words('inappIos')}</InApp>}
      {device === 'inapp-android' && <InApp {...props}>{words('inappAndroid')}</InApp>}
      {otherDeviceHref !== null && (
        <a className="other" href={otherDeviceHref}>
          {words(isAndroid ? 'otherIphone' : 'otherAndroid')}
        </a>
      )}
    </>
  )
}

/** For visitors at a computer without a camera. */
function SmsLink({ lang, link }: Pick<InstallPageProps, 'lang'> & { link: NonNullable<InstallPageProps['smsLink']> }) {
  const sms = (name: string) => say(lang, `pages.install.sms.${name}`, { phone: link.phone })
  return (
    <form className="note" method="post" action={link.action} data-once="" data-busy={sms('busy')}>
      {link.outcome !== null && <p role="status">{sms(link.outcome)}</p>}
      {link.outcome !== 'sent' && (
        <button className="quiet" type="submit">
          {sms('send')}
        </button>
      )}
    </form>
  )
}

/**
 * How to get to an earlier card. The page is the same for a number that nobody has, so that a stranger does not learn
 * who is a client.
 */
function Before({ lang, smsLink, card }: InstallPageProps) {
  const before = (name: string) =>
    say(lang, `pages.install.before.${name}`, { organisation: card.organisation, phone: smsLink?.phone ?? '' })
  return (
    <div className="note">
      <h2>{before('title')}</h2>
      <p>{before('text')}</p>
      <p>{before('shop')}</p>
      {smsLink && (
        <form method="post" action={smsLink.action} data-once="" data-busy={before('busy')}>
          {smsLink.outcome !== null && <p role="status">{before(smsLink.outcome)}</p>}
          {smsLink.outcome !== 'sent' && (
            <button className="quiet" type="submit">
              {before('send')}
            </button>
          )}
        </form>
      )}
    </div>
  )
}

/** A computer shows the code first; on a Mac, which has a wallet, the button comes first. */
function Computer(props: InstallPageProps) {
  const { lang, theme, device, appleHref, googleHref, qrText, otherDeviceHref } = props
  const words = (name: string) => say(lang, `pages.install.${name}`)
  const apple = <WalletButton wallet="apple" lang={lang} theme={theme} href={appleHref} />
  return (
    <>
      {device === 'mac' && apple}
      <div className="scan">
        <Barcode type="qr" message={qrText} label={words('qrLabel')} className="qr" />
        <div>
          <h2>{words('scan')}</h2>
          <p>{words('steps')}</p>
          <button className="quiet" type="button" data-print="" hidden>
            {words('print')}
          </button>
        </div>
      </div>
      {device === 'desktop' && (
        <>
          <h2>{words('orHere')}</h2>
          <div className="both">
            {apple}
            {googleHref !== null && <WalletButton wallet="google" lang={lang} theme={theme} href={googleHref} />}
          </div>
        </>
      )}
      {props.smsLink && !props.isFresh && <SmsLink lang={lang} link={props.smsLink} />}
      {otherDeviceHref !== null && (
        <a className="other" href={otherDeviceHref}>
          {words('other')}
        </a>
      )}
    </>
  )
}

/** Browsers inside other apps often swallow a card: how to leave them, and the link to copy. */
function InApp({ lang, qrText, children }: InstallPageProps & { children: ReactNode }) {
  const words = (name: string) => say(lang, `pages.install.${name}`)
  return (
    <div className="note">
      <h2>{words('inappTitle')}</h2>
      <p>{children}</p>
      <CopiedLink id="link" label={words('link')} link={qrText} lang={lang} />
    </div>
  )
}

/**
 * Friends get the form with the client's own code in it; without a script the link and the code can still be read and
 * copied.
 */
function Invite({ lang, invite }: { lang: InstallPageProps['lang']; invite: NonNullable<InstallPageProps['invite']> }) {
  const counted = (minor: number) => countedPoints(lang, minor, invite.points)
  const amounts = { you: counted(invite.inviterMinor), friend: counted(invite.invitedMinor), code: invite.code }
  const words = (name: string) => say(lang, `pages.install.${name}`, amounts)
  const text = invite.inviterMinor === 0 ? 'inviteFriend' : invite.invitedMinor === 0 ? 'inviteYou' : 'inviteBoth'
  return (
    <div className="note">
      <h2>{words('inviteTitle')}</h2>
      <p>{words(text)}</p>
      <p>{words('inviteCode')}</p>
      <CopiedLink id="invite" label={words('inviteLink')} link={invite.url} lang={lang} />
    </div>
  )
}

type CopiedLinkProps = { id: string; label: string; link: string; lang: InstallPageProps['lang'] }

/** A link with a button that copies it; the script shows the button. */
function CopiedLink({ id, label, link, lang }: CopiedLinkProps) {
  const words = (name: string) => say(lang, `pages.install.${name}`)
  return (
    <>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <input className="control" id={id} readOnly value={link} />
      <button
        className="quiet"
        type="button"
        data-copies={id}
        data-done={words('copied')}
        data-failed={words('copyFailed')}
        hidden
      >
        {words('copy')}
      </button>
      <p className="state" role="status" data-state="" />
    </>
  )
}

function Preparing({ lang }: Pick<InstallPageProps, 'lang'>) {
  return (
    <>
      <p className="lead">{say(lang, 'pages.install.preparingText')}</p>
      <a className="button" href="">
        {say(lang, 'pages.install.again')}
      </a>
    </>
  )
}

function Tick() {
  return (
    <svg className="mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <circle className="mark-ground" cx="24" cy="24" r="24" />
      <path
        className="mark-line"
        d="M14 25l7 7 13-15"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function Dots() {
  return (
    <svg className="mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <circle className="mark-ground" cx="24" cy="24" r="24" />
      {[14, 24, 34].map((x) => (
        <circle key={x} className="mark-dot" cx={x} cy="24" r="3" />
      ))}
    </svg>
  )
}

/** "50 points", or with the word of the business. @param minor hundredths of a point */
function countedPoints(
  lang: InstallPageProps['lang'],
  minor: number,
  { name, counted, hasDecimals }: PointsStyle,
): string {
  const n = pointsText(minor, hasDecimals)
  const own = counted || name
  return own ? `${n} ${own}` : say(lang, 'common.points.counted', { count: minor / 100, n })
}
