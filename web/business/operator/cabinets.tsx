import { IconBuildingStore } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TARIFF_KEYS, type TariffKey } from '../../../contract/business/finance.ts'
import type { OperatedCabinet } from '../../../contract/business/operated.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useCabinets } from './data.ts'
import classes from './operator.module.css'

export function TariffBadge({ cabinet }: { cabinet: Pick<OperatedCabinet, 'tariff' | 'isLimited'> }) {
  const { t } = useTranslation()
  if (cabinet.tariff === null) return <StatusBadge tone="neutral">{t('operator.cabinets.noTariff')}</StatusBadge>
  const name = t(`operator.tariffs.names.${cabinet.tariff}`)
  return (
    <StatusBadge tone={cabinet.isLimited ? 'danger' : cabinet.tariff === 'demo' ? 'warning' : 'success'}>
      {cabinet.isLimited ? t('operator.cabinets.limited', { tariff: name }) : name}
    </StatusBadge>
  )
}

export function CabinetsPage() {
  const { t } = useTranslation()
  const show = useShow()
  const state = useTableState({ sorts: ['created', 'name', 'cards', 'balance'], filters: ['tariff'] })
  const tariff = TARIFF_KEYS.find((key) => key === state.filters.tariff)
  const read = useCabinets({ ...state.query, tariff: tariff as TariffKey | undefined })
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.cabinets') }])
  const columns: Column<OperatedCabinet>[] = [
    { key: 'name', title: t('operator.cabinets.name'), isSortable: true, render: (one) => one.name },
    {
      key: 'domain',
      title: t('operator.cabinets.domain'),
      render: (one) => <span className={classes.quiet}>{one.domain}</span>,
    },
    { key: 'owner', title: t('operator.cabinets.owner'), card: 'fact', render: (one) => one.owner?.email ?? '–' },
    {
      key: 'tariff',
      title: t('operator.cabinets.tariff'),
      card: 'status',
      render: (one) => <TariffBadge cabinet={one} />,
    },
    {
      key: 'cards',
      title: t('operator.cabinets.cards'),
      isSortable: true,
      align: 'right',
      card: 'fact',
      render: (one) => show.number(one.cards),
    },
    {
      key: 'balance',
      title: t('operator.cabinets.balance'),
      isSortable: true,
      align: 'right',
      render: (one) => show.money(one.balanceMinor),
    },
    {
      key: 'created',
      title: t('operator.cabinets.created'),
      isSortable: true,
      render: (one) => show.date(one.createdAt),
    },
  ]
  return (
    <Page>
      <PageHeader title={t('operator.sections.cabinets')} meta={t('operator.cabinets.lead')} />
      <DataTable
        name="operator-cabinets"
        label={t('operator.sections.cabinets')}
        state={state}
        read={read}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowName={(one) => one.name}
        rowPath={(one) => `/operator/cabinets/${one.id}`}
        filters={[
          {
            key: 'tariff',
            label: t('operator.cabinets.tariff'),
            options: TARIFF_KEYS.map((value) => ({ value, label: t(`operator.tariffs.names.${value}`) })),
          },
        ]}
        searchPlaceholder={t('operator.cabinets.search')}
        empty={<EmptyState icon={<IconBuildingStore size={40} stroke={1.5} />} title={t('operator.cabinets.none')} />}
      />
    </Page>
  )
}
