import { useTranslation } from 'react-i18next'
import type { PushRow } from '../../contract/pushes.ts'
import { StatusBadge, type Tone } from '../parts/status.tsx'

const TONES: Readonly<Record<PushRow['status'], Tone>> = { draft: 'neutral', queue: 'neutral', in_progress: 'info', done: 'success', not_sent: 'danger' }

export function PushStatus({ status }: { status: PushRow['status'] }) {
  const { t } = useTranslation()
  return <StatusBadge tone={TONES[status]}>{t(`pushes.status.${status}`)}</StatusBadge>
}
