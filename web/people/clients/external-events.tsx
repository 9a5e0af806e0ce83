/** What the systems of the business have reported about a client; while there is nothing, how to report it. */
import { ActionIcon, Button, Group, Paper, Stack, Text, Tooltip } from '@mantine/core'
import { IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXAMPLE_BODIES } from '../../../contract/examples.ts'
import type { ExternalEvent } from '../../../contract/people/external-events.ts'
import { useCabinet, useHasRight } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { usePoints } from '../../base/points.ts'
import { useShow } from '../../base/show.ts'
import { loadWords } from '../../base/words.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { RemoveDialog } from '../../parts/remove-dialog.tsx'
import classes from './clients.module.css'
import { useEvents, useRemoveEvent } from './events-data.ts'
import eventClasses from './events.module.css'
import { Entries } from './history.tsx'

await loadWords('events')

export function ExternalEvents({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  // The way back: where each page before this one began.
  const [before, setBefore] = useState<(string | undefined)[]>([])
  const [after, setAfter] = useState<string | undefined>(undefined)
  const read = useEvents(c, clientId, after)
  const [removed, setRemoved] = useState<ExternalEvent | null>(null)
  if (read.isError)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data) return <Loading shapes={[180]} />
  const { events, next } = read.data
  if (events.length === 0 && before.length === 0) return <NothingYet clientId={clientId} />
  const older = (from: string) => {
    setBefore([...before, after])
    setAfter(from)
  }
  const newer = () => {
    setAfter(before.at(-1))
    setBefore(before.slice(0, -1))
  }
  return (
    <Stack gap="md">
      <div style={{ opacity: read.isPlaceholderData ? 0.6 : 1 }} aria-busy={read.isPlaceholderData}>
        <Events events={events} onRemove={setRemoved} />
      </div>
      {(before.length > 0 || next !== null) && (
        <Group justify="center" gap="xs">
          <Button variant="default" disabled={before.length === 0} onClick={newer}>
            {t('events.newer')}
          </Button>
          <Button variant="default" disabled={next === null} onClick={() => next !== null && older(next)}>
            {t('events.older')}
          </Button>
        </Group>
      )}
      {removed && <Remove clientId={clientId} event={removed} onClose={() => setRemoved(null)} />}
    </Stack>
  )
}

function Events({ events, onRemove }: { events: ExternalEvent[]; onRemove: (event: ExternalEvent) => void }) {
  const { t } = useTranslation()
  const show = useShow()
  const mayRemove = useHasRight('delete')
  return (
    <Entries<ExternalEvent>
      rows={events}
      label={t('events.label')}
      columns={[
        { title: t('events.columns.date'), cell: (one) => <MoscowTime at={one.at} /> },
        { title: t('events.columns.kind'), cell: (one) => t(`events.kinds.${one.kind}`) },
        {
          title: t('events.columns.amount'),
          isNumber: true,
          cell: (one) => (
            <span style={{ whiteSpace: 'nowrap' }}>{one.amountMinor === null ? '–' : show.price(one.amountMinor)}</span>
          ),
        },
        {
          title: t('events.columns.text'),
          cell: (one) => <WhatHappened event={one} />,
        },
        {
          title: t('events.columns.senderId'),
          cell: (one) => (
            <Group gap={8} wrap="nowrap" justify="space-between">
              <span className={eventClasses.sender}>{one.senderId}</span>
              {mayRemove && <RemoveButton onClick={() => onRemove(one)} />}
            </Group>
          ),
        },
      ]}
    />
  )
}

function WhatHappened({ event }: { event: ExternalEvent }) {
  const { t } = useTranslation()
  const points = usePoints()
  const { refundOf, isVoid, earnedMinor, missingMinor } = event
  const facts = [
    refundOf !== null && t('events.refundOf', { id: refundOf }),
    isVoid && t('events.void'),
    earnedMinor > 0 && t('events.earned', { points: points.counted(earnedMinor) }),
    earnedMinor < 0 && t('events.taken', { points: points.counted(-earnedMinor) }),
    missingMinor > 0 && t('events.missing', { points: points.counted(missingMinor) }),
  ].filter((fact) => fact !== false)
  return (
    <div className={classes.message}>
      {(event.text || facts.length === 0) && <div>{event.text || '–'}</div>}
      {facts.map((fact) => (
        <div key={fact} className="k-small">
          {fact}
        </div>
      ))}
    </div>
  )
}

function RemoveButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  const label = t('events.remove.button')
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={onClick}>
        <IconTrash size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

type RemoveProps = { clientId: string; event: ExternalEvent; onClose: () => void }

function Remove({ clientId, event, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const write = useRemoveEvent(t('events.remove.done'))
  return (
    <RemoveDialog
      title={t('events.remove.title')}
      text={t('events.remove.text')}
      verb={t('events.remove.verb')}
      block={null}
      remove={() => write.ask({ params: { c, id: clientId, eventId: event.id } })}
      isBusy={write.isBusy}
      onClose={onClose}
    />
  )
}

/** A command that works as it is, with a key in the place of the word in capitals. */
function commandOf(c: number, clientId: string): string {
  const event = { ...EXAMPLE_BODIES.addClientEvent, at: new Date().toISOString() }
  return [
    `curl -X POST '${location.origin}/api/applications/${c}/clients/${clientId}/events'`,
    `-H 'Authorization: Bearer API_KEY'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(event)}'`,
  ].join(' \\\n  ')
}

function NothingYet({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { id: c, domain, role } = useCabinet()
  const [command] = useState(() => commandOf(c, clientId))
  return (
    <Stack gap="md">
      <EmptyState
        icon={<IconPlugConnected size={40} stroke={1.5} />}
        title={t('events.empty.title')}
        text={t('events.empty.text')}
        {...(role === 'owner' && {
          action: <PathLink to={`/${domain}/settings/api`}>{t('events.empty.keys')}</PathLink>,
        })}
      />
      <Paper p="md">
        <Group align="flex-start" wrap="nowrap" gap="xs">
          <pre className={eventClasses.command}>{command}</pre>
          <CopyButton value={command} label={t('events.empty.copy')} />
        </Group>
      </Paper>
      <Text c="dimmed" className="k-small">
        {t('events.empty.note')}
      </Text>
    </Stack>
  )
}
