import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { users } from '../../../contract/platform/users.ts'
import { useRead } from '../../base/query.ts'
import { useShow } from '../../base/show.ts'
import { Bone } from '../../parts/loading.tsx'
import { OfferText } from './offer-text.tsx'

/** The agreement under billing, with the day it was accepted. */
export function OfferTab() {
  const { t } = useTranslation()
  const show = useShow()
  const offer = useRead(users.readOffer, {}).data
  return (
    <Stack maw={760}>
      {offer ? (
        <Text c="dimmed">
          {t('offer.version', { version: offer.version, date: show.date(offer.date) })}
          {offer.acceptedAt !== null && ` · ${t('offer.accepted', { date: show.date(offer.acceptedAt) })}`}
        </Text>
      ) : (
        <Bone h={16} w={240} my={2} />
      )}
      <OfferText />
    </Stack>
  )
}
