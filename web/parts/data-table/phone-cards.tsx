import { Checkbox } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { memo } from 'react'
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
export function PhoneCards<Row>(props: PhoneCardsProps<Row>) {
  const { rows, columns, rowId, rowName, rowPath, actions, selected, onSelect, isOld } = props
  const chosen = new Set(selected)
  // The same function as long as the list is there: a card is drawn again only for what it shows.
  const toggle = useCallbackRef((id: string) =>
    onSelect?.(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]),
  )
  return (
    <ul className={isOld ? `${classes.cards} ${classes.old}` : classes.cards}>
      {rows.map((row) => {
        const id = rowId(row)
        return (
          <PhoneCard
            key={id}
            row={row}
            id={id}
            name={rowName(row)}
            path={rowPath?.(row)}
            columns={columns}
            actions={actions}
            isChosen={selected && chosen.has(id)}
            onToggle={toggle}
          />
        )
      })}
    </ul>
  )
}

type PhoneCardProps<Row> = Pick<PhoneCardsProps<Row>, 'columns' | 'actions'> & {
  row: Row
  id: string
  name: string
  path: string | undefined
  /** Undefined where rows cannot be chosen. */
  isChosen: boolean | undefined
  onToggle: (id: string) => void
}

const PhoneCard = memo(function PhoneCard<Row>(props: PhoneCardProps<Row>) {
  const { row, id, name, path, columns, actions, isChosen, onToggle } = props
  const { t } = useTranslation()
  const [title, ...rest] = columns
  const status = rest.find((column) => column.card === 'status')
  const facts = rest.filter((column) => column.card === 'fact').slice(0, 2)
  const items = actions?.(row) ?? []
  return (
    <li className={classes.card} data-chosen={isChosen || undefined}>
      {isChosen !== undefined && (
        <Checkbox
          className={classes.above ?? ''}
          size="md"
          aria-label={t('common.table.select', { name })}
          checked={isChosen}
          onChange={() => onToggle(id)}
        />
      )}
      <div className={classes.cardBody}>
        <div className={classes.cardTitle}>
          {path === undefined ? (
            title?.render(row)
          ) : (
            <PathLink to={path} className={classes.cardLink ?? ''}>
              {title?.render(row)}
            </PathLink>
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
      {items.length > 0 && (
        <div className={classes.above}>
          <MoreMenu label={t('common.table.actionsOf', { name })} items={items} />
        </div>
      )}
    </li>
  )
}) as <Row>(props: PhoneCardProps<Row>) => React.JSX.Element
