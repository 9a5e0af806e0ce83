/** One import, from its columns to its result. The state of the server says which step is shown. */
import { Stack } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportState } from '../../../contract/people/imports.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { LoadingPage } from '../../parts/loading.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StepList } from '../../parts/step-list.tsx'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { CrmCheck } from './crm-check.tsx'
import { CrmOptions } from './crm-options.tsx'
import { CrmReading } from './crm-reading.tsx'
import { isWorking, useImport } from './data.ts'
import { DiscardButton } from './discard.tsx'
import { ResultStep } from './result-step.tsx'

const ImportsPage = lazy(() => import('./page.tsx').then((file) => ({ default: file.ImportsPage })))

const CRM_STEPS = ['read', 'choose', 'check', 'import', 'result'] as const
const STEPS = ['file', 'columns', 'check', 'import', 'result'] as const
/** Finished steps in each state. */
const DONE: Readonly<Record<ImportState, number>> = {
  reading: 0,
  unread: 0,
  ready: 1,
  checking: 2,
  checked: 2,
  running: 3,
  failed: 3,
  done: 5,
  undoing: 5,
  undone: 5,
}

const BEFORE: readonly ImportState[] = ['reading', 'unread', 'ready', 'checked']

export function ImportPage() {
  // Without the right there is nothing to show but whom to ask.
  const { t } = useTranslation()
  const hasRight = useHasRight('import')
  if (hasRight) return <OpenImport />
  return (
    <Suspense fallback={<LoadingPage heading={t('imports.title')} />}>
      <ImportsPage />
    </Suspense>
  )
}

function OpenImport() {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const { importId = '' } = useParams({ strict: false }) as { importId?: string }
  const { read, done, total } = useImport(c, importId)
  const [isChoosing, setIsChoosing] = useState(false)
  const file = read.data
  useBreadcrumbs([
    { text: t('clients.title'), to: `/${domain}/clients` },
    { text: t('imports.title'), to: `/${domain}/clients/import` },
    { text: file?.fileName ?? '' },
  ])
  if (read.isError && !file) {
    if (read.error.status !== 404) return <FailedPage heading={t('imports.title')} read={read} />
    return (
      <MissingPage
        heading={t('imports.title')}
        icon={<IconFileSpreadsheet size={40} stroke={1.5} />}
        title={t('imports.missing.title')}
        text={t('imports.missing.text')}
        back={{ label: t('imports.missing.back'), to: `/${domain}/clients/import` }}
      />
    )
  }
  if (!file) return <LoadingPage heading={t('imports.title')} shapes={[44, 420]} />
  const { state } = file
  const [Choosing, Preview] = file.isOfCrm ? [CrmOptions, CrmCheck] : [ColumnsStep, CheckStep]
  const isColumns = state === 'ready' || (state === 'checked' && isChoosing)
  return (
    <Page>
      <PageHeader title={file.fileName} {...(BEFORE.includes(state) && { secondary: <DiscardButton file={file} /> })} />
      <Stack gap="lg">
        <StepList
          label={t('imports.steps.label')}
          steps={
            file.isOfCrm
              ? CRM_STEPS.map((key) => ({ key, text: t(`imports.crm.steps.${key}`) }))
              : STEPS.map((key) => ({ key, text: t(`imports.steps.${key}`) }))
          }
          done={isColumns ? 1 : DONE[state]}
        />
        {(state === 'reading' || state === 'unread') && <CrmReading file={file} done={done} total={total} />}
        {isWorking(state) && state !== 'reading' && (
          <Work state={state} name={file.fileName} isOfCrm={file.isOfCrm} done={done} total={total} />
        )}
        {isColumns && <Choosing key={file.id} file={file} onChecked={() => setIsChoosing(false)} />}
        {state === 'checked' && !isChoosing && <Preview file={file} onBack={() => setIsChoosing(true)} />}
        {(state === 'done' || state === 'failed' || state === 'undone') && <ResultStep file={file} />}
      </Stack>
    </Page>
  )
}

type WorkProps = { state: ImportState; name: string; isOfCrm: boolean; done: number; total: number }

function Work({ state, name, isOfCrm, done, total }: WorkProps) {
  const { t } = useTranslation()
  const title =
    state === 'checking'
      ? isOfCrm
        ? t('imports.crm.checking')
        : t('imports.check.running', { name })
      : t(state === 'undoing' ? 'imports.run.undoing' : 'imports.run.running', { name })
  return (
    <Stack gap="xs">
      <JobProgress title={title} state={done > 0 ? 'running' : 'queued'} done={done} total={total} />
      <span className="k-small">{t('imports.run.leave')}</span>
    </Stack>
  )
}
