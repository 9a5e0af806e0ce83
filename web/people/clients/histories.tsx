import { Group, Pagination, Paper, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import type { clients } from '../../../contract/people/clients.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { PHONE } from '../../base/theme.ts'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import classes from './clients.module.css'
import { HISTORY_LIMIT, useBalanceHistory, usePushHistory } from './data.ts'

type PushEntry = ReplyOf<typeof clients.pushHistory>['data'][number]
type BalanceEntry = ReplyOf<typeof clients.balanceHistory>['data'][number]

const TONES: Readonly<Record<PushEntry['state'], Tone>> = {
  queued: 'neutral',
  sent: 'info',
  delivered: 'success',
  not_sent: 'danger',
  unknown: 'warning',
}

export function PushHistory({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const [page, setPage] = useState(1)
  const read = usePushHistory(cabinet.id, clientId, page)
  return (
    <History<PushEntry>
      read={read}
      page={page}
      onPage={setPage}
      label={t('clients.pushHistory.label')}
      empty={t('clients.pushHistory.empty')}
      columns={[
        { title: t('clients.pushHistory.date'), cell: (entry) => <MoscowTime at={entry.at} /> },
        {
          title: t('clients.pushHistory.text'),
          cell: (entry) => <span className={classes.message}>{entry.text}</span>,
        },
        {
          title: t('clients.pushHistory.channel'),
          cell: (entry) => t(`clients.pushHistory.channels.${entry.channel}`),
        },
        { title: t('clients.pushHistory.state'), cell: (entry) => <PushState entry={entry} /> },
      ]}
    />
  )
}

function PushState({ entry }: { entry: PushEntry }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusBadge tone={TONES[entry.state]}>{t(`clients.pushHistory.states.${entry.state}`)}</StatusBadge>
      {entry.deliveredAt && (
        <Text className="k-small" c="dimmed">
          <MoscowTime at={entry.deliveredAt} />
        </Text>
      )}
    </>
  )
}

export function BalanceHistory({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const [page, setPage] = useState(1)
  const read = useBalanceHistory(cabinet.id, clientId, page)
  const amount = useAmount()
  return (
    <History<BalanceEntry>
      read={read}
      page={page}
      onPage={setPage}
      label={t('clients.balanceHistory.label')}
      empty={t('clients.balanceHistory.empty')}
      columns={[
        { title: t('clients.balanceHistory.date'), cell: (entry) => <MoscowTime at={entry.at} /> },
        { title: t('clients.balanceHistory.kind'), cell: (entry) => t(`clients.balanceHistory.kinds.${entry.kind}`) },
        {
          title: t('clients.balanceHistory.delta'),
          isNumber: true,
          cell: ({ kind, delta }) => (
            <Text
              span
              inherit
              fw={600}
              c={delta < 0 ? 'var(--k-danger)' : 'var(--k-success)'}
              style={{ whiteSpace: 'nowrap' }}
            >
              {delta > 0 ? '+' : ''}
              {amount(kind, delta)}
            </Text>
          ),
        },
        {
          title: t('clients.balanceHistory.after'),
          isNumber: true,
          cell: (entry) => <span style={{ whiteSpace: 'nowrap' }}>{amount(entry.kind, entry.after)}</span>,
        },
        {
          title: t('clients.balanceHistory.source'),
          cell: (entry) => t(`clients.balanceHistory.sources.${entry.source}`),
        },
        { title: t('clients.balanceHistory.by'), cell: (entry) => entry.by || '—' },
      ]}
    />
  )
}

/** Balance and bonus are amounts, a discount is a percent. */
function useAmount(): (kind: BalanceEntry['kind'], hundredths: number) => string {
  const show = useShow()
  return (kind, hundredths) =>
    kind === 'discount' ? `${show.percent(hundredths).replace('-', '−')}\u00A0%` : show.money(hundredths)
}

/** Rows of what happened to a client, a page at a time: a table, on a phone a list. */
type HistoryProps<Row> = {
  read: {
    data: { data: Row[]; meta: { total: number } } | undefined
    error: unknown
    isError: boolean
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  page: number
  onPage: (page: number) => void
  label: string
  empty: string
  columns: readonly { title: string; isNumber?: boolean; cell: (row: Row) => ReactNode }[]
}

export function History<Row extends { id: string }>({ read, page, onPage, label, empty, columns }: HistoryProps<Row>) {
  const { t } = useTranslation()
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  if (read.isError)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data)
    return (
      <Stack gap="xs">
        {columns.map((column) => (
          <Skeleton key={column.title} height={36} />
        ))}
      </Stack>
    )
  if (read.data.meta.total === 0)
    return (
      <Paper p="xl">
        <Text c="dimmed" ta="center">
          {empty}
        </Text>
      </Paper>
    )
  const align = (isNumber = false) => (isNumber ? { ta: 'right' as const, className: 'k-number' } : {})
  const pages = Math.ceil(read.data.meta.total / HISTORY_LIMIT)
  return (
    <Stack gap="md">
      <div style={{ opacity: read.isPlaceholderData ? 0.6 : 1 }} aria-busy={read.isPlaceholderData}>
        {isPhone ? (
          <ul className={classes.entries} aria-label={label}>
            {read.data.data.map((row) => (
              <li key={row.id}>
                <dl className={classes.facts}>
                  {columns.map(({ title, cell }) => (
                    <div key={title}>
                      <dt>{title}</dt>
                      <dd>{cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        ) : (
          <Paper>
            <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label={label}>
              <Table verticalSpacing="sm" horizontalSpacing="sm" aria-label={label}>
                <Table.Thead>
                  <Table.Tr>
                    {columns.map(({ title, isNumber }) => (
                      <Table.Th key={title} scope="col" {...align(isNumber)}>
                        {title}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {read.data.data.map((row) => (
                    <Table.Tr key={row.id}>
                      {columns.map(({ title, isNumber, cell }) => (
                        <Table.Td key={title} {...align(isNumber)}>
                          {cell(row)}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Paper>
        )}
      </div>
      {pages > 1 && (
        <Group justify="center">
          <Pagination
            total={pages}
            value={page}
            onChange={onPage}
            getItemProps={(at) => ({ 'aria-label': t('common.table.page', { page: at }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'previous' ? 'common.table.previousPage' : 'common.table.nextPage'),
            })}
          />
        </Group>
      )}
    </Stack>
  )
}
