/** Until when a card is valid, or since when it is over; nothing for one that never ends. */
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientCard } from '../../../contract/people/client-cards.ts'
import { useShow } from '../../base/show.ts'
import { StatusBadge } from '../../parts/status.tsx'

export function Validity({ card: { lastDay, endedAt } }: { card: ClientCard }) {
  const { t } = useTranslation()
  const show = useShow()
  if (endedAt !== null)
    return <StatusBadge tone="warning">{t('holders.cards.endedOn', { date: show.date(endedAt) })}</StatusBadge>
  if (lastDay === null) return null
  return (
    <Text className="k-small" c="dimmed">
      {t('holders.cards.validUntil', { date: show.date(lastDay) })}
    </Text>
  )
}
