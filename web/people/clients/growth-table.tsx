import { Paper, Table, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Growth } from '../../../contract/people/growth.ts'
import { useShow } from '../../base/show.ts'
import classes from './clients.module.css'
import { GROWTH_COLUMNS } from './growth-figures.ts'
import { usePeriodName } from './period-name.ts'

/** The numbers of the chart, all figures at a time; the newest period first. */
export function GrowthTable({ growth: { periods, total, step } }: { growth: Growth }) {
  const { t } = useTranslation()
  const show = useShow()
  const nameOf = usePeriodName()
  const number = (value: number | null) => (value === null ? '–' : show.number(value))
  const row = (name: string, one: (typeof periods)[number] | typeof total) => (
    <>
      <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
        {name}
      </Table.Th>
      {GROWTH_COLUMNS.map(([column, valueOf]) => (
        <Table.Td key={column} ta="right">
          {number(valueOf(one))}
        </Table.Td>
      ))}
    </>
  )
  return (
    <Paper p="md">
      <Title order={3} mb="sm" id="growth-table">
        {t('growth.table')}
      </Title>
      <div className={classes.scroll} tabIndex={0} role="region" aria-labelledby="growth-table">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t(`growth.steps.${step}`)}</Table.Th>
              {GROWTH_COLUMNS.map(([column]) => (
                <Table.Th key={column} scope="col" ta="right">
                  {t(`growth.columns.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {periods.toReversed().map((one) => (
              <Table.Tr key={one.start}>{row(nameOf(step, one.start), one)}</Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>{row(t('growth.total'), total)}</Table.Tr>
          </Table.Tfoot>
        </Table>
      </div>
    </Paper>
  )
}
