/** Acts of the months that are over, one by one and a year together. */
import { Anchor, Button, Group, Stack, Title } from '@mantine/core'
import { IconDownload, IconFileCheck, IconFileZip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Act } from '../../../contract/business/bills.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useOwnPlace } from '../../parts/data-table/own-place.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PdfLanguage, usePdfLanguage } from '../../parts/pdf-language.tsx'
import { useActFile, useActs, useActsFile } from './bills-data.ts'
import { sum } from './price.ts'

export function Acts() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const place = useOwnPlace()
  const pdf = usePdfLanguage()
  const read = useActs(c, { page: place.page, limit: place.limit })
  const file = useActFile()
  const archive = useActsFile()
  const download = ({ id }: Act) => file.run({ params: { c, actId: id }, query: pdf.query })
  const years = [...new Set(read.data?.data.map(({ month }) => month.slice(0, 4)))]
  return (
    <Stack component="section" gap="sm" aria-labelledby="acts-title">
      <Group justify="space-between" gap="sm">
        <Title order={2} id="acts-title">
          {t('bills.acts.title')}
        </Title>
        <Group gap="xs">
          {years.map((year) => (
            <Button
              key={year}
              variant="default"
              leftSection={<IconFileZip size={16} aria-hidden="true" />}
              loading={archive.isBusy}
              onClick={() => archive.run({ params: { c }, query: { year: Number(year), ...pdf.query } })}
            >
              {t('bills.acts.year', { year })}
            </Button>
          ))}
        </Group>
      </Group>
      {years.length > 0 && <PdfLanguage {...pdf} />}
      <DataTable
        name="acts"
        label={t('bills.acts.title')}
        state={place}
        read={read}
        columns={useColumns(download)}
        rowId={(one) => one.id}
        rowName={(one) => one.number}
        actions={(one) => [
          {
            label: t('bills.download'),
            icon: <IconDownload size={16} aria-hidden="true" />,
            onClick: () => download(one),
          },
        ]}
        empty={
          <EmptyState
            icon={<IconFileCheck size={40} stroke={1.5} />}
            title={t('bills.acts.none')}
            text={t('bills.acts.noneText')}
          />
        }
      />
    </Stack>
  )
}

function useColumns(download: (act: Act) => void): Column<Act>[] {
  const { t } = useTranslation()
  const show = useShow()
  return [
    {
      key: 'number',
      title: t('bills.number'),
      render: (one) => (
        <Anchor
          component="button"
          type="button"
          onClick={() => download(one)}
          aria-label={t('bills.acts.downloadOf', { number: one.number })}
        >
          {one.number}
        </Anchor>
      ),
    },
    { key: 'date', title: t('bills.acts.date'), card: 'fact', render: (one) => show.date(one.date) },
    { key: 'purpose', title: t('bills.acts.purpose'), card: 'fact', render: (one) => one.purpose },
    { key: 'supplier', title: t('bills.acts.supplier'), render: (one) => one.supplier },
    {
      key: 'amount',
      title: t('bills.amount'),
      align: 'right',
      card: 'status',
      render: (one) => sum(one.amountMinor),
    },
  ]
}
