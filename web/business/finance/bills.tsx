/** Bills for bank transfers: what is still to be paid, what was, and a new one. */
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconBan, IconDownload, IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill, BillState } from '../../../contract/business/bills.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useOwnPlace } from '../../parts/data-table/own-place.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PdfLanguage, usePdfLanguage } from '../../parts/pdf-language.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { BillDialog } from './bill-dialog.tsx'
import { useBillFile, useBills, useBillTerms, useCancelBill } from './bills-data.ts'
import { sum } from './price.ts'

const TONES: Readonly<Record<BillState, Tone>> = {
  open: 'info',
  partly_paid: 'warning',
  paid: 'success',
  overdue: 'danger',
  cancelled: 'neutral',
}

function BillBadge({ state }: { state: BillState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={TONES[state]}>{t(`bills.states.${state}`)}</StatusBadge>
}

export function Bills() {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const place = useOwnPlace()
  const pdf = usePdfLanguage()
  const read = useBills(c, { page: place.page, limit: place.limit })
  const terms = useBillTerms(c).data
  const [isNew, setIsNew] = useState(false)
  const [cancelling, setCancelling] = useState<Bill | null>(null)
  const file = useBillFile()
  const cancel = useCancelBill(t('bills.cancelled'))
  const download = ({ id }: Bill) => file.run({ params: { c, billId: id }, query: pdf.query })
  const columns = useColumns(download)
  const confirm = async () => {
    if (cancelling && (await cancel.ask({ params: { c, billId: cancelling.id } }))) setCancelling(null)
  }
  const newButton = terms?.canBill && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setIsNew(true)}>
      {t('bills.new')}
    </Button>
  )
  const hasRows = (read.data?.meta.total ?? 0) > 0
  return (
    <Stack component="section" gap="sm" aria-labelledby="bills-title">
      <Group justify="space-between" gap="sm">
        <Title order={2} id="bills-title">
          {t('bills.title')}
        </Title>
        {hasRows && newButton}
      </Group>
      {hasRows && <PdfLanguage {...pdf} />}
      {hasRows && terms?.canBill === false && <Text c="dimmed">{t('bills.notYet')}</Text>}
      <DataTable
        name="bills"
        label={t('bills.title')}
        state={place}
        read={read}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => one.number}
        actions={(one) => [
          {
            label: t('bills.download'),
            icon: <IconDownload size={16} aria-hidden="true" />,
            onClick: () => download(one),
          },
          ...(one.state === 'open' || one.state === 'overdue'
            ? [
                {
                  label: t('bills.cancel'),
                  icon: <IconBan size={16} aria-hidden="true" />,
                  isDangerous: true,
                  onClick: () => setCancelling(one),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState
            icon={<IconFileInvoice size={40} stroke={1.5} />}
            title={t('bills.none')}
            text={terms?.canBill === false ? t('bills.notYet') : t('bills.noneText')}
            action={newButton}
          />
        }
      />
      {isNew && terms && <BillDialog terms={terms} onClose={() => setIsNew(false)} />}
      <ConfirmDialog
        worksWhileLimited
        isOpen={cancelling !== null}
        onClose={() => setCancelling(null)}
        title={t('bills.cancelTitle', { number: cancelling?.number ?? '' })}
        confirmLabel={t('bills.cancel')}
        isBusy={cancel.isBusy}
        onConfirm={() => void confirm()}
      >
        <Text>{t('bills.cancelText')}</Text>
      </ConfirmDialog>
    </Stack>
  )
}

function useColumns(download: (bill: Bill) => void): Column<Bill>[] {
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
          aria-label={t('bills.downloadOf', { number: one.number })}
        >
          {one.number}
        </Anchor>
      ),
    },
    { key: 'created', title: t('bills.created'), render: (one) => show.date(one.createdAt) },
    { key: 'payer', title: t('bills.payer'), render: (one) => one.payer?.name ?? '–' },
    {
      key: 'amount',
      title: t('bills.amount'),
      align: 'right',
      card: 'fact',
      render: (one) => (
        <>
          {sum(one.amountMinor)}
          {one.paidMinor > 0 && one.paidMinor !== one.amountMinor && (
            <Text className="k-small" c="dimmed">
              {t('bills.paidOf', { amount: sum(one.paidMinor) })}
            </Text>
          )}
          {one.refundedMinor > 0 && (
            <Text className="k-small" c="dimmed">
              {t('bills.refunded', { amount: sum(one.refundedMinor) })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'due', title: t('bills.due'), card: 'fact', render: (one) => show.date(one.dueOn) },
    { key: 'state', title: t('bills.state'), card: 'status', render: (one) => <BillBadge state={one.state} /> },
  ]
}
