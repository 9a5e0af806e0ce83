import { Button, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { GROWTH_DAYS, GROWTH_STEPS, type Growth } from '../../../contract/people/growth.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { Loading } from '../../parts/loading.tsx'
import classes from './clients.module.css'
import { GrowthBars } from './growth-bars.tsx'
import { type GrowthChoice, useDownloadGrowth, useGrowth } from './growth-data.ts'
import { FIGURES, partsOf, valueOf } from './growth-figures.ts'
import { GrowthFilters } from './growth-filters.tsx'
import { GrowthParts } from './growth-parts.tsx'
import { GrowthTable } from './growth-table.tsx'
import { usePeriodName } from './period-name.ts'

type ChartProps = { choice: GrowthChoice; onChange: (change: Record<string, string | undefined>) => void }

/** Visits, cards issued, installed and removed over time, by form, design and source, and the same as a table. */
export function GrowthChart({ choice, onChange }: ChartProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const read = useGrowth(cabinet.id, choice.query)
  const file = useDownloadGrowth()
  if (read.isError)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data) return <Loading shapes={[420]} />
  const growth = read.data
  return (
    <Stack gap="md" style={{ opacity: read.isPlaceholderData ? 0.6 : 1 }} aria-busy={read.isPlaceholderData}>
      <div className={classes.chartTop}>
        <Title order={2}>{t('growth.title')}</Title>
        <Button
          variant="default"
          leftSection={<IconFileDownload size={16} aria-hidden="true" />}
          loading={file.isBusy}
          aria-busy={file.isBusy}
          onClick={() => file.run({ params: { c: cabinet.id }, query: choice.query })}
        >
          {t('growth.csv')}
        </Button>
      </div>
      <div className={classes.chartTop}>
        <SegmentedControl
          aria-label={t('growth.period')}
          value={choice.query.days}
          onChange={(days) => onChange({ days: days === '30' ? undefined : days, step: undefined })}
          data={GROWTH_DAYS.map((value) => ({ value, label: t('growth.days', { count: Number(value) }) }))}
        />
        <SegmentedControl
          aria-label={t('growth.step')}
          value={growth.step}
          onChange={(step) => onChange({ step })}
          data={GROWTH_STEPS.map((value) => ({ value, label: t(`growth.by.${value}`) }))}
        />
      </div>
      <GrowthFilters growth={growth} choice={choice} onChange={onChange} />
      <Totals growth={growth} choice={choice} onChange={onChange} />
      <Bars growth={growth} choice={choice} />
      <div className={classes.chartThirds}>
        <GrowthParts of="forms" parts={growth.forms} figure={choice.figure} />
        <GrowthParts of="templates" parts={growth.templates} figure={choice.figure} />
        <GrowthParts of="sources" parts={growth.sources} figure={choice.figure} />
        {growth.links.length > 0 && <GrowthParts of="links" parts={growth.links} figure={choice.figure} />}
      </div>
      <GrowthTable growth={growth} />
    </Stack>
  )
}

type PartProps = ChartProps & { growth: Growth }

/** The sum of each figure; the pressed one is drawn. */
function Totals({ growth, choice, onChange }: PartProps) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <div className={classes.totals} role="group" aria-label={t('growth.figure')}>
      {FIGURES.map((name) => {
        const value = valueOf(growth.total, name)
        const wallets = name === 'installed' || name === 'removed' ? growth.total[name] : null
        return (
          <button
            key={name}
            type="button"
            className={classes.total}
            aria-pressed={choice.figure === name}
            onClick={() => onChange({ figure: name === 'issued' ? undefined : name })}
          >
            <span>{t(`growth.figures.${name}`)}</span>
            <strong>{value === null ? '–' : show.number(value)}</strong>
            {wallets && (
              <span className={classes.totalWallets}>
                {t('growth.wallets', { apple: show.number(wallets.apple), google: show.number(wallets.google) })}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

function Bars({ growth, choice: { figure } }: Pick<PartProps, 'growth' | 'choice'>) {
  const { t } = useTranslation()
  const show = useShow()
  const nameOf = usePeriodName()
  const isByWallet = figure === 'installed' || figure === 'removed'
  const bars = growth.periods.map((one) => {
    const label = nameOf(growth.step, one.start)
    const value = valueOf(one, figure)
    const text = value === null ? t('growth.notCounted') : show.number(value)
    return { start: one.start, label, tip: `${label}: ${text}`, parts: partsOf(one, figure) }
  })
  const isEmpty = bars.every((bar) => bar.parts.every((part) => part.value === 0))
  const isPartial = figure === 'opened' && (growth.visitsSince === null || growth.visitsSince > growth.from)
  return (
    <Paper p="md">
      {isEmpty ? (
        <Text c="dimmed" py={120} ta="center">
          {t('growth.none')}
        </Text>
      ) : (
        <GrowthBars bars={bars} format={show.number} />
      )}
      <div className={classes.legend}>
        {isByWallet &&
          (['apple', 'google'] as const).map((wallet) => (
            <span key={wallet} data-wallet={wallet}>
              {t(`clients.wallets.${wallet}`)}
            </span>
          ))}
        <Text className="k-small" c="dimmed">
          {t('growth.moscow')}
        </Text>
        {isPartial && (
          <Text className="k-small" c="dimmed">
            {growth.visitsSince === null
              ? t('growth.noVisits')
              : t('growth.visitsSince', { date: show.date(`${growth.visitsSince}T12:00:00Z`) })}
          </Text>
        )}
        {figure === 'removed' && (
          <Text className="k-small" c="dimmed">
            {t('clients.client.removedHint')}
          </Text>
        )}
      </div>
    </Paper>
  )
}
