import { ActionBar, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../base/show.ts'
import classes from './data-table.module.css'

/** Ids of the ticked rows, across pages. */
export type TableSelection = {
  ids: readonly string[]
  onChange: (ids: string[]) => void
  /** Offered when more rows match than are ticked: everybody whom the table lists, on all its pages. */
  all?: { total: number; isEstimate: boolean; isOn: boolean; onSelect: () => void } | undefined
}

/** What can be done with the ticked rows, at the bottom of the page. */
export function SelectionBar({ selection, children }: { selection: TableSelection; children: ReactNode }) {
  const { t } = useTranslation()
  const show = useShow()
  const { ids, all } = selection
  const n = show.number(all?.total ?? 0)
  const text = all?.isOn
    ? t(all.isEstimate ? 'common.table.allSelectedAbout' : 'common.table.allSelected', { n })
    : t('common.table.selected', { count: ids.length })
  return (
    <ActionBar
      portalProps={{ target: 'main' }}
      className={classes.selectionBar ?? ''}
      opened={selection.ids.length > 0}
      onClose={() => selection.onChange([])}
      aria-label={text}
    >
      <Text fw={500} px="xs">
        {text}
      </Text>
      {all && !all.isOn && all.total > ids.length && (
        <Button variant="subtle" onClick={all.onSelect}>
          {t(all.isEstimate ? 'common.table.selectAllAbout' : 'common.table.selectAll', { n })}
        </Button>
      )}
      {children}
      <ActionBar.CloseButton aria-label={t('common.table.clearSelection')} />
    </ActionBar>
  )
}
