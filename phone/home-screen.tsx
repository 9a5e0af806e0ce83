import type { ReactNode } from 'react'
import { useSpeech } from './speech.tsx'

type HomeScreenProps = {
  kind: 'iphone' | 'android'
  cards: number
  notices: number
  onBrowse: () => void
  onWallet: () => void
  onScan: () => void
}

/** The home screen of either phone: browser, wallet and scanner. */
export function HomeScreen({ kind, cards, notices, onBrowse, onWallet, onScan }: HomeScreenProps) {
  const { say } = useSpeech()
  return (
    <div className={`home k-lock-${kind === 'iphone' ? 'apple' : 'google'}`}>
      <div className="home-hint">
        <p>{cards === 0 ? say('home.hint') : say('home.cards', { count: cards })}</p>
      </div>
      <ul className="home-apps">
        <AppIcon label={say('home.browser')} icon={BROWSER_ICON} onOpen={onBrowse} />
        <AppIcon label={say('home.wallet')} icon={WALLET_ICON} onOpen={onWallet} count={notices} />
        <AppIcon label={say('home.scan')} icon={SCAN_ICON} onOpen={onScan} />
      </ul>
    </div>
  )
}

type AppIconProps = { label: string; icon: ReactNode; onOpen: () => void; count?: number }

function AppIcon({ label, icon, onOpen, count }: AppIconProps) {
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <span className="home-icon">
          {icon}
          {count ? <b className="home-count">{count}</b> : null}
        </span>
        <span>{label}</span>
      </button>
    </li>
  )
}

const WALLET_ICON = (
  <svg viewBox="0 0 60 60" aria-hidden="true">
    <rect width="60" height="60" fill="#17191f" />
    <rect x="10" y="13" width="40" height="16" rx="4" fill="#4c9be8" />
    <rect x="10" y="20" width="40" height="16" rx="4" fill="#f5b83d" />
    <rect x="10" y="27" width="40" height="16" rx="4" fill="#4fb96b" />
    <path d="M8 36h12c3 0 4 4 10 4s7-4 10-4h12v9a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4z" fill="#2a2d36" />
  </svg>
)

const BROWSER_ICON = (
  <svg viewBox="0 0 60 60" aria-hidden="true">
    <rect width="60" height="60" fill="#f7f8fa" />
    <circle cx="30" cy="30" r="20" fill="#2b7de9" />
    <path d="M41 19L33.5 33.5 19 41l7.5-14.5z" fill="#fff" />
    <path d="M41 19L26.5 26.5l7 7z" fill="#ff5a4d" />
  </svg>
)

const SCAN_ICON = (
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
