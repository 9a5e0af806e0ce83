import { IconChartPie } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useDeleteUnsavedDraft } from '../../base/delete-unsaved-draft.ts'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { LoadingPage } from '../../parts/loading.tsx'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { dropDraft, hasSegments, usePlaces, useSegment } from './data.ts'
import { EditorForm } from './editor-form.tsx'
import { LockedSegments } from './locked.tsx'
import { RECIPE_NAMES, RECIPES, rowOf } from './rows.ts'
import classes from './segments.module.css'

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
  useDeleteUnsavedDraft(cabinet.id, segmentId, read.data?.isDraft === true, dropDraft)
  useBreadcrumbs([
    { text: t('segments.title'), to: `/${cabinet.domain}/segments` },
    ...crumbOf(
      read,
      isMissing ? t('segments.notFound.title') : read.data && (read.data.name || t('segments.editor.newTitle')),
    ),
  ])
  if (isMissing) {
    return (
      <MissingPage
        heading={t('segments.title')}
        icon={<IconChartPie size={40} stroke={1.5} />}
        title={t('segments.notFound.title')}
        text={t('segments.notFound.text')}
        back={{ label: t('segments.notFound.back'), to: `/${cabinet.domain}/segments` }}
      />
    )
  }
  const failed = [read, places].find((one) => one.isError)
  if (failed) return <FailedPage heading={t('segments.title')} read={failed} />
  if (!read.data || !places.data)
    return (
      <LoadingPage width="wide" heading={t('segments.title')} className={classes.editor} columns={[[88, 240], [260]]} />
    )
  const name = read.data.isDraft ? RECIPE_NAMES.find((one) => one === recipe) : undefined
  const start = name
    ? { name: t(`segments.recipes.${name}.name`), match: RECIPES[name].match, rows: RECIPES[name].criteria.map(rowOf) }
    : null
  return <EditorForm key={segmentId} segment={read.data} start={start} places={places.data} />
}
