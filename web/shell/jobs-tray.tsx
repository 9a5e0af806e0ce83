/** Running work of the account on every page of the cabinet: a pill that opens a list. */
import { ActionIcon, Paper, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronUp, IconLoader2, IconX } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integration } from '../../contract/business/integration.ts'
import { type Cabinet, cabinets, type RunningJob } from '../../contract/platform/cabinets.ts'
import { clientExports } from '../../contract/people/exports.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { triggers } from '../../contract/reach/triggers.ts'
import { templates } from '../../contract/cards/templates.ts'
import { isRunning } from '../base/jobs.ts'
import { queryClient, refresh, useRead } from '../base/query.ts'
import { JobProgress, jobPace } from '../parts/job-progress.tsx'
import { PathLink } from '../parts/link.tsx'
import { hideJob, shownJobs } from './jobs.ts'
import classes from './jobs-tray.module.css'

export function JobsTray({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const all = useWatchedJobs(cabinet.id)
  // Dismissed jobs are kept outside of React.
  const [hidden, setHidden] = useState(0)
  const jobs = all ? shownJobs(cabinet.id, all) : []
  const [isOpen, setIsOpen] = useState(false)
  const running = jobs.filter(isRunning).length
  if (jobs.length === 0) return null
  const text = running > 0 ? t('shell.jobs.pill', { count: running }) : t('shell.jobs.pillDone')
  return (
    <section
      className={classes.tray}
      aria-label={t('shell.jobs.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setIsOpen(false)
      }}
    >
      {isOpen && (
        <Paper withBorder className={classes.panel} id="jobs-tray-list">
          <ul className={classes.list}>
            {jobs.map((job) => (
              <Row
                key={job.kind + job.id}
                job={job}
                domain={cabinet.domain}
                onHide={() => {
                  hideJob(cabinet.id, job)
                  setHidden(hidden + 1)
                }}
              />
            ))}
          </ul>
        </Paper>
      )}
      {jobs.map((job) => (
        <Watch key={job.kind + job.id} job={job} />
      ))}
      <UnstyledButton
        className={classes.pill ?? ''}
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'jobs-tray-list' : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {running > 0 ? (
          <IconLoader2 size={18} className={classes.spin} aria-hidden="true" />
        ) : (
          <IconCheck size={18} aria-hidden="true" />
        )}
        <span>{text}</span>
        {isOpen ? <IconChevronDown size={16} aria-hidden="true" /> : <IconChevronUp size={16} aria-hidden="true" />}
      </UnstyledButton>
      <span className="k-unseen" role="status">
        {text}
      </span>
    </section>
  )
}

const STARTERS = [pushes.startSend, templates.updateCards, clientExports.startExport, integration.syncClients]

/** Read again while something runs, after an action that starts work, and on news from the live connection. */
function useWatchedJobs(c: number): readonly RunningJob[] | undefined {
  const { data } = useRead(cabinets.listJobs, { params: { c } }, { everyMs: (reply) => paceOf(reply?.jobs ?? []) })
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        const path = event.mutation.options.mutationKey?.[0]
        if (STARTERS.some((one) => one.path === path)) void refresh(cabinets.listJobs)
      }),
    [],
  )
  return data?.jobs
}

/** As often as the youngest running job requires. */
function paceOf(jobs: readonly RunningJob[]): number | false {
  const paces = jobs.filter(isRunning).map((job) => jobPace(Date.parse(job.startedAt), true))
  return paces.length > 0 ? Math.min(...paces.map(Number)) : false
}

/** Other reads that show a job: `byCount` is refreshed at every step of it, `byState` when its state changes. */
const SHOWN = {
  push: {
    byCount: [pushes.statistics],
    byState: [pushes.listPushes, pushes.readPush, pushes.statistics, triggers.listTriggers],
  },
  cards: { byCount: [], byState: [templates.updateStatus, templates.listTemplates] },
  certificate: { byCount: [], byState: [] },
  export: { byCount: [], byState: [clientExports.exportStatus] },
  import: { byCount: [], byState: [] },
  // The page of clients follows the list itself, for the same reason as that of preorders.
  bulk: { byCount: [], byState: [] },
  crm: { byCount: [integration.syncStatus], byState: [integration.syncStatus, integration.readDesk] },
  // Their page follows the list itself: what it reads is not in the first load.
  preorders: { byCount: [], byState: [] },
} as const

function useChange({ kind, state, done }: RunningJob): void {
  const before = useRef({ state, done })
  useEffect(() => {
    const { byCount, byState } = SHOWN[kind]
    if (before.current.state !== state) void refresh(...byState)
    else if (before.current.done !== done) void refresh(...byCount)
    before.current = { state, done }
  }, [kind, state, done])
}

function Watch({ job }: { job: RunningJob }) {
  useChange(job)
  return null
}

const pathOf = ({ kind, subjectId }: RunningJob): string | null =>
  ({
    push: `pushes/${subjectId}`,
    cards: 'cards',
    certificate: 'settings/certificates',
    export: subjectId && `clients?export=${subjectId}`,
    import: `clients/import/${subjectId}`,
    bulk: `clients?bulk=${subjectId}`,
    crm: 'integration',
    preorders: 'settings/certificates',
  })[kind]

function stateText(job: RunningJob, t: TFunction): string | undefined {
  if (job.kind === 'push' && job.state === 'failed') return t('shell.jobs.failed')
  return job.failed > 0 && !isRunning(job) ? t('shell.jobs.someFailed', { count: job.failed }) : undefined
}

type RowProps = { job: RunningJob; domain: string; onHide: () => void }

function Row({ job, domain, onHide }: RowProps) {
  const { t } = useTranslation()
  const title = job.kind === 'push' ? t('shell.jobs.push', { name: job.name }) : t(`shell.jobs.${job.kind}`)
  const path = pathOf(job)
  const text = stateText(job, t)
  return (
    <li>
      <JobProgress
        title={title}
        state={job.state}
        done={job.done}
        total={job.total}
        {...(text !== undefined && { stateText: text })}
      />
      <div className={classes.foot}>
        {path === null ? <span /> : <PathLink to={`/${domain}/${path}`}>{t('shell.jobs.open')}</PathLink>}
        {!isRunning(job) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`${t('shell.jobs.dismiss')}: ${title}`}
            onClick={onHide}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </li>
  )
}
