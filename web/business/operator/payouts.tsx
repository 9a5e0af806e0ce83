/** Agents that are to be paid, and the statements of those that were. */
import { Button, Checkbox, Text } from '@mantine/core'
import { IconCoins, IconDownload, IconFileInvoice } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OperatedPayout, PAYOUT_AGENTS_MAX, type UnpaidAgent } from '../../../contract/business/payouts.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { Unread } from '../../parts/unread-page.tsx'
import { Block } from './facts.tsx'
import classes from './operator.module.css'
import { PayoutDialog } from './payout-dialog.tsx'
import { useAllPayouts, useAnyPayoutFile, useUnpaidAgents } from './payouts-data.ts'

export function PayoutsPage() {
  const { t } = useTranslation()
  const read = useUnpaidAgents()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [paying, setPaying] = useState(false)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.payouts') }])
  const agents = (read.data ?? []).filter(({ cabinet }) => chosen.has(cabinet.id)).slice(0, PAYOUT_AGENTS_MAX)
  const choose = (id: number, isOn: boolean) =>
    setChosen(new Set(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  return (
    <Page>
      <PageHeader
        title={t('shares.desk.title')}
        meta={t('shares.desk.lead')}
        primary={
          <Button disabled={agents.length === 0} onClick={() => setPaying(true)}>
            <PayLabel agents={agents} />
          </Button>
        }
      />
      <Text c="dimmed">{t('shares.desk.terms')}</Text>
      {leftOut.length > 0 && (
        <StatusBanner tone="warning">{t('shares.desk.leftOut', { names: leftOut.join(', ') })}</StatusBanner>
      )}
      <Block title={t('shares.ready')}>
        {read.data ? (
          <Agents agents={read.data} chosen={chosen} onChoose={choose} />
        ) : (
          <Unread read={read} shapes={[160]} />
        )}
      </Block>
      <History />
      {paying && (
        <PayoutDialog
          agents={agents}
          onClose={() => setPaying(false)}
          onDone={(names) => {
            setPaying(false)
            setChosen(new Set())
            setLeftOut(names)
          }}
        />
      )}
    </Page>
  )
}

export function PayLabel({ agents }: { agents: readonly UnpaidAgent[] }) {
  const { t } = useTranslation()
  const show = useShow()
  if (agents.length === 0) return t('shares.desk.payNone')
  const sum = agents.reduce((total, { readyMinor }) => total + readyMinor, 0)
  return t('shares.desk.pay', { count: agents.length, amount: `${show.money(sum)}\u00A0${CURRENCY}` })
}

type AgentsProps = {
  agents: readonly UnpaidAgent[]
  chosen: ReadonlySet<number>
  onChoose: (id: number, isOn: boolean) => void
}

function Agents({ agents, chosen, onChoose }: AgentsProps) {
  const { t } = useTranslation()
  const show = useShow()
  if (agents.length === 0)
    return (
      <EmptyState
        icon={<IconCoins size={40} stroke={1.5} />}
        title={t('shares.desk.nobody')}
        text={t('shares.desk.nobodyText')}
      />
    )
  return (
    <ul className={classes.rows}>
      {agents.map(({ cabinet, owner, readyMinor, heldMinor }) => (
        <li key={cabinet.id}>
          <Checkbox
            aria-label={t('shares.desk.choose', { name: cabinet.name })}
            checked={chosen.has(cabinet.id)}
            disabled={readyMinor <= 0}
            onChange={(event) => onChoose(cabinet.id, event.currentTarget.checked)}
          />
          <div className={classes.person}>
            <PathLink underline="always" to={`/operator/cabinets/${cabinet.id}`}>
              {cabinet.name}
            </PathLink>{' '}
            <span className={classes.quiet}>{owner}</span>
          </div>
          <span className={classes.quiet}>
            {t('shares.desk.heldNow')}: {show.money(heldMinor)}
          </span>
          <strong className="k-number">{`${show.money(readyMinor)}\u00A0${CURRENCY}`}</strong>
        </li>
      ))}
    </ul>
  )
}

function History() {
  const { t } = useTranslation()
  const show = useShow()
  const state = useTableState({ sorts: ['number'] })
  const read = useAllPayouts({ page: state.page, limit: state.limit })
  const file = useAnyPayoutFile()
  const columns: Column<OperatedPayout>[] = [
    { key: 'number', title: t('shares.number'), render: (one) => <span className={classes.whole}>{one.number}</span> },
    {
      key: 'agent',
      title: t('shares.desk.agent'),
      card: 'fact',
      render: (one) => <PathLink to={`/operator/cabinets/${one.cabinet.id}`}>{one.cabinet.name}</PathLink>,
    },
    { key: 'at', title: t('shares.date'), card: 'fact', render: (one) => show.date(one.at) },
    {
      key: 'amount',
      title: t('shares.amount'),
      align: 'right',
      card: 'fact',
      render: (one) => `${show.money(one.amountMinor)}\u00A0${one.currency}`,
    },
  ]
  return (
    <Block title={t('shares.desk.history')}>
      <DataTable
        name="operator-payouts"
        label={t('shares.desk.history')}
        state={state as unknown as TableState}
        read={read}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => one.number}
        actions={(one) => [
          {
            label: t('shares.download'),
            icon: <IconDownload size={16} aria-hidden="true" />,
            onClick: () => file.run({ params: { cabinet: one.cabinet.id, payoutId: one.id }, query: {} }),
          },
        ]}
        empty={
          <EmptyState
            icon={<IconFileInvoice size={40} stroke={1.5} />}
            title={t('shares.noStatements')}
            text={t('shares.noStatementsText')}
          />
        }
      />
    </Block>
  )
}
