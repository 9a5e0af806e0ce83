import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardNumberText } from '../../../card/values.ts'
import { type ClientRow, SORT_COLUMNS } from '../../../contract/people/clients.ts'
import { amountText, hundredthsOf } from '../../base/amount.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import type { Filter } from '../../parts/data-table/filter-chip.tsx'
import { type TableState, useTableState } from '../../parts/data-table/table-state.ts'
import { hasSegments, useSegmentChoice } from '../segments/data.ts'
import classes from './clients.module.css'
import { CrmState } from './crm-state.tsx'
import { type useClients, useForms, useTemplates } from './data.ts'
import { FILTER_NAMES, type FilterName, readRange, writeRange } from './list-filters.ts'

export type ClientTableState = TableState<(typeof SORT_COLUMNS)[number], FilterName>

/** What the table shows, kept in the address. */
export function useClientTableState(): ClientTableState {
  return useTableState({ sorts: SORT_COLUMNS, filters: FILTER_NAMES })
}

type ClientTableProps = {
  state: ClientTableState
  read: ReturnType<typeof useClients>
  empty: ReactNode
  selection: { ids: readonly string[]; onChange: (ids: string[]) => void; actions: ReactNode }
  tools: ReactNode
}

export function ClientTable({ state, read, empty, selection, tools }: ClientTableProps) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  return (
    <DataTable<ClientRow>
      name="clients"
      label={t('clients.tableLabel')}
      state={state}
      read={read}
      columns={useColumns(read.data?.data.some((row) => row.sync !== null) ?? false)}
      filters={useFilters()}
      rowId={(row) => row.id}
      rowName={(row) => fullName(row) || t('clients.nameless')}
      rowPath={(row) => `/${cabinet.domain}/clients/${row.id}`}
      searchPlaceholder={t('clients.search')}
      empty={empty}
      selection={selection}
      tools={tools}
    />
  )
}

const fullName = (row: ClientRow) => `${row.name} ${row.surname}`.trim()

/** @param hasCrm shows the column of the CRM */
function useColumns(hasCrm: boolean): Column<ClientRow>[] {
  const { t } = useTranslation()
  const show = useShow()
  const title = (
    key:
      | 'client'
      | 'cardNumber'
      | 'template'
      | 'balance'
      | 'bonus'
      | 'discount'
      | 'phone'
      | 'installs'
      | 'sync'
      | 'created'
      | 'email'
      | 'birthday'
      | 'sex',
  ) => t(`clients.columns.${key}`)
  const line = (text: string) => <span style={{ whiteSpace: 'nowrap' }}>{text}</span>
  return [
    {
      key: 'name',
      title: title('client'),
      isSortable: true,
      render: (row) => <span className={classes.name}>{fullName(row) || t('clients.nameless')}</span>,
    },
    {
      key: 'cardNumber',
      title: title('cardNumber'),
      isSortable: true,
      card: 'fact',
      render: (row) => <span className="k-number">{cardNumberText(row.cardNumber)}</span>,
    },
    { key: 'template', title: title('template'), render: (row) => row.template.name },
    {
      key: 'balance',
      title: title('balance'),
      isSortable: true,
      align: 'right',
      card: 'fact',
      render: (row) => show.money(row.balanceMinor),
    },
    {
      key: 'bonus',
      title: title('bonus'),
      isSortable: true,
      align: 'right',
      render: (row) => show.money(row.bonusMinor),
    },
    {
      key: 'discount',
      title: title('discount'),
      isSortable: true,
      align: 'right',
      render: (row) => `${show.percent(row.discountHundredths)}\u00A0%`,
    },
    {
      key: 'phone',
      title: title('phone'),
      render: (row) => (
        <span className="k-number" style={{ whiteSpace: 'nowrap' }}>
          {row.tel || '—'}
        </span>
      ),
    },
    { key: 'installs', title: title('installs'), card: 'status', render: (row) => <Installs wallets={row.installs} /> },
    ...(hasCrm
      ? [{ key: 'sync', title: title('sync'), render: (row: ClientRow) => row.sync && <CrmState state={row.sync} /> }]
      : []),
    { key: 'created', title: title('created'), isSortable: true, render: (row) => line(show.date(row.createdAt)) },
    { key: 'email', title: title('email'), isHidden: true, render: (row) => row.email || '—' },
    {
      key: 'birthday',
      title: title('birthday'),
      isHidden: true,
      isSortable: true,
      render: (row) => line(row.birthday ? show.date(row.birthday) : '—'),
    },
    { key: 'sex', title: title('sex'), isHidden: true, render: (row) => (row.sex ? t(`clients.sex.${row.sex}`) : '—') },
  ]
}

const WALLET_ICONS = { apple: IconBrandApple, google: IconBrandAndroid }

function Installs({ wallets }: { wallets: ClientRow['installs'] }) {
  const { t } = useTranslation()
  if (wallets.length === 0)
    return (
      <span style={{ color: 'var(--k-text-3)', whiteSpace: 'nowrap', fontWeight: 400 }}>
        {t('clients.wallets.none')}
      </span>
    )
  return (
    <span className={classes.wallets}>
      {wallets.map((wallet) => {
        const Icon = WALLET_ICONS[wallet]
        return (
          <span key={wallet} className={classes.wallet}>
            <Icon size={16} stroke={1.75} aria-hidden="true" />
            {t(`clients.wallets.${wallet}`)}
          </span>
        )
      })}
    </span>
  )
}

function useFilters(): Filter[] {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const templates = useTemplates(cabinet.id).data?.templates ?? []
  const forms = useForms(cabinet.id).data?.forms ?? []
  const segments = useSegmentChoice(cabinet.id, hasSegments(cabinet)).data?.data ?? []
  const filter = (key: Exclude<FilterName, 'balance'>, options: { value: string; label: string }[]): Filter => ({
    key,
    label: t(`clients.filters.${key}`),
    options,
  })
  const rangeText = (value: string) => {
    const { from, to } = readRange(value)
    const texts = {
      from: from === undefined ? '' : amountText(from, true),
      to: to === undefined ? '' : amountText(to, true),
    }
    if (from !== undefined && to !== undefined) return t('clients.filters.between', texts)
    return from === undefined ? t('clients.filters.to', texts) : t('clients.filters.from', texts)
  }
  return [
    ...(templates.length > 1
      ? [
          filter(
            'template',
            templates.map((one) => ({ value: one.id, label: one.name })),
          ),
        ]
      : []),
    ...(forms.length > 1
      ? [
          filter(
            'form',
            forms.map((one) => ({ value: one.formKey, label: one.name })),
          ),
        ]
      : []),
    ...(segments.length > 0
      ? [
          filter(
            'segment',
            segments.map((one) => ({ value: one.id, label: one.name })),
          ),
        ]
      : []),
    filter(
      'platform',
      (['apple', 'google', 'none'] as const).map((value) => ({ value, label: t(`clients.wallets.${value}`) })),
    ),
    filter(
      'sex',
      (['female', 'male'] as const).map((value) => ({ value, label: t(`clients.sex.${value}`) })),
    ),
    filter(
      'birthday',
      (['this_week', 'this_month'] as const).map((value) => ({ value, label: t(`clients.filters.${value}`) })),
    ),
    {
      key: 'balance',
      label: t('clients.filters.balance'),
      show: rangeText,
      render: (value, set) => <BalanceRange key={value ?? ''} value={value} onChange={set} />,
    },
  ]
}

function BalanceRange({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const { t } = useTranslation()
  const given = readRange(value)
  const [from, setFrom] = useState(given.from === undefined ? '' : amountText(given.from, true))
  const [to, setTo] = useState(given.to === undefined ? '' : amountText(given.to, true))
  const ends = {
    from: from.trim() === '' ? undefined : hundredthsOf(from),
    to: to.trim() === '' ? undefined : hundredthsOf(to),
  }
  const bad = (end: number | null | undefined) => end === null && t('clients.filters.badAmount')
  const isReversed = typeof ends.from === 'number' && typeof ends.to === 'number' && ends.from > ends.to
  const apply = () => {
    if (ends.from === null || ends.to === null || isReversed) return
    onChange(writeRange({ from: ends.from, to: ends.to }))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap="sm">
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            w={110}
            label={t('clients.filters.balanceFrom')}
            inputMode="decimal"
            value={from}
            error={bad(ends.from)}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            w={110}
            label={t('clients.filters.balanceTo')}
            inputMode="decimal"
            value={to}
            error={bad(ends.to) || (isReversed && t('clients.filters.order'))}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        <Button type="submit" variant="default">
          {t('clients.filters.apply')}
        </Button>
      </Stack>
    </form>
  )
}
