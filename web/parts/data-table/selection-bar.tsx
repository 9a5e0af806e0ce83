import { ActionBar, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'

/** Ids of the ticked rows, across pages. */
export type TableSelection = { ids: readonly string[]; onChange: (ids: string[]) => void }

/** What can be done with the ticked rows, at the bottom of the page. */
export function SelectionBar({ selection, children }: { selection: TableSelection; children: ReactNode }) {
  const { t } = useTranslation()
  const text = t('common.table.selected', { count: selection.ids.length })
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
      {children}
      <ActionBar.CloseButton aria-label={t('common.table.clearSelection')} />
    </ActionBar>
  )
}
