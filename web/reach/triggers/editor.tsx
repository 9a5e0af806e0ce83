import { IconBolt } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useDeleteUnsavedDraft } from '../../base/delete-unsaved-draft.ts'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { LoadingPage } from '../../parts/loading.tsx'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { dropDraft, hasTriggers, useChoices, useTrigger } from './data.ts'
import { EditorForm } from './editor-form.tsx'
import { LockedTriggers } from './locked.tsx'
import { RECIPES, RECIPE_NAMES } from './trigger-draft.ts'
import classes from './triggers.module.css'

export function TriggerEditorPage() {
  return hasTriggers(useCabinet()) ? <Opened /> : <LockedTriggers />
}

function Opened() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const { triggerId = '' } = useParams({ strict: false }) as { triggerId?: string }
  const { recipe, check } = useSearch({ strict: false }) as { recipe?: string; check?: string }
  const read = useTrigger(cabinet.id, triggerId)
  const choices = useChoices(cabinet.id, read.data)
  const isMissing = read.isError && read.error.status === 404
  useDeleteUnsavedDraft(cabinet.id, triggerId, read.data?.isDraft === true, dropDraft)
  useBreadcrumbs([
    { text: t('triggers.title'), to: `/${cabinet.domain}/triggers` },
    ...crumbOf(
      read,
      isMissing ? t('triggers.notFound.title') : read.data && (read.data.name || t('triggers.newTitle')),
    ),
  ])
  if (isMissing) {
    return (
      <MissingPage
        heading={t('triggers.title')}
        icon={<IconBolt size={40} stroke={1.5} />}
        title={t('triggers.notFound.title')}
        text={t('triggers.notFound.text')}
        back={{ label: t('triggers.notFound.back'), to: `/${cabinet.domain}/triggers` }}
      />
    )
  }
  const error = read.error ?? choices.error
  if (error) {
    const refetch = () => {
      void read.refetch()
      choices.refetch()
    }
    return <FailedPage heading={t('triggers.title')} read={{ error, isFetching: read.isFetching, refetch }} />
  }
  if (!read.data || !choices.data)
    return (
      <LoadingPage
        width="wide"
        heading={t('triggers.title')}
        className={classes.editor}
        columns={[[88, 180, 100, 160], [180]]}
      />
    )
  const name = read.data.isDraft ? RECIPE_NAMES.find((one) => one === recipe) : undefined
  const only = { push: choices.data.pushes.length === 1 ? (choices.data.pushes[0]?.id ?? null) : null }
  const start = name ? { ...only, name: t(`triggers.recipes.${name}.name`), ...RECIPES[name] } : null
  return (
    <EditorForm
      key={triggerId}
      trigger={read.data}
      start={start}
      isChecked={check !== undefined}
      choices={choices.data}
    />
  )
}
