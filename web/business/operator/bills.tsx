/** Bills of all businesses; what was paid for one is booked here. */
import { Button, Text } from '@mantine/core'
import { IconCash, IconFileInvoice, IconReceiptRefund } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperatedBill } from '../../../contract/business/billing.ts'
import { BILL_STATES, type BillState } from '../../../contract/business/bills.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { useAllBills } from './billing-data.ts'
import { BookDialog } from './book-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import classes from './operator.module.css'
import { Statement } from './statement.tsx'
import { SupplierPanel } from './supplier.tsx'

const TONES: Readonly<Record<BillState, Tone>> = {
  paid: 'success',
  partly_paid: 'warning',
  open: 'info',
  overdue: 'danger',
  cancelled: 'neutral',
}

export function BillsPage() {
  const { t } = useTranslation()
  const state = useTableState({ sorts: ['number'], filters: ['state'] })
  const { page, limit, q } = state.query
  const read = useAllBills({ page, limit, q, state: BILL_STATES.find((one) => one === state.filters.state) })
  const [panel, setPanel] = useState<'statement' | 'supplier' | null>(null)
  const [refunding, setRefunding] = useState<OperatedBill | null>(null)
  const [booking, setBooking] = useState<OperatedBill | null>(null)
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.bills') }])
  return (
    <Page>
      <PageHeader
        title={t('operator.sections.bills')}
        meta={t('bills.desk.lead')}
        primary={
          <Button
            variant={panel === null ? 'filled' : 'default'}
            onClick={() => setPanel('statement')}
            aria-expanded={panel === 'statement'}
          >
            {t('bills.desk.statement.upload')}
          </Button>
        }
        secondary={
          <Button
            variant="default"
            onClick={() => setPanel(panel === 'supplier' ? null : 'supplier')}
            aria-expanded={panel === 'supplier'}
          >
            {t('bills.desk.supplier.button')}
          </Button>
        }
      />
      {panel === 'statement' && <Statement />}
      {panel === 'supplier' && <SupplierPanel />}
      <DataTable
        name="operator-bills"
        label={t('operator.sections.bills')}
        state={state as unknown as TableState}
        read={read}
        columns={useColumns()}
        rowId={(one) => one.id}
        rowName={(one) => one.number}
        searchPlaceholder={t('bills.desk.search')}
        filters={[
          {
            key: 'state',
            label: t('bills.state'),
            options: BILL_STATES.map((value) => ({ value, label: t(`bills.states.${value}`) })),
          },
        ]}
        actions={(one) => [
          {
            label: t('bills.desk.book'),
            icon: <IconCash size={16} aria-hidden="true" />,
            onClick: () => setBooking(one),
          },
          ...(one.paidMinor > one.refundedMinor
            ? [
                {
                  label: t('operator.refund.open'),
                  icon: <IconReceiptRefund size={16} aria-hidden="true" />,
                  onClick: () => setRefunding(one),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState
            icon={<IconFileInvoice size={40} stroke={1.5} />}
            title={t('bills.none')}
            text={t('bills.desk.noneText')}
          />
        }
      />
      {refunding && (
        <RefundDialog
          of={{ cabinet: refunding.cabinet.id, billId: refunding.id }}
          no={refunding.number}
          amountMinor={refunding.paidMinor}
          leftMinor={refunding.paidMinor - refunding.refundedMinor}
          currency={refunding.currency}
          onClose={() => setRefunding(null)}
        />
      )}
      {booking && <BookDialog bill={booking} onClose={() => setBooking(null)} />}
    </Page>
  )
}

function Paid({ bill: { paidMinor, refundedMinor } }: { bill: OperatedBill }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <>
      {show.money(paidMinor)}
      {refundedMinor > 0 && (
        <Text className="k-small" c="dimmed">
          {t('bills.refunded', { amount: show.money(refundedMinor) })}
        </Text>
      )}
    </>
  )
}

function useColumns(): Column<OperatedBill>[] {
  const { t } = useTranslation()
  const show = useShow()
  return [
    {
      key: 'number',
      title: t('bills.number'),
      render: (one) => <span className={classes.whole}>{one.number}</span>,
    },
    {
      key: 'cabinet',
      title: t('bills.desk.business'),
      card: 'fact',
      render: (one) => (
        <>
          <PathLink to={`/operator/cabinets/${one.cabinet.id}`}>{one.cabinet.name}</PathLink>
          {one.payer && (
            <Text className="k-small" c="dimmed">
              {[one.payer.name, one.payer.taxNumber].filter(Boolean).join(', ')}
            </Text>
          )}
        </>
      ),
    },
    { key: 'created', title: t('bills.created'), render: (one) => show.date(one.createdAt) },
    { key: 'due', title: t('bills.due'), render: (one) => show.date(one.dueOn) },
    {
      key: 'amount',
      title: t('bills.amount'),
      align: 'right',
      card: 'fact',
      render: (one) => `${show.money(one.amountMinor)}\u00A0${one.currency}`,
    },
    { key: 'paid', title: t('bills.desk.paid'), align: 'right', render: (one) => <Paid bill={one} /> },
    {
      key: 'state',
      title: t('bills.state'),
      card: 'status',
      render: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`bills.states.${state}`)}</StatusBadge>,
    },
  ]
}
