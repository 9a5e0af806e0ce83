/** A form on the left as settings, on the right as the page it becomes. */
import { Skeleton } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../base/cabinet.tsx'
import { useBreadcrumbs } from '../base/page-title.tsx'
import { PagePanel } from '../base/refusal.tsx'
import { Page, PageHeader } from '../parts/page.tsx'
import { PathLink } from '../parts/link.tsx'
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
  useBreadcrumbs([{ text: t('forms.title'), to: `/${domain}/form` }, { text: form.error ? '' : form.data?.name }])
  const error = form.error ?? list.error ?? variables.error
  if (form.data && list.data && variables.data) {
    return <EditorScreen key={formKey} form={form.data} templates={list.data.templates} variables={variables.data} />
  }
  if (error) {
    const retry = () => void Promise.all([form, list, variables].filter((read) => read.isError).map((read) => read.refetch()))
    return (
      <Page>
        <PageHeader title={t('forms.title')} />
        {error.status === 404
          ? <><PagePanel error={error} /><div><PathLink to={`/${domain}/form`}>{t('forms.title')}</PathLink></div></>
          : <PagePanel error={error} onRetry={retry} isRetrying={form.isFetching || list.isFetching || variables.isFetching} />}
      </Page>
    )
  }
  return (
    <Page width="wide">
      <div role="status" aria-busy="true" aria-label={t('common.loading')}>
        <Skeleton h={30} w={220} mb="lg" />
        <div className={classes.columns}>
          <Skeleton h={240} className={classes.nav} />
          <div className={classes.sections}>{[220, 260, 420].map((height) => <Skeleton key={height} h={height} mb="md" />)}</div>
          <Skeleton className={classes.side} />
        </div>
      </div>
    </Page>
  )
}
