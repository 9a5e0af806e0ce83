/** Card payments of a business; what was given back of one is booked here. */
import { IconCreditCard, IconReceiptRefund } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenedOperatedCabinet } from '../../../contract/business/operated.ts'
import type { Payment } from '../../../contract/business/payments.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { Block } from './facts.tsx'
import { useBusinessPayments } from './payments-data.ts'
import { RefundDialog } from './refund-dialog.tsx'

const canRefund = (one: Payment) => one.state === 'paid' && !one.isTest && one.refundedMinor < one.amountMinor

export function CabinetPayments({ cabinet: { id } }: { cabinet: OpenedOperatedCabinet }) {
  const { t } = useTranslation()
  const state = useTableState({ sorts: ['no'] })
  const read = useBusinessPayments(id, { page: state.page, limit: state.limit })
  const [refunding, setRefunding] = useState<Payment | null>(null)
  return (
    <Block title={t('operator.refund.payments')}>
      <DataTable
        name="operator-payments"
        label={t('operator.refund.payments')}
        state={state as unknown as TableState}
        read={read}
        columns={useColumns()}
        rowId={(one) => String(one.no)}
        rowName={(one) => t('payments.list.name', { no: one.no })}
        actions={(one) =>
          canRefund(one)
            ? [
                {
                  label: t('operator.refund.open'),
                  icon: <IconReceiptRefund size={16} aria-hidden="true" />,
                  onClick: () => setRefunding(one),
                },
              ]
            : []
        }
        empty={<EmptyState icon={<IconCreditCard size={40} stroke={1.5} />} title={t('operator.refund.none')} />}
      />
      {refunding && (
        <RefundDialog
          of={{ cabinet: id, no: refunding.no }}
          no={String(refunding.no)}
          amountMinor={refunding.amountMinor}
          leftMinor={refunding.amountMinor - refunding.refundedMinor}
          currency={CURRENCY}
          onClose={() => setRefunding(null)}
        />
      )}
    </Block>
  )
}

function useColumns(): Column<Payment>[] {
  const { t } = useTranslation()
  const show = useShow()
  return [
    { key: 'no', title: t('payments.list.no'), render: (one) => t('payments.list.name', { no: one.no }) },
    { key: 'at', title: t('payments.columns.at'), card: 'fact', render: (one) => <MoscowTime at={one.createdAt} /> },
    {
      key: 'state',
      title: t('payments.list.state'),
      card: 'status',
      render: (one) => (
        <span>
          {t(`payments.states.${one.state}`)}
          {one.refundedMinor > 0 && `, ${t('payments.list.refunded', { amount: show.money(one.refundedMinor) })}`}
        </span>
      ),
    },
    {
      key: 'amount',
      title: t('payments.list.amount'),
      align: 'right',
      card: 'fact',
      render: (one) => show.money(one.amountMinor),
    },
  ]
}
