import { Skeleton } from '@mantine/core'
import { IconChartPie } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { PagePanel } from '../base/refusal.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { LinkButton } from '../parts/link.tsx'
import { Page } from '../parts/page.tsx'
import { dropDraft, hasSegments, usePlaces, useSegment } from './data.ts'
import { EditorForm } from './editor-form.tsx'
import { LockedSegments } from './locked.tsx'
import { RECIPE_NAMES, RECIPES, rowOf } from './rows.ts'
import classes from './segments.module.css'

/** A draft that is left without having been saved goes. */
function useDraftLife(c: number, id: string, isDraft: boolean): void {
  const is = useRef(isDraft)
  useEffect(() => {
    is.current = isDraft
  }, [isDraft])
  useEffect(() => () => {
    if (is.current && !location.hash.includes(id)) void dropDraft(c, id)
  }, [c, id])
}

export function SegmentEditorPage() {
  const cabinet = useCabinet()
  return hasSegments(cabinet) ? <Opened /> : <LockedSegments />
}

function Opened() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const { segmentId = '' } = useParams({ strict: false }) as { segmentId?: string }
  const { recipe } = useSearch({ strict: false }) as { recipe?: string }
  const read = useSegment(cabinet.id, segmentId)
  const places = usePlaces(cabinet.id)
  const isMissing = read.isError && read.error.status === 404
  useDraftLife(cabinet.id, segmentId, read.data?.isDraft === true)
  useBreadcrumbs([
    { text: t('segments.title'), to: `/${cabinet.domain}/segments` },
    { text: isMissing ? t('segments.notFound.title') : read.data && (read.data.name || t('segments.editor.newTitle')) },
  ])
  if (isMissing) {
    return (
      <Page>
        <h1 className="k-unseen">{t('segments.title')}</h1>
        <EmptyState
          icon={<IconChartPie size={40} stroke={1.5} />} title={t('segments.notFound.title')} text={t('segments.notFound.text')}
          action={<LinkButton to="/$cabinetDomain/segments" params={{ cabinetDomain: cabinet.domain }}>{t('segments.notFound.back')}</LinkButton>}
        />
      </Page>
    )
  }
  const failed = [read, places].find((one) => one.isError)
  if (failed) return <Page><h1 className="k-unseen">{t('segments.title')}</h1><PagePanel error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} /></Page>
  if (!read.data || !places.data) return <EditorSkeleton />
  const name = read.data.isDraft ? RECIPE_NAMES.find((one) => one === recipe) : undefined
  const start = name ? { name: t(`segments.recipes.${name}.name`), match: RECIPES[name].match, rows: RECIPES[name].criteria.map(rowOf) } : null
  return <EditorForm key={segmentId} segment={read.data} start={start} places={places.data} />
}

function EditorSkeleton() {
  return (
    <Page width="wide">
      <Skeleton height={30} width={240} />
      <div className={classes.editor}>
        <div className={classes.column}><Skeleton height={88} radius="md" /><Skeleton height={240} radius="md" /></div>
        <Skeleton height={260} radius="md" />
      </div>
    </Page>
  )
}
