import { Group, Pagination, Paper, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { PHONE } from '../../base/theme.ts'
import { Loading } from '../../parts/loading.tsx'
import classes from './clients.module.css'
import { HISTORY_LIMIT } from './data.ts'

type ReadPage<Row> = {
  data: { data: Row[]; meta: { total: number } } | undefined
  error: unknown
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type HistoryColumn<Row> = { title: string; isNumber?: boolean; cell: (row: Row) => ReactNode }

type HistoryProps<Row> = {
  clientId: string
  useEntries: (c: number, clientId: string, page: number) => ReadPage<Row>
  label: string
  empty: string
  columns: readonly HistoryColumn<Row>[]
}

/** What happened to a client, a page at a time. */
export function History<Row extends { id: string }>({
  clientId,
  useEntries,
  label,
  empty,
  columns,
}: HistoryProps<Row>) {
  const cabinet = useCabinet()
  const [page, setPage] = useState(1)
  const read = useEntries(cabinet.id, clientId, page)
  if (read.isError)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data) return <Loading shapes={columns.map(() => 36)} />
  const { data: rows, meta } = read.data
  if (meta.total === 0)
    return (
      <Paper p="xl">
        <Text c="dimmed" ta="center">
          {empty}
        </Text>
      </Paper>
    )
  return (
    <Stack gap="md">
      <div style={{ opacity: read.isPlaceholderData ? 0.6 : 1 }} aria-busy={read.isPlaceholderData}>
        <Entries rows={rows} label={label} columns={columns} />
      </div>
      <Pages count={Math.ceil(meta.total / HISTORY_LIMIT)} page={page} onPage={setPage} />
    </Stack>
  )
}

type EntriesProps<Row> = Pick<HistoryProps<Row>, 'label' | 'columns'> & { rows: readonly Row[] }

/** A table, on a phone a list. */
export function Entries<Row extends { id: string }>({ rows, label, columns }: EntriesProps<Row>) {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  if (isPhone)
    return (
      <ul className={classes.entries} aria-label={label}>
        {rows.map((row) => (
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
    )
  const align = (isNumber = false) => (isNumber ? { ta: 'right' as const, className: 'k-number' } : {})
  return (
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
            {rows.map((row) => (
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
  )
}

type PagesProps = { count: number; page: number; onPage: (page: number) => void }

function Pages({ count, page, onPage }: PagesProps) {
  const { t } = useTranslation()
  if (count <= 1) return null
  return (
    <Group justify="center">
      <Pagination
        total={count}
        value={page}
        onChange={onPage}
        getItemProps={(at) => ({ 'aria-label': t('common.table.page', { page: at }) })}
        getControlProps={(control) => ({
          'aria-label': t(control === 'previous' ? 'common.table.previousPage' : 'common.table.nextPage'),
        })}
      />
    </Group>
  )
}
