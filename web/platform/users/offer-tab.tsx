import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { users } from '../../../contract/platform/users.ts'
import { useRead } from '../../base/query.ts'
import { useShow } from '../../base/show.ts'
import { Unread } from '../../parts/unread-page.tsx'
import { OfferText } from './offer-text.tsx'

/** The agreement under billing, with the day it was accepted. */
export function OfferTab() {
  const { t } = useTranslation()
  const show = useShow()
  const read = useRead(users.readOffer, {})
  const offer = read.data
  return (
    <Stack maw={760}>
      {offer ? (
        <Text c="dimmed">
          {t('offer.version', { version: offer.version, date: show.date(offer.date) })}
          {offer.acceptedAt !== null && ` · ${t('offer.accepted', { date: show.date(offer.acceptedAt) })}`}
        </Text>
      ) : (
        <Unread read={read} shapes={[{ h: 20, w: 240 }]} />
      )}
      <OfferText />
    </Stack>
  )
}
