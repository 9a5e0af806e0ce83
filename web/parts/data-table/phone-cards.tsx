import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../link.tsx'
import { MoreMenu } from '../more-menu.tsx'
import type { MoreItem } from '../page.tsx'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'

type PhoneCardsProps<Row> = {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  rowPath: ((row: Row) => string) | undefined
  actions: ((row: Row) => readonly MoreItem[]) | undefined
  selected: readonly string[] | undefined
  onSelect: ((ids: string[]) => void) | undefined
  isOld: boolean
}

/** Rows of a table as cards: title, status, two facts and a menu. */
export function PhoneCards<Row>({
  rows,
  columns,
  rowId,
  rowName,
  rowPath,
  actions,
  selected,
  onSelect,
  isOld,
}: PhoneCardsProps<Row>) {
  const { t } = useTranslation()
  const [title, ...rest] = columns
  const status = rest.find((column) => column.card === 'status')
  const facts = rest.filter((column) => column.card === 'fact').slice(0, 2)
  return (
    <ul className={isOld ? `${classes.cards} ${classes.old}` : classes.cards}>
      {rows.map((row) => {
        const id = rowId(row)
        return (
          <li key={id} className={classes.card}>
            {selected && onSelect && (
              <Checkbox
                className={classes.above ?? ''}
                size="md"
                aria-label={t('common.table.select', { name: rowName(row) })}
                checked={selected.includes(id)}
                onChange={() =>
                  onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
                }
              />
            )}
            <div className={classes.cardBody}>
              <div className={classes.cardTitle}>
                {rowPath ? (
                  <PathLink to={rowPath(row)} className={classes.cardLink ?? ''}>
                    {title?.render(row)}
                  </PathLink>
                ) : (
                  title?.render(row)
                )}
                {status?.render(row)}
              </div>
              {facts.length > 0 && (
                <dl className={classes.facts}>
                  {facts.map((fact) => (
                    <div key={fact.key}>
                      <dt>{fact.title}</dt>
                      <dd>{fact.render(row)}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
            {actions && actions(row).length > 0 && (
              <div className={classes.above}>
                <MoreMenu label={t('common.table.actionsOf', { name: rowName(row) })} items={actions(row)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
