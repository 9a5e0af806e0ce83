/** A connected CRM: its state, what was exchanged, the switch, and how to change or delete it. */
import { Button, Group, Paper, Stack, Switch, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Crm, type Integration, receivesFrom, sendsTo } from '../../../contract/business/integration.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { useShow } from '../../base/show.ts'
import { JobProgress } from '../../parts/job-progress.tsx'
import { LinkAnchor } from '../../parts/link.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import { WriteButton } from '../../parts/write-button.tsx'
import { BringClients } from './bring-clients.tsx'
import { Categories } from './categories.tsx'
import { ConnectAnew } from './consent-offer.tsx'
import { Desk } from './desk.tsx'
import { isRunning, useSaveIntegration, useSync, useToggle } from './data.ts'
import { ExchangeFields } from './exchange-fields.tsx'
import classes from './integration.module.css'
import { HookCard } from './hook-card.tsx'
import { FirstMeeting } from './meeting.tsx'
import { OwnSoftware } from './own-software.tsx'

const Events = lazy(() => import('./events.tsx').then((file) => ({ default: file.Events })))
const Till = lazy(() => import('./till.tsx').then((file) => ({ default: file.Till })))
const Fields = lazy(() => import('./fields.tsx').then((file) => ({ default: file.Fields })))
const ProgrammeCard = lazy(() => import('./programme-card.tsx').then((file) => ({ default: file.ProgrammeCard })))
const ExchangesDrawer = lazy(() => import('./exchanges-drawer.tsx').then((file) => ({ default: file.ExchangesDrawer })))

type Current = NonNullable<Integration['current']>
type ConfiguredProps = { integration: Integration; current: Current; system: Crm; onChangeAccess: () => void }

export function Configured({ integration, current, system, onChangeAccess }: ConfiguredProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const toggle = useToggle(c, { onRefused: () => true })
  const mayManage = useHasRight('crm')
  const mayImport = useHasRight('import')
  const isOn = integration.status !== 'deactivated'
  const isExchanged = sendsTo(system.abilities) || receivesFrom(system.abilities)
  const isAsked = !isExchanged && system.abilities.till !== 'none'
  const hint = current.type === 'self' ? 'integration.own.switchHint' : 'integration.switchHint'
  const fault = current.fault
  return (
    <Stack gap="lg">
      {fault && (
        <StatusBanner
          tone={integration.status === 'noActive' ? 'danger' : 'warning'}
          action={
            mayManage &&
            (fault.code === 'connect_anew' ? (
              <ConnectAnew type={current.type} settings={current.settings} />
            ) : (
              <Button variant="default" size="compact-sm" onClick={onChangeAccess}>
                {t('integration.change')}
              </Button>
            ))
          }
        >
          {t(`refusals.codes.crm_${fault.code}`)}
        </StatusBanner>
      )}
      {toggle.refused && <StatusBanner tone="danger">{toggle.refused.message}</StatusBanner>}
      <Paper p="lg">
        <Stack gap="lg">
          <Switch
            checked={isOn}
            disabled={toggle.isBusy || !mayManage}
            label={t(isAsked ? 'integration.till.switch' : 'integration.switch')}
            description={t(isAsked ? 'integration.till.switchHint' : hint)}
            onChange={(event) => toggle.run({ params: { c }, body: { isActive: event.currentTarget.checked } })}
          />
          <Facts current={current} system={system} />
          {mayManage && isExchanged && <LastRequests c={c} name={current.title} />}
        </Stack>
      </Paper>
      {integration.status === 'active' && !current.isBegun && <FirstMeeting name={current.title} />}
      {sendsTo(system.abilities) && integration.status === 'active' && current.isBegun && <Writing c={c} />}
      {isExchanged && integration.status === 'active' && current.isBegun && (
        <Desk c={c} name={current.title} isRead={receivesFrom(system.abilities)} />
      )}
      <Suspense>
        {mayManage && system.abilities.till !== 'none' && <Till c={c} type={current.type} name={current.title} />}
        {mayManage && system.abilities.hooks !== 'none' && <Events c={c} name={current.title} />}
        {system.abilities.purchases !== 'none' && <ProgrammeCard />}
      </Suspense>
      {system.abilities.import !== 'none' && integration.status === 'active' && mayImport && (
        <BringClients name={current.title} />
      )}
      {current.type === 'self' ? (
        <>
          <OwnSoftware />
          <HookCard />
        </>
      ) : (
        mayManage && (
          <>
            {isExchanged && <Exchange c={c} current={current} system={system} />}
            <Suspense>{system.customFields !== 'none' && <Fields c={c} name={current.title} />}</Suspense>
          </>
        )
      )}
    </Stack>
  )
}

function LastRequests({ c, name }: { c: number; name: string }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Group data-requests>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('integration.exchanges.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExchangesDrawer c={c} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Group>
  )
}

function Facts({ current, system }: { current: Current; system: Crm }) {
  const { t } = useTranslation()
  const show = useShow()
  const { domain } = useCabinet()
  const time = (at: string | null) => (at ? <MoscowTime at={at} /> : t('integration.facts.never'))
  return (
    <dl className={classes.facts}>
      {current.settings.server && (
        <div>
          <dt>{t('integration.labels.address')}</dt>
          <dd>{current.settings.server}</dd>
        </div>
      )}
      <div>
        <dt>{t('integration.facts.connected')}</dt>
        <dd>{show.date(current.createdAt)}</dd>
      </div>
      {sendsTo(system.abilities) && (
        <div>
          <dt>{t('integration.facts.lastWrite')}</dt>
          <dd>{time(current.lastWriteAt)}</dd>
        </div>
      )}
      {receivesFrom(system.abilities) && (
        <div>
          <dt>{t('integration.facts.lastRead')}</dt>
          <dd>{time(current.lastReadAt)}</dd>
        </div>
      )}
      {sendsTo(system.abilities) && current.isBegun && (
        <div>
          <dt>{t('integration.facts.unsynced')}</dt>
          <dd>
            {current.unsynced > 0 ? (
              <LinkAnchor to="/$cabinetDomain/clients" params={{ cabinetDomain: domain }}>
                {show.number(current.unsynced)}
              </LinkAnchor>
            ) : (
              show.number(0)
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The daily write to the CRM: its progress, or the button that starts it. */
function Writing({ c }: { c: number }) {
  const { t } = useTranslation()
  const { waiting, status, start, isBusy } = useSync(c, t('integration.writing.started'))
  if (!waiting || !status) return null
  const state =
    status.state === 'done'
      ? 'done'
      : status.state === 'failed'
        ? 'failed'
        : status.state === 'running'
          ? 'running'
          : 'queued'
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Title order={2}>{t('integration.writing.title')}</Title>
        {status.state === 'idle' ? (
          <div className="k-small">{t('integration.writing.idle')}</div>
        ) : (
          <JobProgress
            title={t('integration.writing.job')}
            state={state}
            done={status.done + status.failed}
            total={status.total}
            {...(status.state === 'waiting' && { stateText: t('integration.writing.waiting') })}
          />
        )}
        {status.failed > 0 && (
          <StatusBanner tone="warning">{t('integration.writing.failed', { count: status.failed })}</StatusBanner>
        )}
        {!isRunning(status) && waiting.total > 0 && (
          <Group gap="sm">
            <WriteButton onClick={start} loading={isBusy} aria-busy={isBusy} disabled={status.nextAt !== null}>
              {t('integration.writing.start', { count: waiting.total })}
            </WriteButton>
            {status.nextAt && (
              <span className="k-small">
                {t('integration.writing.next')} <MoscowTime at={status.nextAt} />
              </span>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

/** What is exchanged. It has its own button, because the access is not saved with it. */
function Exchange({ c, current, system }: { c: number; current: Current; system: Crm }) {
  const { t } = useTranslation()
  const [flags, setFlags] = useState(current.flags)
  const [categories, setCategories] = useState(current.categories)
  const save = useSaveIntegration(c, { done: t('integration.saved') })
  const isDirty = JSON.stringify([flags, categories]) !== JSON.stringify([current.flags, current.categories])
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Title order={2}>{t('integration.exchange.title')}</Title>
        <ExchangeFields system={system} flags={flags} onChange={setFlags} isDisabled={save.isBusy} />
        {system.abilities.groups !== 'none' && <Categories c={c} value={categories} onChange={setCategories} />}
        <WriteButton
          style={{ alignSelf: 'flex-start' }}
          variant={isDirty ? 'filled' : 'default'}
          disabled={!isDirty}
          loading={save.isBusy}
          aria-busy={save.isBusy}
          onClick={() =>
            save.run({
              params: { c },
              body: { type: current.type, settings: current.settings, flags, categories, version: current.version },
            })
          }
        >
          {t('common.save')}
        </WriteButton>
      </Stack>
    </Paper>
  )
}
