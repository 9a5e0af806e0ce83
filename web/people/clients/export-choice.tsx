import { Anchor, Checkbox, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EXPORT_COLUMNS, type ExportColumn } from '../../../contract/limits.ts'

export type ExportSelection = { rows: 'all' | 'filtered' | 'selected'; columns: ExportColumn[] }

/** The export begins with the ticked or filtered clients, if there are any, and with all columns. */
export function firstSelection(isNarrowed: boolean, selected: number): ExportSelection {
  return { rows: selected > 0 ? 'selected' : isNarrowed ? 'filtered' : 'all', columns: [...EXPORT_COLUMNS] }
}

type ExportChoiceProps = {
  selection: ExportSelection
  onChange: (selection: ExportSelection) => void
  isNarrowed: boolean
  selected: number
}

export function ExportChoice({ selection, onChange, isNarrowed, selected }: ExportChoiceProps) {
  const { t } = useTranslation()
  const setColumns = (columns: readonly ExportColumn[]) => onChange({ ...selection, columns: [...columns] })
  return (
    <>
      {(isNarrowed || selected > 0) && (
        <Radio.Group
          label={t('exports.rows.label')}
          value={selection.rows}
          onChange={(rows) => onChange({ ...selection, rows: rows as ExportSelection['rows'] })}
        >
          <Stack gap="xs" mt="xs">
            {selected > 0 && <Radio value="selected" label={t('exports.rows.selected', { count: selected })} />}
            {isNarrowed && <Radio value="filtered" label={t('exports.rows.filtered')} />}
            <Radio value="all" label={t('exports.rows.all')} />
          </Stack>
        </Radio.Group>
      )}
      <div>
        <Group justify="space-between" gap="xs" mb="xs">
          <Text fw={500} id="export-columns">
            {t('exports.columnsLabel')}
          </Text>
          <Group gap="sm">
            <Anchor component="button" type="button" onClick={() => setColumns(EXPORT_COLUMNS)}>
              {t('exports.columnsAll')}
            </Anchor>
            <Anchor component="button" type="button" onClick={() => setColumns([])}>
              {t('exports.columnsNone')}
            </Anchor>
          </Group>
        </Group>
        {/* Columns keep the order of the list, whichever was ticked first. */}
        <Checkbox.Group
          value={selection.columns}
          onChange={(ticked) => setColumns(EXPORT_COLUMNS.filter((column) => ticked.includes(column)))}
          aria-labelledby="export-columns"
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
            {EXPORT_COLUMNS.map((column) => (
              <Checkbox key={column} value={column} label={t(`exports.columns.${column}`)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </div>
    </>
  )
}
