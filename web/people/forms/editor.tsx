/** The editor of a form: settings on the left, a preview of the page on the right. */
import { IconForms } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { crumbOf, useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { LoadingPage } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { MissingPage } from '../../parts/unread-page.tsx'
import { useForm, useForms, useVariables } from './data.ts'
import classes from './editor.module.css'
import { EditorScreen } from './editor-screen.tsx'

export function FormEditorPage() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { formKey } = useParams({ from: '/$cabinetDomain/form/$formKey' })
  const form = useForm(c, formKey)
  const list = useForms(c)
  const variables = useVariables(c)
  const isMissing = form.isError && form.error.status === 404
  useBreadcrumbs([
    { text: t('forms.title'), to: `/${domain}/form` },
    ...crumbOf(form, isMissing ? t('forms.notFound.title') : form.data?.name),
  ])
  if (isMissing) {
    return (
      <MissingPage
        heading={t('forms.title')}
        icon={<IconForms size={40} stroke={1.5} />}
        title={t('forms.notFound.title')}
        text={t('forms.notFound.text')}
        back={{ label: t('forms.notFound.back'), to: `/${domain}/form` }}
      />
    )
  }
  const error = form.error ?? list.error ?? variables.error
  if (form.data && list.data && variables.data) {
    return <EditorScreen key={formKey} form={form.data} templates={list.data.templates} variables={variables.data} />
  }
  if (error) {
    const retry = () =>
      void Promise.all([form, list, variables].filter((read) => read.isError).map((read) => read.refetch()))
    return (
      <Page>
        <PageHeader title={t('forms.title')} />
        <PagePanel
          error={error}
          onRetry={retry}
          isRetrying={form.isFetching || list.isFetching || variables.isFetching}
        />
      </Page>
    )
  }
  return (
    <LoadingPage
      width="wide"
      heading={t('forms.title')}
      className={classes.columns}
      columns={[[240], [220, 260, 420], [480]]}
    />
  )
}
