/** The first lines as they were understood. */
import { Paper, Stack, Table, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportFile } from '../../../contract/people/imports.ts'
import { useShow } from '../../base/show.ts'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { useFaultText } from './faults.tsx'
import classes from './imports.module.css'

type Line = ImportFile['sample'][number]
export const TONES: Readonly<Record<Line['verdict'], Tone>> = {
  fresh: 'success',
  changing: 'info',
  same: 'neutral',
  known: 'neutral',
  archived: 'neutral',
  bad: 'danger',
  matched: 'info',
  doubt: 'warning',
}

type AmountsOf = Pick<Line, 'balanceMinor' | 'bonusMinor' | 'discountHundredths'>

export function useAmountsText() {
  const show = useShow()
  return ({ balanceMinor, bonusMinor, discountHundredths }: AmountsOf) => {
    const texts = [
      balanceMinor === null ? '—' : show.money(balanceMinor),
      bonusMinor === null ? '—' : show.points(bonusMinor),
      discountHundredths === null ? '—' : `${show.percent(discountHundredths)}\u00A0%`,
    ]
    return texts.every((text) => text === '—') ? '—' : texts.join(' / ')
  }
}

export function SampleTable({ sample }: { sample: readonly Line[] }) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const amounts = useAmountsText()
  return (
    <Paper p="lg" component="section" aria-labelledby="import-sample">
      <Stack gap="sm">
        <Title order={2} id="import-sample">
          {t('imports.check.sample')}
        </Title>
        <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-labelledby="import-sample">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('imports.check.line')}</Table.Th>
                <Table.Th>{t('imports.check.verdict')}</Table.Th>
                <Table.Th>{t('imports.check.name')}</Table.Th>
                <Table.Th>{t('imports.check.tel')}</Table.Th>
                <Table.Th>{t('imports.check.card')}</Table.Th>
                <Table.Th>{t('imports.check.amounts')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sample.map((line) => (
                <Table.Tr key={line.line}>
                  <Table.Td>{line.line}</Table.Td>
                  <Table.Td>
                    <StatusBadge tone={TONES[line.verdict]}>{t(`imports.check.verdicts.${line.verdict}`)}</StatusBadge>
                    {line.faults.length > 0 && <div className="k-small">{line.faults.map(faultText).join('; ')}</div>}
                  </Table.Td>
                  <Table.Td className={classes.name ?? ''}>{line.name || '—'}</Table.Td>
                  <Table.Td>{line.tel || '—'}</Table.Td>
                  <Table.Td>{line.card || '—'}</Table.Td>
                  <Table.Td>{amounts(line)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Paper>
  )
}
