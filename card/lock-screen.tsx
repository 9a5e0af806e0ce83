import { useEffect, useState } from 'react'

export type LockNotification = {
  id: string
  title: string
  body: string
  /** Address of the icon; a drawn card when missing. */
  icon: string | null
  /** The age after the title, "now" or "5 min ago", in the phone's language. */
  when: string
}

type LockScreenProps = {
  device: 'apple' | 'google'
  notifications: readonly LockNotification[]
  /** `9:41` and `Friday, 21 November`, already in the phone's language. */
  time: string
  date: string
  /** Name of the list for screen readers. */
  label: string
  onOpen?: (id: string) => void
  /** A button over the rest of the screen; left out: nothing is unlocked. */
  unlock?: { label: string; onUnlock: () => void }
  className?: string
}

/** A lock screen with its notifications, the newest on top; fills its container and scales with its width. */
export function LockScreen({ device, notifications, time, date, label, onOpen, unlock, className }: LockScreenProps) {
  return (
    <div className={['k-scale k-lock', `k-lock-${device}`, className].filter(Boolean).join(' ')}>
      <div className="k-lock-sheet">
        <p className="k-lock-date">{date}</p>
        <p className="k-lock-time">{time}</p>
        <ul className="k-lock-list" aria-label={label} aria-live="polite">
          {notifications.map((notification) => (
            <li key={notification.id}>
              {onOpen ? (
                <button type="button" className="k-tile" onClick={() => onOpen(notification.id)}>
                  <NoticeTile notification={notification} />
                </button>
              ) : (
                <div className="k-tile">
                  <NoticeTile notification={notification} />
                </div>
              )}
            </li>
          ))}
        </ul>
        {unlock && (
          <button type="button" className="k-lock-unlock" onClick={unlock.onUnlock}>
            <span>{unlock.label}</span>
          </button>
        )}
      </div>
    </div>
  )
}

/** Icon, title, age and text of one notification; the caller draws its frame. */
export function NoticeTile({ notification }: { notification: LockNotification }) {
  return (
    <>
      <span className="k-tile-icon">{notification.icon ? <img src={notification.icon} alt="" /> : <CardIcon />}</span>
      <span className="k-tile-text">
        <span className="k-tile-head">
          <strong>{notification.title}</strong>
          <span className="k-tile-when">{notification.when}</span>
        </span>
        <span className="k-tile-body">{notification.body}</span>
      </span>
    </>
  )
}

function CardIcon() {
  return (
    <svg viewBox="0 0 38 38" aria-hidden="true">
      <rect width="38" height="38" fill="#23262d" />
      <rect x="8" y="9" width="22" height="8" rx="2" fill="#5ec8f2" />
      <rect x="8" y="13" width="22" height="8" rx="2" fill="#f6c344" />
      <rect x="8" y="17" width="22" height="12" rx="2" fill="#6fcf7f" />
    </svg>
  )
}

/** The clock of a phone: time and date in its language, kept current. @param locale BCP 47 */
export function useClock(locale: string, timeZone?: string): { time: string; date: string } {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [])
  return {
    time: new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
      now,
    ),
    date: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(now),
  }
}
