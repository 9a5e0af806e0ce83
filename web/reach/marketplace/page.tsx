/** The gallery of modules: which there are, which are on, and how often they gave a bonus. */
import { Button, SegmentedControl, Text, Title } from '@mantine/core'
import { IconApps } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ModuleRow } from '../../../contract/reach/marketplace.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useModules } from './data.ts'
import { LockedBanner } from './locked-banner.tsx'
import classes from './marketplace.module.css'
import { ModuleIcon } from './module-icon.tsx'

const FILTERS = ['all', 'on', 'off'] as const
type Filter = (typeof FILTERS)[number]

export function MarketplacePage() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { show?: string }
  const filter = FILTERS.find((one) => one === search.show) ?? 'all'
  const modules = useModules(c)
  useBreadcrumbs([{ text: t('marketplace.title') }])
  const show = (next: Filter) =>
    void navigate({ to: '.', replace: true, search: (next === 'all' ? {} : { show: next }) as never })
  const rows = modules.data?.filter((one) => filter === 'all' || one.isActive === (filter === 'on'))
  return (
    <Page>
      <PageHeader
        title={t('marketplace.title')}
        meta={t('marketplace.lead')}
        secondary={
          <SegmentedControl
            aria-label={t('marketplace.filter.label')}
            value={filter}
            onChange={(next) => show(next as Filter)}
            data={FILTERS.map((value) => ({ value, label: t(`marketplace.filter.${value}`) }))}
          />
        }
      />
      <LockedBanner />
      {modules.isError && !modules.data && (
        <PagePanel error={modules.error} onRetry={() => void modules.refetch()} isRetrying={modules.isFetching} />
      )}
      {!rows && !modules.isError && <Loading className={classes.gallery} shapes={[190, 190]} />}
      {rows && rows.length > 0 && (
        <ul className={classes.gallery}>
          {rows.map((row) => (
            <li key={row.id} className={classes.card}>
              <ModuleCard module={row} />
            </li>
          ))}
        </ul>
      )}
      {rows?.length === 0 && filter !== 'all' && (
        <EmptyState
          icon={<IconApps size={40} stroke={1.5} />}
          title={t(`marketplace.none.${filter}`)}
          text={t('marketplace.none.text')}
          action={
            <Button variant="default" onClick={() => show('all')}>
              {t('marketplace.none.all')}
            </Button>
          }
        />
      )}
    </Page>
  )
}

function ModuleCard({ module }: { module: ModuleRow }) {
  const { t } = useTranslation()
  const show = useShow()
  const { domain } = useCabinet()
  return (
    <>
      <div className={classes.cardTop}>
        <span className={classes.icon}>
          <ModuleIcon id={module.id} />
        </span>
        <StatusBadge tone={module.isActive ? 'success' : 'neutral'}>
          {t(module.isActive ? 'marketplace.on' : 'marketplace.off')}
        </StatusBadge>
      </div>
      <Title order={2}>
        <PathLink to={`/${domain}/marketplace/${module.id}`} className={classes.link ?? ''} inherit c="inherit">
          {module.name}
        </PathLink>
      </Title>
      <Text>{module.text}</Text>
      <div className={`${classes.foot} k-small`}>
        {module.isActive && module.id !== 'telegram' && (
          <span>{t('marketplace.running', { count: module.running })}</span>
        )}
        {module.used > 0 && <span>{t('marketplace.used', { count: module.used })}</span>}
        {!module.isActive && module.priceMinor === 0 && <span>{t('marketplace.included')}</span>}
        {module.priceMinor > 0 && <span>{t('marketplace.price', { amount: show.price(module.priceMinor) })}</span>}
      </div>
    </>
  )
}
