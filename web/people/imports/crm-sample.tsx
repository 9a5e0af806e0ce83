/** Some people of each kind, with the amounts of both sides. */
import { Paper, Stack, Table, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { StatusBadge } from '../../parts/status.tsx'
import { useFaultText } from './faults.tsx'
import classes from './imports.module.css'
import { TONES, useAmountsText } from './sample-table.tsx'

type CrmSampleProps = { crm: string; sample: ImportFile['sample'] }

export function CrmSample({ crm, sample }: CrmSampleProps) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const amounts = useAmountsText()
  if (sample.length === 0) return null
  return (
    <Paper p="lg" component="section" aria-labelledby="import-sample">
      <Stack gap="sm">
        <Title order={2} id="import-sample">
          {t('imports.crm.sample')}
        </Title>
        <span className="k-small">{t('imports.check.amounts')}</span>
        <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-labelledby="import-sample">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('imports.crm.person')}</Table.Th>
                <Table.Th>{t('imports.check.verdict')}</Table.Th>
                <Table.Th>{t('imports.check.card')}</Table.Th>
                <Table.Th>{t('imports.crm.there', { crm })}</Table.Th>
                <Table.Th>{t('imports.crm.here')}</Table.Th>
                <Table.Th>{t('imports.crm.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sample.map((line) => (
                <Table.Tr key={line.line}>
                  <Table.Td className={classes.name ?? ''}>
                    {line.name || '—'}
                    <div className="k-small">{line.tel}</div>
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge tone={TONES[line.verdict]}>{t(`imports.check.verdicts.${line.verdict}`)}</StatusBadge>
                    {line.faults.length > 0 && <div className="k-small">{line.faults.map(faultText).join('; ')}</div>}
                  </Table.Td>
                  <Table.Td>{line.card || '—'}</Table.Td>
                  <Table.Td>{amounts(line)}</Table.Td>
                  <Table.Td>{line.here ? amounts(line.here) : '—'}</Table.Td>
                  <Table.Td>
                    {line.verdict === 'fresh' ? amounts(line) : line.after ? amounts(line.after) : '—'}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Paper>
  )
}
