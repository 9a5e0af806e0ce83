/** Cards that come later: whether forms give cards, who waits, and the button that sends everybody the link. */
import { Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GenerationStatus } from '../../../contract/reach/preorders.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { PathLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { StatusBadge } from '../../parts/status.tsx'
import { useActivation, useGeneration } from './preorder-data.ts'
import { Issuing } from './preorder-issuing.tsx'
import { RunState } from './preorder-run.tsx'
import { SendCards } from './preorder-send.tsx'

const TONE = { no_cards: 'neutral', has_cards: 'warning', allow: 'success', queue: 'info' } as const

export function PreorderPanel() {
  const { t } = useTranslation()
  const { id: c, role } = useCabinet()
  const activation = useActivation(c)
  const generation = useGeneration(c)
  const failed = [activation, generation].find((read) => !read.data && read.error)
  if (failed)
    return <PagePanel error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
  if (!activation.data || !generation.data) return <Loading shapes={[180]} />
  const status = generation.data
  const isOwner = role === 'owner'
  return (
    <Paper component="section" p="lg" aria-labelledby="preorders-title">
      <Stack gap="md" align="flex-start">
        <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 0.75rem' }}>
          <Title order={2} id="preorders-title">
            {t('preorders.title')}
          </Title>
          <StatusBadge tone={TONE[status.state]}>{t(`preorders.state.${status.state}`)}</StatusBadge>
        </div>
        <Text c="dimmed">{t('preorders.lead')}</Text>
        <Issuing activation={activation.data} isOwner={isOwner} />
        <RunState status={status} isOwner={isOwner} />
        {status.waiting > 0 && <SendCards status={status} isOwner={isOwner} />}
        {status.left.length > 0 && <Left left={status.left} />}
        {!isOwner && <Text c="dimmed">{t('preorders.ownerOnly')}</Text>}
      </Stack>
    </Paper>
  )
}

/** Clients whom no link has reached for certain. */
function Left({ left }: { left: GenerationStatus['left'] }) {
  const { t } = useTranslation()
  const { domain } = useCabinet()
  return (
    <div>
      <Title order={3}>{t('preorders.left.title')}</Title>
      <Text c="dimmed" size="sm">
        {t('preorders.left.open')}
      </Text>
      <ul>
        {left.map((one) => (
          <li key={one.id}>
            <PathLink to={`/${domain}/clients/${one.id}`}>{one.name || one.id.slice(0, 8)}</PathLink>
            {` – ${t(`preorders.left.${one.state}`)}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
