import { Button, Group, Stack, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CRM_FILTERS } from '../../../contract/business/crm-sync.ts'
import { amountText, hundredthsOf } from '../../base/amount.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import type { Filter } from '../../parts/data-table/filter-chip.tsx'
import { hasSegments, useSegmentChoice, useSegmentFilter, useTags } from '../segments/data.ts'
import { useForms, useTemplates } from './data.ts'
import { useDidFilter } from './did-filter.tsx'
import { type FilterName, readRange, writeRange } from './list-filters.ts'

/** Few businesses have so many segments. */
const FoundChoices = lazy(() => import('../../parts/data-table/found-choices.tsx'))

type Option = { value: string; label: string }

/**
 * Filters of the client table.
 * @param set their values: one that names what is gone has no name
 * @param hasCrm clients have a state in a CRM
 */
export function useFilters(set: Readonly<Partial<Record<FilterName, string>>>, hasCrm: boolean): Filter[] {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const templates = useTemplates(cabinet.id).data?.templates
  const forms = useForms(cabinet.id).data?.forms
  const { offered: segments, isLong } = useSegmentFilter(cabinet.id, hasSegments(cabinet), set.segment)
  const tags = useTags(cabinet.id).data?.tags
  const did = useDidFilter()
  const lost = (key: FilterName, options: readonly Option[]): Option[] => {
    const value = set[key]
    if (value === undefined || options.some((option) => option.value === value)) return []
    return [{ value, label: t('clients.lost.gone') }]
  }
  const filter = (key: Exclude<FilterName, 'balance' | 'did' | 'state'>, options: Option[]): Filter => ({
    key,
    label: t(`clients.filters.${key}`),
    options: [...options, ...lost(key, options)],
  })
  const named = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })
  const rangeText = (value: string) => {
    const { from, to } = readRange(value)
    const texts = {
      from: from === undefined ? '' : amountText(from, true),
      to: to === undefined ? '' : amountText(to, true),
    }
    if (from !== undefined && to !== undefined) return t('clients.filters.between', texts)
    return from === undefined ? t('clients.filters.to', texts) : t('clients.filters.from', texts)
  }
  const useFound = (text: string) => useSegmentChoice(cabinet.id, true, text).data?.data.map(named)
  const anySegment: Filter = {
    key: 'segment',
    label: t('clients.filters.segment'),
    show: (value) => segments?.find((one) => one.id === value)?.name ?? t('clients.lost.gone'),
    render: (value, choose, done) => {
      const chosen = segments?.find((one) => one.id === value)
      return (
        <Suspense>
          <FoundChoices
            label={t('clients.filters.segment')}
            chosen={chosen && named(chosen)}
            onChange={(next) => {
              choose(next)
              done?.()
            }}
            useFound={useFound}
          />
        </Suspense>
      )
    },
  }
  // Until they are read they keep the room that they mostly take: the table below stays where it is.
  const offered = (key: 'template' | 'form' | 'segment' | 'tag', least: number, options: Option[] | undefined) =>
    (options ? options.length >= least : set[key] === undefined) ? [filter(key, options ?? [])] : []
  return [
    ...offered('template', 2, templates?.map(named)),
    ...offered(
      'form',
      2,
      forms?.map(({ formKey: id, name }) => named({ id, name })),
    ),
    ...(isLong ? [anySegment] : hasSegments(cabinet) ? offered('segment', 1, segments?.map(named)) : []),
    ...offered('tag', 1, tags?.map(named)),
    filter(
      'platform',
      (['apple', 'google', 'none', 'removed'] as const).map((value) => ({
        value,
        label: t(`clients.wallets.${value}`),
      })),
    ),
    ...(hasCrm
      ? [
          filter(
            'crm',
            CRM_FILTERS.map((value) => ({ value, label: t(`clients.crm.filter.${value}`) })),
          ),
        ]
      : []),
    filter(
      'sex',
      (['female', 'male'] as const).map((value) => ({ value, label: t(`clients.sex.${value}`) })),
    ),
    filter(
      'birthday',
      (['this_week', 'this_month'] as const).map((value) => ({ value, label: t(`clients.filters.${value}`) })),
    ),
    did,
    {
      key: 'balance',
      label: t('clients.filters.balance'),
      show: rangeText,
      render: (value, set) => <BalanceRange key={value ?? ''} value={value} onChange={set} />,
    },
    {
      key: 'state',
      label: t('holders.archive.filter'),
      options: [{ value: 'archived', label: t('holders.archive.archived') }],
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
