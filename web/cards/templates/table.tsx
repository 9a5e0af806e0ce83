import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TemplateRow } from '../../../contract/cards/templates.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { LinkAnchor } from '../../parts/link.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import type { MoreItem } from '../../parts/page.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './templates.module.css'

/** The same cards as rows. A tariff allows a few dozen at most, so there are no pages. */
export function TemplatesTable({
  rows,
  actionsOf,
}: {
  rows: readonly TemplateRow[]
  actionsOf: (row: TemplateRow) => readonly MoreItem[]
}) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  return (
    <div className={classes.tableBox}>
      <Table verticalSpacing={6} horizontalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('templates.list.name')}</Table.Th>
            <Table.Th>{t('templates.list.type')}</Table.Th>
            <Table.Th ta="right">{t('templates.list.issued')}</Table.Th>
            <Table.Th ta="right">{t('templates.list.forms')}</Table.Th>
            <Table.Th>{t('templates.list.updated')}</Table.Th>
            <Table.Th w={52}>
              <span className="k-unseen">{t('templates.list.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <span className={classes.tableName}>
                  <span
                    className={classes.swatch}
                    style={{ background: row.design.colours.background }}
                    aria-hidden="true"
                  />
                  <LinkAnchor
                    to="/$cabinetDomain/cards/$id"
                    params={{ cabinetDomain: cabinet.domain, id: row.id }}
                    fw={600}
                  >
                    {row.name}
                  </LinkAnchor>
                  {row.isDefault && <StatusBadge tone="info">{t('templates.list.default')}</StatusBadge>}
                </span>
              </Table.Td>
              <Table.Td>{t(`templates.types.${row.type}`)}</Table.Td>
              <Table.Td ta="right" className="k-number">
                {show.number(row.issued)}
              </Table.Td>
              <Table.Td ta="right" className="k-number">
                {show.number(row.forms)}
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{show.date(row.updatedAt)}</Table.Td>
              <Table.Td>
                <MoreMenu label={t('templates.list.actionsOf', { name: row.name })} items={actionsOf(row)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
