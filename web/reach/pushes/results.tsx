import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '../../../contract/call.ts'
import { isSentType, type Push, type pushes } from '../../../contract/reach/pushes.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { JobProgress } from '../../parts/job-progress.tsx'
import { Loading } from '../../parts/loading.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { PlanBanner } from '../../parts/plan-banner.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { isGoing, useSending, useStatistics } from './data.ts'
import classes from './pushes.module.css'

type Run = ReplyOf<typeof pushes.statistics>['runs'][number]

/** The progress of a push that is being sent. */
export function SendProgress({ push }: { push: Push }) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const job = useSending(cabinet.id, push)
  if (!isGoing(push.status)) return null
  const { state = 'queued', done = 0, total = 0 } = job ?? {}
  const numbers = { count: total, done: show.number(done), total: show.number(total) }
  const texts = {
    preparing: t('pushes.progress.preparing', { total: show.number(total) }),
    queued: t('pushes.progress.queue'),
    running: t('pushes.progress.running', numbers),
  }
  const text = state === 'done' || state === 'failed' ? undefined : texts[state]
  return (
    <section className={classes.section}>
      <JobProgress
        title={t('pushes.progress.title', { name: push.name })}
        state={state}
        done={done}
        total={total}
        {...(text !== undefined && { stateText: text })}
      />
    </section>
  )
}

/** Results of each run: its times, and how many cards, messages and phones it reached. */
export function Results({ push }: { push: Push }) {
  const { t } = useTranslation()
  const show = useShow()
  const cabinet = useCabinet()
  const hasStatistics = cabinet.tariff !== null && !cabinet.tariff.isDemo
  const read = useStatistics(cabinet.id, hasStatistics && isSentType(push.type) ? push.id : null)
  const [chosen, setChosen] = useState('0')
  const runs = read.data?.runs ?? []
  const run = runs[Number(chosen)] ?? runs[0]
  if (read.isError)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!hasStatistics) return push.sentAt && <PlanBanner state="locked" text={t('pushes.statistics.locked')} />
  if (!read.data)
    return push.sentAt || isGoing(push.status) ? <Loading shapes={[{ h: { base: 620, sm: 370 } }]} /> : null
  if (!run) return null
  // Who has blocked the bot is named apart.
  const refused = run.failed - (run.telegram?.blocked ?? 0)
  return (
    <section className={classes.section} aria-label={t('pushes.runs.title')}>
      <div className={classes.funnelLine} style={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Text component="h2" fz="md" fw={600} m={0}>
          {t('pushes.runs.title')}
        </Text>
        {runs.length > 1 && (
          <Select
            w={280}
            maw="100%"
            aria-label={t('pushes.runs.choose')}
            data={runs.map((one, i) => ({
              value: String(i),
              label: t('pushes.runs.run', { time: show.dateTime(one.createdAt) }),
            }))}
            value={chosen}
            onChange={(value) => setChosen(value ?? '0')}
            allowDeselect={false}
          />
        )}
      </div>
      <Timeline run={run} />
      {run.telegram?.stopped && (
        <StatusBanner tone="danger">{t(`pushes.runs.stopped.${run.telegram.stopped}`)}</StatusBanner>
      )}
      <Funnel stages={stagesOf(run)} />
      {run.cards > 0 && !run.telegram && <ByWallet wallets={run.wallets} />}
      {run.telegram && run.telegram.blocked > 0 && (
        <p className={classes.small}>{t('pushes.runs.blocked', { n: show.number(run.telegram.blocked) })}</p>
      )}
      {refused > 0 && <p className={classes.small}>{t('pushes.runs.failed', { n: show.number(refused) })}</p>}
      {run.waiting > 0 && <p className={classes.small}>{t('pushes.runs.later', { n: show.number(run.waiting) })}</p>}
      {run.unknown > 0 && <p className={classes.small}>{t('pushes.runs.unknown', { n: show.number(run.unknown) })}</p>}
      <p className={classes.small}>{t(run.telegram ? 'pushes.runs.explainTelegram' : 'pushes.runs.explain')}</p>
    </section>
  )
}

function Timeline({ run }: { run: Run }) {
  const { t } = useTranslation()
  const steps = [
    ['created', run.createdAt],
    ['started', run.startedAt],
    ['finished', run.endedAt],
  ] as const
  return (
    <ol className={classes.timeline} aria-label={t('pushes.runs.timeline')}>
      {steps.map(([step, at]) => (
        <li key={step} data-done={at !== null}>
          <div className={classes.stepName}>{t(`pushes.runs.${step}`)}</div>
          <div className={classes.stepTime}>{at ? <MoscowTime at={at} /> : t('pushes.runs.waiting')}</div>
        </li>
      ))}
    </ol>
  )
}

type Stage = { name: 'cards' | 'audience' | 'linked' | 'sent'; value: number; of: 'ofCards' | 'ofLinked' | null }

/** Where a message gets lost on its way. */
function stagesOf({ cards, sent, telegram }: Run): Stage[] {
  if (telegram)
    return [
      { name: 'audience', value: telegram.audience, of: null },
      { name: 'linked', value: telegram.linked, of: null },
      { name: 'sent', value: telegram.sent, of: 'ofLinked' },
    ]
  return [
    { name: 'cards', value: cards, of: null },
    { name: 'sent', value: sent, of: 'ofCards' },
  ]
}

function Funnel({ stages }: { stages: readonly Stage[] }) {
  const { t } = useTranslation()
  const show = useShow()
  const shareOf = (value: number, whole = 0) => (whole === 0 ? 0 : value / whole)
  const isTelegram = stages.length > 2
  return (
    <ol className={classes.funnel} aria-label={t(isTelegram ? 'pushes.runs.funnelTelegram' : 'pushes.runs.funnel')}>
      {stages.map(({ name, value, of }, at) => (
        <li key={name}>
          <div className={classes.funnelLine}>
            <span>{t(`pushes.runs.${name}`)}</span>
            <span>
              <strong>{show.number(value)}</strong>
              {of !== null && (stages[at - 1]?.value ?? 0) > 0 && (
                <Text span c="dimmed">
                  {' · '}
                  {t(`pushes.runs.${of}`, { percent: show.share(shareOf(value, stages[at - 1]?.value)) })}
                </Text>
              )}
            </span>
          </div>
          <div className={classes.funnelBar} aria-hidden="true">
            <span style={{ width: `${shareOf(value, stages[0]?.value) * 100}%` }} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** What each wallet has reported: an iPhone that it fetched the card, Google only that it accepted the message. */
function ByWallet({ wallets: { apple, google } }: { wallets: Run['wallets'] }) {
  const { t } = useTranslation()
  const show = useShow()
  const fetched =
    apple.accepted === 0
      ? show.number(apple.fetched)
      : t('pushes.runs.wallets.share', {
          n: show.number(apple.fetched),
          percent: show.share(apple.fetched / apple.accepted),
        })
  return (
    <div className={classes.byWallet}>
      <Reported
        wallet="apple"
        rows={[
          ['cards', show.number(apple.cards)],
          ['acceptedApple', show.number(apple.accepted)],
          ['fetched', fetched],
          ['removed', show.number(apple.removed)],
        ]}
      />
      <Reported
        wallet="google"
        rows={[
          ['cards', show.number(google.cards)],
          ['acceptedGoogle', show.number(google.accepted)],
          ['onPhone', t('pushes.runs.wallets.notReported')],
          ['removed', show.number(google.removed)],
        ]}
      />
    </div>
  )
}

type Fact = 'cards' | 'acceptedApple' | 'acceptedGoogle' | 'fetched' | 'onPhone' | 'removed'

function Reported({ wallet, rows }: { wallet: 'apple' | 'google'; rows: readonly (readonly [Fact, string])[] }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text component="h3" fz="sm" fw={600} m={0} mb={6}>
        {t(`pushes.runs.wallets.${wallet}`)}
      </Text>
      <dl className={classes.reported}>
        {rows.map(([fact, value]) => (
          <div key={fact} className={classes.funnelLine}>
            <dt>{t(`pushes.runs.wallets.${fact}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
