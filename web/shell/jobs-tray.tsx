/** Sends and updates that run, in sight on every page of the cabinet: a pill that opens to a list. */
import { ActionIcon, Paper, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronUp, IconLoader2, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { clientExports } from '../../contract/people/exports.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { templates } from '../../contract/cards/templates.ts'
import { refresh, useRead } from '../base/query.ts'
import { JobProgress, jobPace } from '../parts/job-progress.tsx'
import { PathLink } from '../parts/link.tsx'
import { forgetJob, isRunning, type Job, listenForJobs, useJobs } from './jobs.ts'
import classes from './jobs-tray.module.css'

export function JobsTray({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const jobs = useJobs(cabinet.id)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(listenForJobs, [])
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
              <Row key={job.kind + job.id} job={job} domain={cabinet.domain} />
            ))}
          </ul>
        </Paper>
      )}
      {!isOpen && jobs.filter(isRunning).map((job) => <Watch key={job.kind + job.id} job={job} />)}
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

/**
 * Asks how far it is while it runs; what is heard goes into the list by itself. When it ends, its pages are read anew.
 */
function useWatch(job: Job): void {
  const everyMs = () => jobPace(job.startedMs, isRunning(job))
  const { cabinetId: c, kind, id } = job
  const isOn = isRunning(job)
  useRead(pushes.sendStatus, kind === 'push' && isOn ? { params: { c, pushUuid: id } } : null, { everyMs })
  useRead(clientExports.exportStatus, kind === 'export' && isOn ? { params: { c } } : null, { everyMs })
  useRead(templates.updateStatus, kind === 'cards' && isOn ? { params: { c } } : null, { everyMs })
  useEffect(() => {
    if (isOn || kind === 'export') return
    void (kind === 'push'
      ? refresh(pushes.listPushes, pushes.readPush, pushes.statistics)
      : refresh(templates.updateStatus, templates.listTemplates))
  }, [isOn, kind])
}

function Watch({ job }: { job: Job }) {
  useWatch(job)
  return null
}

function Row({ job, domain }: { job: Job; domain: string }) {
  const { t } = useTranslation()
  useWatch(job)
  const title = job.kind === 'push' ? t('shell.jobs.push', { name: job.name }) : t(`shell.jobs.${job.kind}`)
  const path = { push: `pushes/${job.id}`, cards: 'cards', export: `clients?export=${job.id}` }[job.kind]
  return (
    <li>
      <JobProgress
        title={title}
        state={job.state}
        done={job.done}
        total={job.total}
        {...(job.state === 'failed' && job.kind === 'push' && { stateText: t('shell.jobs.failed') })}
      />
      <div className={classes.foot}>
        <PathLink to={`/${domain}/${path}`}>{t('shell.jobs.open')}</PathLink>
        {!isRunning(job) && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`${t('shell.jobs.dismiss')}: ${title}`}
            onClick={() => forgetJob(job)}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
    </li>
  )
}
