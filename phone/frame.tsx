import type { ReactNode } from 'react'
import { useClock } from '../card/lock-screen.tsx'
import { useSpeech } from './speech.tsx'

type FrameProps = {
  kind: 'iphone' | 'android'
  /** Colour of the status bar's signs. */
  ink: 'light' | 'dark'
  dark: boolean
  onHome: () => void
  onSide: () => void
  children: ReactNode
}

/** The body of a phone with its status bar, its side button and the bar that leads home. */
export function Frame({ kind, ink, dark, onHome, onSide, children }: FrameProps) {
  const { say, locale } = useSpeech()
  const { time } = useClock(locale)
  return (
    <div className={`device device-${kind}`} data-ink={ink} data-dark={dark}>
      <button
        type="button"
        className="device-side"
        onClick={onSide}
        aria-label={say('side_button')}
        title={say('side_button')}
      />
      <div className="device-screen">
        {children}
        <div className="device-status" aria-hidden="true">
          <span>{time}</span>
          <span className="device-eye" />
          <StatusSigns />
        </div>
        <button type="button" className="device-home" onClick={onHome} aria-label={say('home_button')}>
          <span />
        </button>
      </div>
    </div>
  )
}

function StatusSigns() {
  return (
    <svg className="device-signs" viewBox="0 0 66 14">
      <path d="M0 9h3v4H0zM5 7h3v6H5zM10 4h3v9h-3zM15 1h3v12h-3z" />
      <path
        d={
          'M31.5 3c3 0 5.7 1.2 7.6 3.1l-1.5 1.5a8.6 8.6 0 0 0-12.2 0l-1.5-1.5A10.7 10.7 0 0 1 31.5 3' +
          'm0 4.2c1.8 0 3.4.7 4.6 1.9l-1.5 1.5a4.4 4.4 0 0 0-6.2 0l-1.5-1.5a6.5 6.5 0 0 1 4.6-1.9' +
          'm0 4.1l1.6.7-1.6 1.7-1.6-1.7z'
        }
      />
      <rect x="44.5" y="1.5" width="18" height="11" rx="3" fill="none" stroke="currentColor" strokeOpacity=".45" />
      <rect x="46" y="3" width="15" height="8" rx="1.7" />
      <path d="M64 5.5v3c.9-.2 1.5-.8 1.5-1.5S64.9 5.7 64 5.5" />
    </svg>
  )
}

type App = { key: string; label: string; icon: ReactNode; onOpen: () => void; count?: number }

/** The home screen: a few apps that lead somewhere, nothing that does not. */
export function HomeScreen({ kind, apps, hint }: { kind: 'iphone' | 'android'; apps: App[]; hint: ReactNode }) {
  return (
    <div className={`home k-lock-${kind === 'iphone' ? 'apple' : 'google'}`}>
      <div className="home-hint">{hint}</div>
      <ul className="home-apps">
        {apps.map((app) => (
          <li key={app.key}>
            <button type="button" onClick={app.onOpen}>
              <span className="home-icon">
                {app.icon}
                {app.count ? <b className="home-count">{app.count}</b> : null}
              </span>
              <span>{app.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const WALLET_ICON = (
  <svg viewBox="0 0 60 60" aria-hidden="true">
    <rect width="60" height="60" fill="#17191f" />
    <rect x="10" y="13" width="40" height="16" rx="4" fill="#4c9be8" />
    <rect x="10" y="20" width="40" height="16" rx="4" fill="#f5b83d" />
    <rect x="10" y="27" width="40" height="16" rx="4" fill="#4fb96b" />
    <path d="M8 36h12c3 0 4 4 10 4s7-4 10-4h12v9a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4z" fill="#2a2d36" />
  </svg>
)

export const BROWSER_ICON = (
  <svg viewBox="0 0 60 60" aria-hidden="true">
    <rect width="60" height="60" fill="#f7f8fa" />
    <circle cx="30" cy="30" r="20" fill="#2b7de9" />
    <path d="M41 19L33.5 33.5 19 41l7.5-14.5z" fill="#fff" />
    <path d="M41 19L26.5 26.5l7 7z" fill="#ff5a4d" />
  </svg>
)

export const SCAN_ICON = (
  <svg viewBox="0 0 60 60" aria-hidden="true">
    <rect width="60" height="60" fill="#53585f" />
    <path
      d="M17 24v-5a3 3 0 0 1 3-3h5M35 16h5a3 3 0 0 1 3 3v5M43 36v5a3 3 0 0 1-3 3h-5M25 44h-5a3 3 0 0 1-3-3v-5"
      fill="none"
      stroke="#ffd54a"
      strokeWidth="3"
      strokeLinecap="round"
    />
    <path d="M24 24h5v5h-5zM31 24h5v5h-5zM24 31h5v5h-5zM31 31h3v3h-3z" fill="#fff" />
  </svg>
)
