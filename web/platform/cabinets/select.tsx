import { Text } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Cabinet, cabinets } from '../../../contract/platform/cabinets.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useRead } from '../../base/query.ts'
import { useUser } from '../../base/session.ts'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LinkAnchor, LinkButton } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge, StatusBanner } from '../../parts/status.tsx'
import classes from './cabinets.module.css'
import { demoDaysLeft } from '../../base/demo-days.ts'

/** The accounts that the user may open. */
export function SelectCabinetPage() {
  const { t } = useTranslation()
  const user = useUser()
  const search = useSearch({ strict: false }) as Record<string, string>
  const state = useTableState({ sorts: ['created', 'name', 'cards', 'balance'] })
  const read = useRead(cabinets.listCabinets, { query: state.query }, { keepRows: true })
  useBreadcrumbs([{ text: t('cabinets.select.title') }])
  const columns = useColumns()
  const menu = useRead(cabinets.menu, {})
  const invites = menu.data?.invites ?? 0
  const create = (
    <LinkButton to="/create_application" leftSection={<IconPlus size={16} aria-hidden="true" />}>
      {t('cabinets.select.create')}
    </LinkButton>
  )
  if (user?.superuser && search.start !== undefined && read.data?.meta.total === 0 && invites === 0)
    return <Navigate to="/operator/cabinets" replace />
  return (
    <Page>
      <PageHeader title={t('cabinets.select.title')} primary={create} />
      {search.verifyEmailStatus !== undefined && (
        <StatusBanner tone={isGood(search.verifyEmailStatus) ? 'success' : 'danger'}>
          {isGood(search.verifyEmailStatus) ? t('cabinets.select.verified') : t('cabinets.select.notVerified')}
        </StatusBanner>
      )}
      {invites > 0 && (
        <StatusBanner
          tone="info"
          action={<LinkAnchor to="/invites_application">{t('cabinets.select.invitesLink')}</LinkAnchor>}
        >
          {t('cabinets.select.invites', { count: invites })}
        </StatusBanner>
      )}
      <DataTable
        name="cabinets"
        label={t('cabinets.select.title')}
        state={state}
        read={read}
        columns={columns}
        rowId={(row) => String(row.id)}
        rowName={(row) => row.name}
        rowPath={(row) => `/${row.domain}`}
        searchPlaceholder={t('cabinets.select.search')}
        empty={
          <EmptyState
            icon={<IconBuildingStore size={40} stroke={1.5} />}
            title={t('cabinets.select.empty')}
            text={<Text inherit>{t('cabinets.select.emptyText', { email: user?.email ?? '' })}</Text>}
          />
        }
      />
    </Page>
  )
}

function useColumns(): Column<Cabinet>[] {
  const { t } = useTranslation()
  const show = useShow()
  const demoText = (cabinet: Cabinet) => {
    const days = demoDaysLeft(cabinet.tariff?.demoUntil ?? null)
    if (days === null) return '–'
    return days < 0 ? t('cabinets.select.demoOver') : t('cabinets.select.demoDays', { count: days })
  }
  return [
    {
      key: 'name',
      title: t('cabinets.select.columns.account'),
      isSortable: true,
      render: (row) => (
        <span className={classes.account}>
          <span>{row.name}</span>
          <span className={classes.domain}>{row.domain}</span>
        </span>
      ),
    },
    {
      key: 'cards',
      title: t('cabinets.select.columns.cards'),
      isSortable: true,
      align: 'right',
      card: 'fact',
      render: (row) => show.number(row.cards),
    },
    { key: 'demo', title: t('cabinets.select.columns.demo'), render: demoText },
    {
      key: 'tariff',
      title: t('cabinets.select.columns.tariff'),
      card: 'fact',
      render: (row) => (row.tariff ? t(`cabinets.tariffs.${row.tariff.key}`) : t('cabinets.select.noTariff')),
    },
    {
      key: 'balance',
      title: t('cabinets.select.columns.balance'),
      isSortable: true,
      align: 'right',
      render: (row) => show.money(row.balanceMinor),
    },
    {
      key: 'created',
      title: t('cabinets.select.columns.created'),
      isSortable: true,
      render: (row) => <span className={classes.date}>{show.date(row.createdAt)}</span>,
    },
    {
      key: 'poll',
      title: t('cabinets.select.columns.poll'),
      render: (row) =>
        !row.isPollFinished && row.role === 'owner' ? (
          <LinkAnchor
            to={`/${row.domain}` as '/'}
            search={{ poll: '1' } as never}
            aria-label={t('cabinets.select.pollFillFor', { name: row.name })}
            onClick={(event) => event.stopPropagation()}
          >
            {t('cabinets.select.pollFill')}
          </LinkAnchor>
        ) : (
          <StatusBadge tone={row.isPollFinished ? 'success' : 'neutral'}>
            {row.isPollFinished ? t('cabinets.select.pollDone') : t('cabinets.select.pollOpen')}
          </StatusBadge>
        ),
    },
  ]
}

function isGood(status: string): boolean {
  return ['ok', 'success', 'true', '1'].includes(status.toLowerCase())
}
