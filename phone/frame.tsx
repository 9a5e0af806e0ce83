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
