/** Each column of the file with examples, and what it becomes. */
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportFile, ImportTarget } from '../../../contract/people/imports.ts'
import classes from './imports.module.css'
import { targetGroups } from './targets.ts'

type ColumnRowsProps = {
  file: Pick<ImportFile, 'columns'>
  variables: readonly string[]
  chosen: readonly ImportTarget[]
  /** A target that is chosen more than once. */
  twice: ImportTarget | undefined
  onChange: (column: number, target: ImportTarget) => void
}

export function ColumnRows({ file, variables, chosen, twice, onChange }: ColumnRowsProps) {
  const { t } = useTranslation()
  const groups = targetGroups(t, variables)
  return (
    <ul className={classes.columns}>
      {file.columns.map(({ title, samples }, column) => (
        <li key={column} className={classes.column}>
          <div>
            <div className={classes.title}>{title}</div>
            <div className={`${classes.samples} k-small`}>
              {samples.length > 0 ? samples.join(' · ') : t('imports.columns.noSamples')}
            </div>
          </div>
          <Select
            aria-label={t('imports.columns.targetOf', { title })}
            data={groups}
            value={chosen[column] ?? 'skip'}
            onChange={(value) => value !== null && onChange(column, value as ImportTarget)}
            allowDeselect={false}
            searchable
            error={twice !== undefined && chosen[column] === twice}
          />
        </li>
      ))}
    </ul>
  )
}
