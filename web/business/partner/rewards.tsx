/** What an agent has earned, payment by payment, and the statements of what was paid out. */
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { IconCoins, IconFileInvoice } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PartnerShare } from '../../../contract/business/partner.ts'
import type { Payout } from '../../../contract/business/payouts.ts'
import { CURRENCY } from '../../../contract/limits.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useOwnPlace } from '../../parts/data-table/own-place.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loading } from '../../parts/loading.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { PdfLanguage, usePdfLanguage } from '../../parts/pdf-language.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { usePayoutFile, usePayouts, useShares, useShareSums } from './data.ts'
import classes from './partner.module.css'

const TONES: Readonly<Record<PartnerShare['state'], Tone>> = { held: 'neutral', ready: 'info', paid: 'success' }

export function RewardsTab() {
  return (
    <Stack gap="xl">
      <Sums />
      <Shares />
      <Statements />
    </Stack>
  )
}

function Sums() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const { data, isPending } = useShareSums(c)
  if (isPending) return <Loading shapes={[{ h: { base: 98, sm: 46 } }]} />
  if (!data) return null
  const sums = [
    [t('shares.held'), data.heldMinor],
    [t('shares.ready'), data.readyMinor],
    [t('shares.paid'), data.paidMinor],
  ] as const
  return (
    <dl className={classes.sums}>
      {sums.map(([name, minor]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="k-number">{`${show.money(minor)}\u00A0${CURRENCY}`}</dd>
        </div>
      ))}
    </dl>
  )
}

function Shares() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const place = useOwnPlace()
  const columns: Column<PartnerShare>[] = [
    { key: 'account', title: t('partner.columns.account'), render: (row) => row.name },
    {
      key: 'at',
      title: t('partner.columns.date'),
      card: 'fact',
      render: (row) => <MoscowTime at={row.at} />,
    },
    {
      key: 'base',
      title: t('shares.base'),
      align: 'right',
      render: (row) => (
        <>
          {show.money(row.baseMinor)}
          {row.baseMinor < 0 && (
            <Text className="k-small" c="dimmed">
              {t('shares.refund')}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'share',
      title: t('shares.share'),
      align: 'right',
      card: 'fact',
      render: (row) => show.money(row.shareMinor),
    },
    {
      key: 'state',
      title: t('shares.state'),
      card: 'status',
      render: (row) => (
        <StatusBadge tone={TONES[row.state]}>
          {t(`shares.states.${row.state}`, { date: show.date(row.dueAt) })}
        </StatusBadge>
      ),
    },
  ]
  return (
    <Stack component="section" gap="sm" aria-labelledby="shares-title">
      <Title order={2} id="shares-title">
        {t('shares.listTitle')}
      </Title>
      <DataTable
        name="shares"
        label={t('shares.listTitle')}
        state={place}
        read={useShares(c, { page: place.page, limit: place.limit })}
        columns={columns}
        rowId={(row) => row.at + row.name + row.baseMinor}
        rowName={(row) => row.name}
        empty={
          <EmptyState
            icon={<IconCoins size={40} stroke={1.5} />}
            title={t('shares.none')}
            text={t('shares.noneText')}
          />
        }
      />
    </Stack>
  )
}

function Statements() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c } = useCabinet()
  const place = useOwnPlace()
  const read = usePayouts(c, { page: place.page, limit: place.limit })
  const file = usePayoutFile()
  const pdf = usePdfLanguage()
  const columns: Column<Payout>[] = [
    {
      key: 'number',
      title: t('shares.number'),
      render: (one) => (
        <Anchor
          component="button"
          type="button"
          onClick={() => file.run({ params: { c, payoutId: one.id }, query: pdf.query })}
          aria-label={t('shares.downloadOf', { number: one.number })}
        >
          {one.number}
        </Anchor>
      ),
    },
    { key: 'at', title: t('shares.date'), card: 'fact', render: (one) => show.date(one.at) },
    {
      key: 'amount',
      title: t('shares.amount'),
      align: 'right',
      card: 'status',
      render: (one) => `${show.money(one.amountMinor)}\u00A0${one.currency}`,
    },
  ]
  return (
    <Stack component="section" gap="sm" aria-labelledby="statements-title">
      <Title order={2} id="statements-title">
        {t('shares.statements')}
      </Title>
      {(read.data?.meta.total ?? 0) > 0 && <PdfLanguage {...pdf} />}
      <DataTable
        name="statements"
        label={t('shares.statements')}
        state={place}
        read={read}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => one.number}
        empty={
          <EmptyState
            icon={<IconFileInvoice size={40} stroke={1.5} />}
            title={t('shares.noStatements')}
            text={t('shares.noStatementsText')}
          />
        }
      />
    </Stack>
  )
}
