import { Text } from '@mantine/core'
import { IconMailForward, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WaitingInvitation } from '../../../contract/business/operated.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { useInvitations, useRevokeInvitation } from './data.ts'

export function InvitationsPage() {
  const { t } = useTranslation()
  const show = useShow()
  const state = useTableState({ sorts: ['invited'] })
  const { page, limit, q, d } = state.query
  const read = useInvitations({ page, limit, q, d })
  const [removing, setRemoving] = useState<WaitingInvitation | null>(null)
  const revoke = useRevokeInvitation()
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.invitations') }])
  const confirm = async () => {
    if (removing && (await revoke.ask({ params: { cabinet: removing.cabinet.id, email: removing.email } })))
      setRemoving(null)
  }
  const columns: Column<WaitingInvitation>[] = [
    { key: 'email', title: t('operator.users.email'), render: (one) => one.email },
    {
      key: 'cabinet',
      title: t('operator.invitations.cabinet'),
      card: 'fact',
      render: (one) => <PathLink to={`/operator/cabinets/${one.cabinet.id}`}>{one.cabinet.name}</PathLink>,
    },
    {
      key: 'inviter',
      title: t('operator.invitations.inviter'),
      card: 'fact',
      render: (one) => <PathLink to={`/operator/users/${one.inviter.id}`}>{one.inviter.email}</PathLink>,
    },
    {
      key: 'invited',
      title: t('operator.invitations.invited'),
      isSortable: true,
      render: (one) => show.date(one.invitedAt),
    },
    { key: 'expires', title: t('operator.invitations.expires'), render: (one) => show.date(one.expiresAt) },
  ]
  return (
    <Page>
      <PageHeader title={t('operator.sections.invitations')} meta={t('operator.invitations.lead')} />
      <DataTable
        name="operator-invitations"
        label={t('operator.sections.invitations')}
        state={state}
        read={read}
        columns={columns}
        rowId={(one) => `${one.cabinet.id} ${one.email}`}
        rowName={(one) => one.email}
        actions={(one) => [
          {
            label: t('operator.invitations.revoke'),
            icon: <IconTrash size={16} aria-hidden="true" />,
            isDangerous: true,
            onClick: () => setRemoving(one),
          },
        ]}
        searchPlaceholder={t('operator.invitations.search')}
        empty={<EmptyState icon={<IconMailForward size={40} stroke={1.5} />} title={t('operator.invitations.none')} />}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('operator.invitations.revokeTitle', { email: removing?.email ?? '' })}
        confirmLabel={t('operator.invitations.revoke')}
        onConfirm={() => void confirm()}
        isBusy={revoke.isBusy}
      >
        <Text>{t('operator.invitations.revokeText', { cabinet: removing?.cabinet.name ?? '' })}</Text>
      </ConfirmDialog>
    </Page>
  )
}
