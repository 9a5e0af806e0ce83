/** One import, from its columns to its result. The state of the server says which step is shown. */
import { Stack } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportState } from '../../../contract/people/imports.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { SlowNote } from '../../parts/slow-note.tsx'
import { StepList } from '../../parts/step-list.tsx'
import { FailedPage, MissingPage } from '../../parts/unread-page.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { isWorking, useImport } from './data.ts'
import { DiscardButton } from './discard.tsx'
import { ImportsPage } from './page.tsx'
import { ResultStep } from './result-step.tsx'

const STEPS = ['file', 'columns', 'check', 'import', 'result'] as const
/** Finished steps in each state. */
const DONE: Readonly<Record<ImportState, number>> = {
  ready: 1,
  checking: 2,
  checked: 2,
  running: 3,
  failed: 3,
  done: 5,
  undoing: 5,
  undone: 5,
}

export function ImportPage() {
  // Without the right there is nothing to show but whom to ask.
  return useHasRight('import') ? <OpenImport /> : <ImportsPage />
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
  if (!file)
    return (
      <Page>
        <SlowNote />
      </Page>
    )
  const { state } = file
  const isColumns = state === 'ready' || (state === 'checked' && isChoosing)
  return (
    <Page>
      <PageHeader
        title={file.fileName}
        {...((state === 'ready' || state === 'checked') && { secondary: <DiscardButton file={file} /> })}
      />
      <Stack gap="lg">
        <StepList
          label={t('imports.steps.label')}
          steps={STEPS.map((key) => ({ key, text: t(`imports.steps.${key}`) }))}
          done={isColumns ? 1 : DONE[state]}
        />
        {isWorking(state) && <Work state={state} name={file.fileName} done={done} total={total} />}
        {isColumns && <ColumnsStep key={file.id} file={file} onChecked={() => setIsChoosing(false)} />}
        {state === 'checked' && !isChoosing && <CheckStep file={file} onBack={() => setIsChoosing(true)} />}
        {(state === 'done' || state === 'failed' || state === 'undone') && <ResultStep file={file} />}
      </Stack>
    </Page>
  )
}

type WorkProps = { state: ImportState; name: string; done: number; total: number }

function Work({ state, name, done, total }: WorkProps) {
  const { t } = useTranslation()
  const title =
    state === 'checking'
      ? t('imports.check.running', { name })
      : t(state === 'undoing' ? 'imports.run.undoing' : 'imports.run.running', { name })
  return (
    <Stack gap="xs">
      <JobProgress title={title} state={done > 0 ? 'running' : 'queued'} done={done} total={total} />
      <span className="k-small">{t('imports.run.leave')}</span>
    </Stack>
  )
}
