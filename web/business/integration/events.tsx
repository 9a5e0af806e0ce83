/** Events that the CRM sends: the subscription, its address, and what has arrived. */
import { Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CrmHooks } from '../../../contract/business/crm-hooks.ts'
import { integration } from '../../../contract/business/integration.ts'
import { useRead } from '../../base/query.ts'
import { useShow } from '../../base/show.ts'
import { useWrite } from '../../base/write.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge, StatusBanner, type Tone } from '../../parts/status.tsx'
import classes from './integration.module.css'

const LOOK_EVERY_MS = 10_000
const OF_HOOKS = [integration.readCrmHooks]
const TONES: Readonly<Record<CrmHooks['state'], Tone>> = {
  none: 'neutral',
  registered: 'success',
  failed: 'danger',
  manual: 'neutral',
}
type EventState = CrmHooks['events'][number]['state']
const EVENT_TONES: Readonly<Record<EventState, Tone>> = {
  waiting: 'neutral',
  done: 'success',
  echo: 'neutral',
  forged: 'danger',
  failed: 'warning',
  unknown: 'neutral',
}

export function Events({ c, name }: { c: number; name: string }) {
  const { t } = useTranslation()
  const { data: hooks } = useRead(integration.readCrmHooks, { params: { c } }, { everyMs: LOOK_EVERY_MS })
  const subscribe = useWrite(integration.subscribeToHooks, { refresh: OF_HOOKS })
  if (!hooks) return null
  return (
    <Paper component="section" p="lg" aria-labelledby="events-title">
      <Stack gap="md">
        <div>
          <Group gap="xs">
            <Title order={2} id="events-title">
              {t('integration.events.title', { name })}
            </Title>
            <StatusBadge tone={TONES[hooks.state]}>{t(`integration.events.states.${hooks.state}`)}</StatusBadge>
          </Group>
          <Text c="dimmed">{t('integration.events.lead', { name })}</Text>
        </div>
        <Switch
          checked={hooks.isSubscribed}
          disabled={subscribe.isBusy}
          label={t('integration.events.subscribe', { name })}
          onChange={(event) => subscribe.run({ params: { c }, body: { isSubscribed: event.currentTarget.checked } })}
        />
        {hooks.state === 'failed' && (
          <StatusBanner tone="warning">
            {t('integration.events.failed', { name })}
            {hooks.failure && ` ${t('integration.events.said', { name, text: hooks.failure })}`}
          </StatusBanner>
        )}
        <Facts c={c} name={name} hooks={hooks} />
        <EventList c={c} events={hooks.events} />
      </Stack>
    </Paper>
  )
}

function Facts({ c, name, hooks }: { c: number; name: string; hooks: CrmHooks }) {
  const { t } = useTranslation()
  const show = useShow()
  const [isChanging, setIsChanging] = useState(false)
  const renew = useWrite(integration.renewHookKey, { refresh: OF_HOOKS, done: t('integration.events.renewed') })
  return (
    <>
      {hooks.state === 'manual' && <Text>{t('integration.events.manual', { name })}</Text>}
      <div>
        <Text fw={500}>{t('integration.events.address')}</Text>
        <Group gap="xs" wrap="nowrap">
          <code className={classes.secret}>{hooks.address}</code>
          <CopyButton value={hooks.address} label={t('integration.events.copy')} />
        </Group>
        <Text className="k-small">{t('integration.events.hint')}</Text>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('integration.events.last')}</dt>
          <dd>{hooks.lastEventAt ? <MoscowTime at={hooks.lastEventAt} /> : t('integration.facts.never')}</dd>
        </div>
        {(['received', 'echoes', 'forged'] as const).map((fact) => (
          <div key={fact}>
            <dt>{t(`integration.events.${fact}`)}</dt>
            <dd>{show.number(hooks[fact])}</dd>
          </div>
        ))}
      </dl>
      <Group>
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {t('integration.events.renew')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isChanging}
        onClose={() => setIsChanging(false)}
        title={t('integration.events.renewTitle')}
        confirmLabel={t('integration.events.renew')}
        isBusy={renew.isBusy}
        onConfirm={() => void renew.ask({ params: { c } }).then(() => setIsChanging(false))}
      >
        {t('integration.events.renewText')}
      </ConfirmDialog>
    </>
  )
}

function EventList({ c, events }: { c: number; events: CrmHooks['events'] }) {
  const { t } = useTranslation()
  const replay = useWrite(integration.replayHookEvent, { refresh: OF_HOOKS, done: t('integration.events.replayed') })
  if (events.length === 0) return <Text c="dimmed">{t('integration.events.none')}</Text>
  return (
    <div>
      <Title order={3} fz="sm">
        {t('integration.events.list')}
      </Title>
      <ul className={classes.desk} aria-label={t('integration.events.list')}>
        {events.map((event) => (
          <li key={event.id} className={classes.request}>
            <Group justify="space-between" gap="xs">
              <Group gap="xs">
                <MoscowTime at={event.at} />
                <StatusBadge tone={EVENT_TONES[event.state]}>
                  {t(`integration.events.eventStates.${event.state}`)}
                </StatusBadge>
                {event.clients > 0 && <span>{t('integration.events.clients', { count: event.clients })}</span>}
              </Group>
              {event.canReplay && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={replay.isBusy}
                  onClick={() => replay.run({ params: { c, id: event.id } })}
                >
                  {t('integration.events.replay')}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </div>
  )
}
