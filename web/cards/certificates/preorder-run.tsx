/** The latest run: how far it is, why it stopped, and the SMS of which nobody knows whether they arrived. */
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GenerationStatus } from '../../../contract/reach/preorders.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { useGenerate } from './preorder-data.ts'

const STATES = { running: 'running', done: 'done', stopped: 'failed' } as const

type RunStateProps = { status: GenerationStatus; isOwner: boolean }

export function RunState({ status, isOwner }: RunStateProps) {
  const { t } = useTranslation()
  const show = useShow()
  const { run, unsure } = status
  if (!run) return null
  const { sms, email, taken, why } = run
  const numbers = { sms: show.number(sms), email: show.number(email), taken: show.number(taken) }
  return (
    <Stack gap="sm" w="100%" maw={560}>
      <JobProgress title={t('preorders.run.title')} state={STATES[run.state]} done={run.done} total={run.total} />
      <Text size="sm" c="dimmed">
        {t('preorders.run.result', numbers)}
      </Text>
      {run.resumesAt !== null && (
        <Text size="sm">{t('preorders.run.resumes', { when: show.dateTime(run.resumesAt) })}</Text>
      )}
      {why !== null && (
        <StatusBanner tone="danger">
          {t(`preorders.run.why.${why === 'not_active' || why === 'fault' ? why : 'provider'}`)}
        </StatusBanner>
      )}
      {unsure > 0 && <Unsure status={status} isOwner={isOwner} />}
    </Stack>
  )
}

function Unsure({ status, isOwner }: RunStateProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const [isAsked, setIsAsked] = useState(false)
  const generate = useGenerate(c)
  const send = async () => {
    await generate.ask({ params: { c }, body: { prefers: status.run?.prefers ?? 'sms', isAgain: true } })
    setIsAsked(false)
  }
  return (
    <>
      <StatusBanner
        tone="warning"
        action={
          isOwner && status.state !== 'queue' ? (
            <Button variant="default" onClick={() => setIsAsked(true)}>
              {t('preorders.again.submit')}
            </Button>
          ) : undefined
        }
      >
        {t('preorders.again.text', { count: status.unsure })}
      </StatusBanner>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('preorders.again.title')}
        confirmLabel={t('preorders.again.submit')}
        isBusy={generate.isBusy}
        onConfirm={() => void send()}
      >
        {t('preorders.again.dialogText')}
      </ConfirmDialog>
    </>
  )
}
