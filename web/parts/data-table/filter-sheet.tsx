import { Button, Drawer, Stack, Text } from '@mantine/core'
import { cloneElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { OverProps } from '../late-over.tsx'
import type { Filter } from './filter-chip.tsx'
import { FilterChoices } from './filter-over.tsx'
import type { ShownTableState } from './table-state.ts'

export type FilterSheetProps = { state: ShownTableState; filters: readonly Filter[]; total: number | undefined }

/** All filters of a table, from the bottom of a phone. */
export function FilterSheet({ state, filters, total, target, isOpen, onChange }: FilterSheetProps & OverProps) {
  const { t } = useTranslation()
  return (
    <>
      {cloneElement(target, { onClick: () => onChange(true) })}
      <Drawer
        position="bottom"
        opened={isOpen}
        onClose={() => onChange(false)}
        title={t('common.table.filters')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack gap="lg">
          {filters.map((filter) => (
            <div key={filter.key}>
              <Text fw={600} mb="xs">
                {filter.label}
              </Text>
              <FilterChoices
                filter={filter}
                value={state.filters[filter.key]}
                onSet={(value) => state.setFilter(filter.key, value)}
              />
            </div>
          ))}
          {state.isNarrowed && (
            <Button variant="default" onClick={state.clear}>
              {t('common.table.clearFilters')}
            </Button>
          )}
          <Button onClick={() => onChange(false)}>{t('common.table.showRows', { count: total ?? 0 })}</Button>
        </Stack>
      </Drawer>
    </>
  )
}
