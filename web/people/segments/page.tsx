/** All segments: their conditions, their current size, and what uses them. */
import { IconChartPie, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEGMENT_SORTS, type Segment } from '../../../contract/people/segments.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import type { Refused } from '../../base/refused.ts'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { PathLink } from '../../parts/link.tsx'
import { useGuard } from '../../parts/member-rights.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { RecipeStart } from '../../parts/recipe-list.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { hasSegments, useCreateSegment, useSegments } from './data.ts'
import { LockedSegments } from './locked.tsx'
import { RemoveSegment } from './remove-segment.tsx'
import type { RecipeName } from './rows.ts'
import { rulesText } from './sentences.ts'
import classes from './segments.module.css'
import { useSizeText } from './size-text.ts'
import { useRecipes } from './use-recipes.ts'
import { useSentences } from './use-sentences.ts'

export function SegmentsPage() {
  return hasSegments(useCabinet()) ? <List /> : <LockedSegments />
}

function List() {
  const { t } = useTranslation()
  const show = useShow()
  const { id: c, domain, tariff } = useCabinet()
  const guard = useGuard('delete')
  const navigate = useNavigate()
  const router = useRouter()
  const state = useTableState({ sorts: SEGMENT_SORTS })
  const read = useSegments(c, state)
  const [removing, setRemoving] = useState<Segment | null>(null)
  const [blocked, setBlocked] = useState<Refused | null>(null)
  const create = useCreateSegment(c, (refused) => {
    if (refused.code !== 'segment_limit' && refused.code !== 'cards_not_active') return false
    setBlocked(refused)
    return true
  })
  useBreadcrumbs([{ text: t('segments.title') }])
  const total = read.data?.meta.total ?? 0
  const limit = tariff?.limits.segments ?? 0
  const isFull = (read.data !== undefined && !state.isNarrowed && total >= limit) || blocked?.code === 'segment_limit'
  const isStopped = isFull || blocked?.code === 'cards_not_active'
  const begin = async (recipe?: string) => {
    const draft = await create.ask({ params: { c } })
    if (draft)
      await navigate({
        to: '/$cabinetDomain/segments/$segmentId',
        params: { cabinetDomain: domain, segmentId: draft.id },
        search: recipe === undefined ? {} : { recipe },
      })
  }
  const createButton = (
    <WriteButton
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => void begin()}
      loading={create.isBusy}
      disabled={isStopped}
    >
      {t('segments.create')}
    </WriteButton>
  )
  return (
    <Page>
      <PageHeader
        title={t('segments.title')}
        meta={t('segments.lead')}
        {...((total > 0 || state.isNarrowed) && { primary: createButton })}
      />
      {blocked?.code === 'cards_not_active' && (
        <StatusBanner
          tone="danger"
          action={<PathLink to={`/${domain}/settings/certificates`}>{t('segments.banner.toCertificates')}</PathLink>}
        >
          {blocked.message}
        </StatusBanner>
      )}
      {isFull && <PlanBanner state="full" text={t('segments.banner.limit', { count: limit, n: show.number(limit) })} />}
      <DataTable<Segment>
        name="segments"
        label={t('segments.title')}
        state={state}
        read={read}
        columns={useColumns()}
        rowId={(segment) => segment.id}
        rowName={(segment) => segment.name}
        rowPath={(segment) => `/${domain}/segments/${segment.id}`}
        {...((total > 8 || state.q !== '') && { searchPlaceholder: t('common.search') })}
        actions={(segment) => [
          {
            label: t('segments.seeClients'),
            icon: <IconUsers size={16} aria-hidden="true" />,
            onClick: () => router.history.push(`/${domain}/clients?segment=${segment.id}`),
          },
          guard({
            label: t('segments.remove.verb'),
            icon: <IconTrash size={16} aria-hidden="true" />,
            isDangerous: true,
            onClick: () => setRemoving(segment),
          }),
        ]}
        empty={
          <NoSegments
            onUse={(recipe) => void begin(recipe)}
            isBusy={create.isBusy || isStopped}
            action={createButton}
          />
        }
      />
      <RemoveSegment segment={removing} onClose={() => setRemoving(null)} />
    </Page>
  )
}

function useColumns(): Column<Segment>[] {
  const { t } = useTranslation()
  const show = useShow()
  const sizeText = useSizeText()
  const sentences = useSentences(useCabinet().id)
  const used = (segment: Segment) => segment.usedBy.map((use) => use.name).join(', ') || '–'
  return [
    {
      key: 'name',
      title: t('segments.columns.name'),
      isSortable: true,
      render: (segment) => <span className={classes.name}>{segment.name}</span>,
    },
    {
      key: 'criteria',
      title: t('segments.columns.criteria'),
      card: 'fact',
      render: (segment) => <OneLine text={rulesText(sentences, segment)} />,
    },
    {
      key: 'size',
      title: t('segments.columns.size'),
      isSortable: true,
      align: 'right',
      card: 'status',
      render: (segment) => (
        <span
          className={classes.size}
          title={segment.countedAt ? t('segments.countedAt', { time: show.dateTime(segment.countedAt) }) : undefined}
        >
          {sizeText(segment)}
        </span>
      ),
    },
    { key: 'usedBy', title: t('segments.columns.usedBy'), render: (segment) => <OneLine text={used(segment)} /> },
    {
      key: 'updated',
      title: t('segments.columns.updated'),
      isSortable: true,
      card: 'fact',
      render: (segment) => <MoscowTime at={segment.updatedAt} />,
    },
  ]
}

const OneLine = ({ text }: { text: string }) => (
  <span className={classes.oneLine} title={text}>
    {text}
  </span>
)

function NoSegments(start: { onUse: (recipe: RecipeName) => void; isBusy: boolean; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <RecipeStart
      {...start}
      icon={<IconChartPie size={40} stroke={1.5} />}
      title={t('segments.empty.title')}
      text={t('segments.empty.text')}
      recipes={useRecipes()}
    />
  )
}
