import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { addressOf, type Device, isOwnPage, withDevice } from './address.ts'
import { fillAsSample } from './fill-form.ts'
import type { Touch } from './first-touch.tsx'
import { reachable } from './outside.ts'
import { useSpeech } from './speech.tsx'

type BrowserProps = {
  device: Device
  address: string | null
  publicUrl?: string | undefined
  onAddress: (address: string | null) => void
  /** A link was followed that the phone may open itself; true if it did. `isOpen`: its page is here already. */
  onLink: (url: URL, isOpen: boolean) => boolean
  /** What can be touched first on the page that is open. */
  onTouch: (touch: Touch) => void
}

/** The phone's browser: an address bar and the page itself. `?device=` tells a page which phone shows it. */
export function Browser({ device, address, publicUrl, onAddress, onLink, onTouch }: BrowserProps) {
  const { say } = useSpeech()
  const [fault, setFault] = useState('')
  /** The page's current address, after navigation inside it. */
  const [place, setPlace] = useState<string | null>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const takeLink = useRef(onLink)
  useEffect(() => {
    takeLink.current = onLink
  })

  const go = (text: string) => {
    const url = addressOf(text, location.href, publicUrl)
    if (!url) return setFault(say('browser.no_address'))
    if (takeLink.current(url, false)) return
    if (url.origin !== location.origin) return setFault(say('browser.other_server', { host: url.host }))
    setFault('')
    setPlace(null)
    onAddress(withDevice(url, device).href)
  }

  /**
   * A real phone sends its user agent and opens passes in the wallet; a frame cannot, so links are intercepted here.
   */
  const watchPage = () => {
    const page = frame.current?.contentDocument
    const view = frame.current?.contentWindow
    if (!page || !view || view.location.href === 'about:blank') return
    const here = new URL(view.location.href)
    setPlace(here.href)
    if (takeLink.current(here, true)) return
    const arrivedByRedirect = (
      view.performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
    )?.redirectCount
    if (arrivedByRedirect && isOwnPage(here) && !here.searchParams.has('device'))
      return view.location.replace(withDevice(here, device).href)
    onTouch(touchOf(page))
    fillAsSample(page, device)
    page.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null
      if (!link || event.defaultPrevented) return
      const url = new URL(reachable(link.href, location.href, publicUrl))
      if (takeLink.current(url, false)) return event.preventDefault()
      if (url.origin === location.origin && isOwnPage(url)) link.href = withDevice(url, device).href
      if (url.origin !== location.origin && /^https?:$/.test(url.protocol)) {
        event.preventDefault()
        setFault(say('browser.other_server', { host: url.host }))
      }
    })
    page.addEventListener(
      'submit',
      (event) => {
        const form = event.target as HTMLFormElement
        const url = new URL(form.getAttribute('action') || here.href, here)
        if (form.method !== 'post' || url.origin !== location.origin || !isOwnPage(url)) return
        form.action = withDevice(url, device).href
      },
      true,
    )
  }

  return (
    <div className={`browser browser-${device}`}>
      <AddressBar
        key={address && (place ?? address)}
        address={address && (place ?? address)}
        onGo={go}
        onLeave={() => onAddress(null)}
      />
      {fault !== '' && (
        <p className="browser-fault" role="alert">
          {fault}
        </p>
      )}
      {address === null ? (
        <div className="browser-start">
          <h2>{say('browser.start')}</h2>
          <p>{say('browser.start_text')}</p>
        </div>
      ) : (
        <iframe ref={frame} src={address} title={say('browser.page')} onLoad={watchPage} />
      )}
    </div>
  )
}

function AddressBar({
  address,
  onGo,
  onLeave,
}: {
  address: string | null
  onGo: (text: string) => void
  onLeave: () => void
}) {
  const { say } = useSpeech()
  const id = useId()
  const [text, setText] = useState(() => (address === null ? '' : shown(address)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onGo(text)
  }
  return (
    <form className="browser-bar" onSubmit={submit}>
      <label htmlFor={id} className="unseen">
        {say('browser.address')}
      </label>
      <input
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={say('browser.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode="url"
        onFocus={(event) => event.target.select()}
      />
      {address !== null && (
        <button type="button" onClick={onLeave} aria-label={say('browser.close')}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M7 7l10 10M17 7L7 17" />
          </svg>
        </button>
      )}
      <button type="submit" aria-label={say('browser.go')}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12h13M13 6.5l5.5 5.5-5.5 5.5" />
        </svg>
      </button>
    </form>
  )
}

/** A form is filled in, a page with a wallet's button is pressed. */
function touchOf(page: Document): Touch {
  if (page.querySelector('form[method=post] [name=agree], form[method=post] input[type=tel]')) return 'form'
  return page.querySelector('.install') ? 'install' : 'page'
}

function shown(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('device')
  return url.host + url.pathname.slice(0, 60) + url.search
}
