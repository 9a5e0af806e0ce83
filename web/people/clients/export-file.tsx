/** The latest file: its progress and its download; and the older file that a link in an email names. */
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Export } from '../../../contract/people/exports.ts'
import { EXPORT_KEPT_DAYS } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { JobProgress, type JobState } from '../../parts/job-progress.tsx'
import { useDownloadExport, useWrittenRows } from './export-data.ts'

const STATES: Readonly<Record<Export['state'], JobState>> = {
  queued: 'queued',
  running: 'running',
  ready: 'done',
  failed: 'failed',
  expired: 'done',
}

export function ExportFile({ latest, linked }: { latest: Export; linked: string | undefined }) {
  const { t } = useTranslation()
  const show = useShow()
  const written = useWrittenRows(useCabinet().id, latest)
  const words = { ready: t('exports.state.ready'), expired: t('exports.state.expired') }
  const stateText = words[latest.state as keyof typeof words]
  const text = () => {
    if (latest.state === 'failed') return t('exports.state.failedText')
    if (latest.state === 'expired') return t('exports.state.expiredText', { days: EXPORT_KEPT_DAYS })
    if (latest.state !== 'ready') return t('exports.state.askedAt', { date: show.dateTime(latest.askedAt) })
    return t('exports.state.readyText', {
      count: latest.total,
      n: show.number(latest.total),
      date: show.date(latest.expiresAt ?? ''),
    })
  }
  const isOlderLinked = linked !== undefined && linked !== latest.id
  return (
    <Paper p="md">
      <Stack gap="sm">
        <JobProgress
          title={t('exports.state.title')}
          state={STATES[latest.state]}
          done={written.done}
          total={written.total}
          {...(stateText !== undefined && { stateText })}
        />
        <Text className="k-small" c="dimmed">
          {text()}
        </Text>
        {!latest.isMine && (
          <Text className="k-small" c="dimmed">
            {t('exports.state.others', { name: latest.by })}
          </Text>
        )}
        {latest.isMine && latest.state === 'ready' && (
          <Download id={latest.id} label={t('exports.state.download')} isFirst={!isOlderLinked} />
        )}
        {isOlderLinked && <Download id={linked} label={t('exports.state.downloadLinked')} isFirst />}
      </Stack>
    </Paper>
  )
}

function Download({ id, label, isFirst }: { id: string; label: string; isFirst: boolean }) {
  const { id: c } = useCabinet()
  const download = useDownloadExport()
  return (
    <Group gap="sm">
      <Button
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={download.isBusy}
        aria-busy={download.isBusy}
        {...(isFirst && { 'data-autofocus': true })}
        onClick={() => download.run({ params: { c, id } })}
      >
        {label}
      </Button>
      {download.refused && (
        <Text className="k-small" c="var(--k-danger)" role="alert">
          {download.refused.message}
        </Text>
      )}
    </Group>
  )
}
