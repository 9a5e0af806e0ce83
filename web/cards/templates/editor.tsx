import { IconCreditCardOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { LoadingPage } from '../../parts/loading.tsx'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { useTemplate, useVariables } from './data.ts'
import { EditorForm } from './editor-form.tsx'
import classes from './templates.module.css'

/** One card: its controls on the left, the card itself on both phones on the right. */
export function TemplateEditorPage() {
  const { id = '' } = useParams({ strict: false })
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const template = useTemplate(cabinet.id, id)
  const variables = useVariables(cabinet.id)
  const failed = [template, variables].find((read) => read.isError && read.data === undefined)
  const isMissing = template.isError && template.error.status === 404
  useBreadcrumbs([
    { text: t('templates.list.title'), to: `/${cabinet.domain}/cards` },
    ...crumbOf(template, isMissing ? t('templates.notFound.title') : template.data?.name),
  ])
  if (isMissing) {
    return (
      <MissingPage
        heading={t('templates.list.title')}
        icon={<IconCreditCardOff size={40} stroke={1.5} />}
        title={t('templates.notFound.title')}
        text={t('templates.notFound.text')}
        back={{ label: t('templates.notFound.back'), to: `/${cabinet.domain}/cards` }}
      />
    )
  }
  if (failed) return <FailedPage heading={t('templates.list.title')} read={failed} />
  if (!template.data || !variables.data)
    return (
      <LoadingPage
        width="wide"
        heading={t('templates.list.title')}
        className={classes.editor}
        columns={[[36, 320, 260], [620]]}
      />
    )
  return <EditorForm key={template.data.id} cabinet={cabinet} template={template.data} variables={variables.data} />
}
