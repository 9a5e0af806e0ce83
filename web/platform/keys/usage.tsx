/** Calls against the limits: the current hour as a bar, the time before as a chart. */
import { Group, Paper, Progress, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usage } from '../../../contract/platform/keys.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { Loading } from '../../parts/loading.tsx'
import { PlanLink } from '../../parts/plan-banner.tsx'
import { barsOfDay, barsOfWeek } from './bars.ts'
import { useUsage } from './data.ts'
import classes from './keys.module.css'
import { UsageChart } from './usage-chart.tsx'

export function UsageCard() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const read = useUsage(c)
  if (read.error && !read.data)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  return (
    <Paper component="section" p="lg" aria-labelledby="usage-title">
      <Stack gap="md">
        <Title order={2} id="usage-title">
          {t('keys.usage.title')}
        </Title>
        {read.data ? <Facts usage={read.data} /> : <Loading shapes={[320]} />}
      </Stack>
    </Paper>
  )
}

function Facts({ usage }: { usage: Usage }) {
  const { t } = useTranslation()
  const show = useShow()
  const [span, setSpan] = useState<'day' | 'week'>('day')
  const share = usage.perHour === 0 ? 100 : Math.min(100, (usage.used / usage.perHour) * 100)
  const colour = share >= 100 ? 'var(--k-danger)' : share >= 80 ? 'var(--k-chart-3)' : 'var(--k-chart-1)'
  return (
    <>
      <dl className={classes.facts}>
        <div className={classes.hour}>
          <dt id="usage-hour">{t('keys.usage.hour')}</dt>
          <dd className="k-number">
            {t('keys.usage.of', { used: show.number(usage.used), limit: show.number(usage.perHour) })}
            <Progress.Root size="sm" my={6}>
              <Progress.Section value={share} color={colour} aria-labelledby="usage-hour" />
            </Progress.Root>
            <Text className="k-small" c="dimmed">
              {t('keys.usage.resets', { when: show.relative(usage.hourEndsAt) })}
            </Text>
          </dd>
        </div>
        <div>
          <dt>{t('keys.usage.second')}</dt>
          <dd className="k-number">{show.number(usage.perSecond)}</dd>
        </div>
        <div>
          <dt>{t('keys.usage.blocked')}</dt>
          <dd className="k-number">{show.number(usage.blocked)}</dd>
        </div>
      </dl>
      <Text className="k-small" c="dimmed">
        {t('keys.usage.tariff')} <PlanLink />
      </Text>
      <Group>
        <SegmentedControl
          size="xs"
          aria-label={t('keys.usage.span')}
          value={span}
          onChange={(value) => setSpan(value as 'day' | 'week')}
          data={[
            { value: 'day', label: t('keys.usage.day') },
            { value: 'week', label: t('keys.usage.week') },
          ]}
        />
      </Group>
      <UsageChart bars={span === 'day' ? barsOfDay(usage.hours) : barsOfWeek(usage.hours)} span={span} />
    </>
  )
}
