import { IconSend } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PUSH_TYPES } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { LoadingPage } from '../../parts/loading.tsx'
import { useTemplates, useVariables } from '../../people/clients/data.ts'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { hasSegments } from '../../people/segments/data.ts'
import { usePush } from './data.ts'
import { EditorForm } from './editor-form.tsx'
import { EMPTY_DRAFT, type Draft, draftOf, EXAMPLES, NAME_MAX } from './push-draft.ts'
import classes from './pushes.module.css'

/**
 * A new push (`?type=` unless it is a text, `?copy=<id>` of another, `?example=` of a text) or a saved one (`?check`
 * marks what it lacks).
 */
export function PushEditorPage() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const { pushId = null } = useParams({ strict: false }) as { pushId?: string }
  const {
    copy = null,
    example,
    type,
    check,
  } = useSearch({ strict: false }) as { copy?: string; example?: string; type?: string; check?: string }
  const push = usePush(cabinet.id, pushId)
  const source = usePush(cabinet.id, pushId === null ? copy : null)
  const templates = useTemplates(cabinet.id)
  const variables = useVariables(cabinet.id)
  const isMissing = push.isError && push.error.status === 404
  useBreadcrumbs([
    { text: t('pushes.title'), to: `/${cabinet.domain}/pushes` },
    ...crumbOf(
      push,
      pushId === null
        ? t(`pushes.newTitle.${PUSH_TYPES.find((one) => one === (source.data?.type ?? type)) ?? 'text'}`)
        : isMissing
          ? t('pushes.editor.notFound.title')
          : push.data?.name,
    ),
  ])
  if (isMissing) {
    return (
      <MissingPage
        heading={t('pushes.title')}
        icon={<IconSend size={40} stroke={1.5} />}
        title={t('pushes.editor.notFound.title')}
        text={t('pushes.editor.notFound.text')}
        back={{ label: t('pushes.editor.notFound.back'), to: `/${cabinet.domain}/pushes` }}
      />
    )
  }
  const failed = [push, templates].find((read) => read.isError)
  if (failed) return <FailedPage heading={t('pushes.title')} read={failed} />
  const isCopyLoading = pushId === null && copy !== null && !source.data && !source.isError
  if ((pushId !== null && !push.data) || !templates.data || isCopyLoading)
    return (
      <LoadingPage width="wide" heading={t('pushes.title')} className={classes.editor} columns={[[260, 160], [520]]} />
    )

  const newType = PUSH_TYPES.find((one) => one === type) ?? 'text'
  const start = (): Draft => {
    if (push.data) return draftOf(push.data)
    const known = new Set(templates.data.templates.map((template) => template.id))
    // Everybody with a card, until the owner chooses.
    const all = templates.data.templates.filter((template) => !template.isArchived).map((template) => template.id)
    if (source.data) {
      const copied = draftOf(source.data)
      return {
        ...copied,
        name: t('pushes.copyName', { name: copied.name }).slice(0, NAME_MAX),
        templates: copied.templates.filter((id) => known.has(id)),
        segment: hasSegments(cabinet) ? copied.segment : null,
      }
    }
    const text = EXAMPLES.find((one) => one === example)
    if (text)
      return {
        ...EMPTY_DRAFT,
        name: t(`pushes.empty.examples.${text}.name`),
        message: t(`pushes.empty.examples.${text}.text`),
        templates: all,
      }
    return { ...EMPTY_DRAFT, type: newType, templates: all }
  }
  return (
    <EditorForm
      key={pushId ?? `new-${cabinet.id}-${copy ?? ''}-${example ?? ''}-${newType}`}
      push={push.data ?? null}
      start={start}
      templates={templates.data.templates}
      areCardsActive={templates.data.areCardsActive}
      variables={variables.data ?? null}
      isChecked={check !== undefined}
    />
  )
}
