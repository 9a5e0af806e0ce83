/** The last requests to the CRM: what for, what came back, how long it took. */
import { Anchor, Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Exchange } from '../../../contract/business/crm-exchanges.ts'
import { integration } from '../../../contract/business/integration.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { useShow } from '../../base/show.ts'
import { Loading } from '../../parts/loading.tsx'
import { MoscowTime } from '../../parts/moscow-time.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import classes from './integration.module.css'

const LOOK_EVERY_MS = 10_000

type ExchangesDrawerProps = { c: number; name: string; onClose: () => void }

export function ExchangesDrawer({ c, name, onClose }: ExchangesDrawerProps) {
  const { t } = useTranslation()
  const [isFailedOnly, setIsFailedOnly] = useState(false)
  const [older, setOlder] = useState<readonly string[]>([])
  return (
    <Drawer
      opened
      size="lg"
      onClose={onClose}
      title={t('integration.exchanges.title', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('integration.exchanges.lead')}</Text>
        <Group>
          <SegmentedControl
            aria-label={t('integration.exchanges.filter')}
            value={isFailedOnly ? 'failed' : 'all'}
            onChange={(value) => {
              setIsFailedOnly(value === 'failed')
              setOlder([])
            }}
            data={[
              { value: 'all', label: t('integration.exchanges.all') },
              { value: 'failed', label: t('integration.exchanges.failed') },
            ]}
          />
        </Group>
        <ul className={classes.desk} aria-label={t('integration.exchanges.title', { name })}>
          {[undefined, ...older].map((before) => (
            <ExchangesPage
              key={before ?? ''}
              c={c}
              before={before}
              isFailedOnly={isFailedOnly}
              isLast={before === older.at(-1)}
              onMore={(next) => setOlder((all) => [...all, next])}
            />
          ))}
        </ul>
      </Stack>
    </Drawer>
  )
}

type ExchangesPageProps = {
  c: number
  before: string | undefined
  isFailedOnly: boolean
  isLast: boolean
  onMore: (next: string) => void
}

function ExchangesPage({ c, before, isFailedOnly, isLast, onMore }: ExchangesPageProps) {
  const { t } = useTranslation()
  const read = useRead(
    integration.listExchanges,
    { params: { c }, query: { ...(isFailedOnly && { failed: 'true' as const }), ...(before && { before }) } },
    // Follows what goes on, until older ones are shown below: none in between would be seen.
    before === undefined && isLast ? { everyMs: LOOK_EVERY_MS } : {},
  )
  if (read.isError)
    return (
      <li>
        <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
      </li>
    )
  if (!read.data)
    return (
      <li>
        <Loading shapes={[160]} />
      </li>
    )
  const { exchanges, next } = read.data
  if (exchanges.length === 0 && before === undefined)
    return (
      <li>
        <Text>{t(isFailedOnly ? 'integration.exchanges.noneFailed' : 'integration.exchanges.none')}</Text>
      </li>
    )
  return (
    <>
      {exchanges.map((one) => (
        <ExchangeRow key={one.id} exchange={one} />
      ))}
      {isLast && next !== null && (
        <li>
          <Button variant="subtle" onClick={() => onMore(next)}>
            {t('integration.exchanges.more')}
          </Button>
        </li>
      )}
    </>
  )
}

function ExchangeRow({ exchange }: { exchange: Exchange }) {
  const { t } = useTranslation()
  const show = useShow()
  const { domain } = useCabinet()
  const navigate = useNavigate()
  const openClient = (id: string) =>
    void navigate({ to: '/$cabinetDomain/clients/$id', params: { cabinetDomain: domain, id } })
  const { at, verb, method, path, status, failure, tookMs, tries, client } = exchange
  const facts = [
    status === null ? t('integration.exchanges.noAnswer') : String(status),
    t('integration.exchanges.took', { ms: show.number(tookMs) }),
    ...(tries > 1 ? [t('integration.exchanges.try', { number: tries })] : []),
  ]
  return (
    <li className={classes.request}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={500}>{t(`integration.exchanges.verbs.${verb}`)}</Text>
          {client && (
            <Anchor component="button" type="button" onClick={() => openClient(client.id)}>
              {client.name || t('integration.desk.noName')}
            </Anchor>
          )}
        </Group>
        <StatusBadge tone={failure ? 'danger' : 'success'}>
          {t(failure ? 'integration.exchanges.failedMark' : 'integration.exchanges.ok')}
        </StatusBadge>
      </Group>
      {failure && <Text>{t(`integration.exchanges.failures.${failure}`)}</Text>}
      <Group gap="xs" className="k-small">
        <MoscowTime at={at} />
        <code className={classes.requested}>
          {method} {path}
        </code>
        <span>{facts.join(' · ')}</span>
      </Group>
    </li>
  )
}
