/** States in colour and in words, never in colour alone. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status.module.css'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A dot and a word. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>
}

const ICONS = {
  neutral: IconInfoCircle,
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertTriangle,
}

type StatusBannerProps = {
  tone: Tone
  children: ReactNode
  /** A button or link at the end of the line. */
  action?: ReactNode
  /** Full width, under the top bar. */
  isFlat?: boolean
}

/** Something that prevents the task; shown until it is resolved. */
export function StatusBanner({ tone, children, action, isFlat = false }: StatusBannerProps) {
  const Icon = ICONS[tone]
  return (
    <div
      className={`${classes.banner} ${classes[tone]} ${isFlat ? classes.flat : ''}`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={classes.text}>{children}</div>
      {action}
    </div>
  )
}
