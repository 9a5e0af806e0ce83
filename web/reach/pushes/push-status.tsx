import { useTranslation } from 'react-i18next'
import type { PushRow } from '../../../contract/reach/pushes.ts'
import { StatusBadge, type Tone } from '../../parts/status.tsx'

const TONES: Readonly<Record<PushRow['status'], Tone>> = {
  draft: 'neutral',
  queue: 'neutral',
  in_progress: 'info',
  done: 'success',
  not_sent: 'danger',
}

/** State of a text; on or off for another push. */
export function PushStatus({
  push: { type, status, isActive, schedule },
}: {
  push: Pick<PushRow, 'type' | 'status' | 'isActive' | 'schedule'>
}) {
  const { t } = useTranslation()
  if (type === 'geo' || type === 'beacon' || type === 'unknown')
    return (
      <StatusBadge tone={isActive ? 'success' : 'neutral'}>
        {t(isActive ? 'pushes.status.on' : 'pushes.status.off')}
      </StatusBadge>
    )
  if (schedule !== null && status !== 'queue' && status !== 'in_progress')
    return <StatusBadge tone="info">{t('pushes.status.scheduled')}</StatusBadge>
  return <StatusBadge tone={TONES[status]}>{t(`pushes.status.${status}`)}</StatusBadge>
}
