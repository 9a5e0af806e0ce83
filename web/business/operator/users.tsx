import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OperatedUser } from '../../../contract/business/operated.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useUsers } from './data.ts'

export function UserBadge({ user }: { user: Pick<OperatedUser, 'isEmailVerified' | 'superuser'> }) {
  const { t } = useTranslation()
  if (user.superuser) return <StatusBadge tone="info">{t('operator.users.superuser')}</StatusBadge>
  return (
    <StatusBadge tone={user.isEmailVerified ? 'success' : 'warning'}>
      {user.isEmailVerified ? t('operator.users.verified') : t('operator.users.notVerified')}
    </StatusBadge>
  )
}

export function UsersPage() {
  const { t } = useTranslation()
  const show = useShow()
  const state = useTableState({ sorts: ['created'], filters: ['superuser'] })
  const { page, limit, q, d } = state.query
  const superuser = state.filters.superuser === 'true' ? 'true' : undefined
  const read = useUsers({ page, limit, q, d, superuser })
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.users') }])
  const columns: Column<OperatedUser>[] = [
    { key: 'name', title: t('operator.users.name'), render: (one) => one.name || one.email },
    { key: 'email', title: t('operator.users.email'), card: 'fact', render: (one) => one.email },
    { key: 'status', title: t('operator.users.status'), card: 'status', render: (one) => <UserBadge user={one} /> },
    {
      key: 'cabinets',
      title: t('operator.users.cabinets'),
      align: 'right',
      card: 'fact',
      render: (one) => show.number(one.cabinets),
    },
    {
      key: 'used',
      title: t('operator.users.lastUsed'),
      render: (one) => (one.lastUsedAt === null ? '–' : show.relative(one.lastUsedAt)),
    },
    { key: 'created', title: t('operator.users.since'), isSortable: true, render: (one) => show.date(one.createdAt) },
  ]
  return (
    <Page>
      <PageHeader title={t('operator.sections.users')} meta={t('operator.users.lead')} />
      <DataTable
        name="operator-users"
        label={t('operator.sections.users')}
        state={state}
        read={read}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => one.name || one.email}
        rowPath={(one) => `/operator/users/${one.id}`}
        filters={[
          {
            key: 'superuser',
            label: t('operator.users.rights'),
            options: [{ value: 'true', label: t('operator.users.superuser') }],
          },
        ]}
        searchPlaceholder={t('operator.users.search')}
        empty={<EmptyState icon={<IconUsers size={40} stroke={1.5} />} title={t('operator.users.none')} />}
      />
    </Page>
  )
}
