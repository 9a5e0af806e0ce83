/** The keys of a cabinet, each with what it may do and when it was last used. */
import { Text } from '@mantine/core'
import { IconKey, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meta, ReplyOf } from '../../../contract/call.ts'
import type { Key, keys } from '../../../contract/platform/keys.ts'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import classes from './keys.module.css'
import { scopeKey } from './scope-key.ts'

const TONES: Readonly<Record<Key['state'], Tone>> = { works: 'success', ended: 'neutral', no_access: 'warning' }

type KeyTableProps = {
  read: UseQueryResult<ReplyOf<typeof keys.listKeys>, Refused>
  onAction: (action: 'rename' | 'rotate' | 'revoke', key: Key) => void
  create: ReactNode
}

export function KeyTable({ read, onAction, create }: KeyTableProps) {
  const { t } = useTranslation()
  const show = useShow()
  const state = useTableState({ sorts: ['created'] })
  const scopes = (key: Key) => key.scopes.map((scope) => t(`keys.scopes.${scopeKey(scope)}`)).join(' · ')
  const columns: Column<Key>[] = [
    {
      key: 'name',
      title: t('keys.columns.name'),
      width: 200,
      render: (key) => (
        <span className={classes.name}>
          {key.name}
          <code className={classes.prefix}>{t('keys.prefix', { prefix: key.prefix })}</code>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('keys.columns.state'),
      card: 'status',
      render: (key) => (
        <span className={classes.state}>
          <StatusBadge tone={TONES[key.state]}>{t(`keys.state.${key.state}`)}</StatusBadge>
          <span className={classes.quiet}>
            {key.endsAt === null ? t('keys.noEnd') : t('keys.until', { date: show.date(key.endsAt) })}
          </span>
          {key.oldSecretUntil !== null && (
            <span className={classes.quiet}>{t('keys.oldUntil', { when: show.dateTime(key.oldSecretUntil) })}</span>
          )}
        </span>
      ),
    },
    { key: 'scopes', title: t('keys.columns.scopes'), card: 'fact', render: scopes },
    {
      key: 'created',
      title: t('keys.columns.created'),
      render: (key) => t('keys.createdBy', { date: show.date(key.createdAt), name: key.maker }),
    },
    {
      key: 'lastUsed',
      title: t('keys.columns.lastUsed'),
      card: 'fact',
      render: (key) =>
        key.lastUsedAt === null ? (
          <Text span inherit c="dimmed">
            {t('keys.never')}
          </Text>
        ) : (
          <span title={show.dateTime(key.lastUsedAt)}>{show.relative(key.lastUsedAt)}</span>
        ),
    },
    { key: 'today', title: t('keys.columns.today'), align: 'right', render: (key) => show.number(key.callsToday) },
  ]
  // One page holds all: there are twenty at most.
  const rows = read.data?.keys
  const table = {
    ...read,
    data: rows && { data: rows, meta: { total: rows.length, page: 1, limit: Math.max(rows.length, 1) } },
  } as UseQueryResult<{ data: Key[]; meta: Meta }, Refused>
  return (
    <DataTable
      name="keys"
      label={t('keys.title')}
      state={state}
      read={table}
      columns={columns}
      rowId={(key) => key.id}
      rowName={(key) => key.name}
      actions={(key) => [
        {
          label: t('keys.rename.verb'),
          icon: <IconPencil size={16} aria-hidden="true" />,
          onClick: () => onAction('rename', key),
        },
        {
          label: t('keys.rotate.verb'),
          icon: <IconRefresh size={16} aria-hidden="true" />,
          onClick: () => onAction('rotate', key),
        },
        {
          label: t('keys.revoke.verb'),
          icon: <IconTrash size={16} aria-hidden="true" />,
          isDangerous: true,
          onClick: () => onAction('revoke', key),
        },
      ]}
      empty={
        <EmptyState
          icon={<IconKey size={40} stroke={1.5} />}
          title={t('keys.empty')}
          text={t('keys.emptyText')}
          action={create}
        />
      }
    />
  )
}
