import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../base/show.ts'
import { StatusBadge, type Tone } from './status.tsx'

export type JobState = 'preparing' | 'queued' | 'running' | 'done' | 'failed'

const TONES: Readonly<Record<JobState, Tone>> = {
  preparing: 'neutral',
  queued: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
}

type JobProgressProps = {
  /** What is being done: `Push “Friday”`. */
  title: string
  state: JobState
  done: number
  total: number
  /** Text of the state, instead of the usual one. */
  stateText?: string
}

/** A long job: queued, running with a progress bar, done or failed. */
export function JobProgress({ title, state, done, total, stateText }: JobProgressProps) {
  const { t } = useTranslation()
  const show = useShow()
  const numbers = { done: show.number(done), total: show.number(total) }
  const words = {
    preparing: t('common.job.preparing'),
    queued: t('common.job.queued'),
    running: t('common.job.running', numbers),
    done: t('common.job.done'),
    failed: t('common.job.failed'),
  }
  return (
    <div role="status">
      <Group justify="space-between" gap="xs" mb={6}>
        <Text fw={500}>{title}</Text>
        <StatusBadge tone={TONES[state]}>{stateText ?? words[state]}</StatusBadge>
      </Group>
      {state !== 'done' && state !== 'failed' && (
        <Progress
          value={total > 0 ? (done / total) * 100 : 0}
          animated={state === 'running'}
          aria-label={t('common.job.label')}
        />
      )}
    </div>
  )
}

/** How often to ask for a job's state: 3 s, after a minute 10 s, after five 30 s. For `everyMs` of `useRead`. */
export function jobPace(startedAtMs: number, isRunning: boolean): number | false {
  if (!isRunning) return false
  const ageMs = Date.now() - startedAtMs
  return ageMs < 60_000 ? 3_000 : ageMs < 300_000 ? 10_000 : 30_000
}
