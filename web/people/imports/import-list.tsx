/** Imports of the business, newest first, each with what came of it. */
import { Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IMPORT_KEPT_DAYS } from '../../../contract/limits.ts'
import type { ImportState } from '../../../contract/people/imports.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { type PastImport, useImports } from './data.ts'
import classes from './imports.module.css'

const TONES: Readonly<Record<ImportState, Tone>> = {
  reading: 'info',
  unread: 'warning',
  ready: 'neutral',
  checking: 'info',
  checked: 'neutral',
  running: 'info',
  done: 'success',
  failed: 'danger',
  undoing: 'info',
  undone: 'neutral',
}
const SUMMED = ['added', 'changed', 'bad', 'undone', 'kept'] as const

export function ImportList() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain } = useCabinet()
  const state = useTableState({ sorts: ['created'] })
  const read = useImports(c, state.page, true)
  const summary = ({ counts }: PastImport) =>
    SUMMED.filter((name) => counts[name] > 0)
      .map((name) => t(`imports.summary.${name}`, { n: show.number(counts[name]) }))
      .join(', ')
  const columns: Column<PastImport>[] = [
    {
      key: 'file',
      title: t('imports.list.file'),
      width: 260,
      render: (one) => <span className={classes.name}>{one.fileName}</span>,
    },
    {
      key: 'state',
      title: t('imports.list.state'),
      card: 'status',
      render: ({ state: at }) => <StatusBadge tone={TONES[at]}>{t(`imports.states.${at}`)}</StatusBadge>,
    },
    { key: 'result', title: t('imports.list.result'), card: 'fact', render: (one) => summary(one) || '—' },
    { key: 'rows', title: t('imports.list.rows'), align: 'right', render: ({ rows }) => show.number(rows) },
    {
      key: 'created',
      title: t('imports.list.at'),
      card: 'fact',
      render: ({ at, by }) => (
        <>
          <MoscowTime at={at} />
          <Text className="k-small" c="dimmed">
            {by}
          </Text>
        </>
      ),
    },
  ]
  return (
    <DataTable
      name="imports"
      label={t('imports.list.title')}
      state={state}
      read={read}
      columns={columns}
      rowId={(one) => one.id}
      rowName={(one) => one.fileName}
      rowPath={(one) => `/${domain}/clients/import/${one.id}`}
      empty={
        <EmptyState
          icon={<IconFileSpreadsheet size={40} stroke={1.5} />}
          title={t('imports.list.empty')}
          text={t('imports.list.emptyText', { days: IMPORT_KEPT_DAYS })}
        />
      }
    />
  )
}
