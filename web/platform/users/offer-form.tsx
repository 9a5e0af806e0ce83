/** The agreement with its checkbox: on its own page, and over a page with unsaved changes. */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Offer, users } from '../../../contract/platform/users.ts'
import { queryClient, readKey, refresh } from '../../base/query.ts'
import { useShow } from '../../base/show.ts'
import { useWrite } from '../../base/write.ts'
import { StatusBanner } from '../../parts/status.tsx'
import { OfferText } from './offer-text.tsx'

type OfferFormProps = {
  offer: Offer
  onAccepted: () => void
  /** Other actions beside the button. */
  other?: ReactNode
}

export function isAccepted(offer: Offer): boolean {
  return offer.acceptedVersion !== null && offer.acceptedVersion >= offer.version
}

export function OfferForm({ offer, onAccepted, other }: OfferFormProps) {
  const { t } = useTranslation()
  const show = useShow()
  const [ticked, setTicked] = useState<number | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [isNewer, setIsNewer] = useState(false)
  const accept = useWrite(users.acceptOffer, {
    onDone: (reply) => {
      onAccepted()
      queryClient.setQueryData(readKey(users.readOffer, {}), reply)
      // What was refused because of it is requested again.
      void queryClient.invalidateQueries({ predicate: (query) => query.state.status === 'error' })
    },
    onRefused: (refused) => {
      if (refused.code !== 'offer_changed') return undefined
      setTicked(null)
      setIsNewer(true)
      void refresh(users.readOffer)
      return true
    },
  })
  // A tick belongs to the version that was read.
  const isTicked = ticked === offer.version
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isTicked) accept.run({ body: { version: offer.version } })
    else setIsMissing(true)
  }
  const wasAccepted = isAccepted(offer)
  return (
    <Stack component="form" onSubmit={send}>
      {isNewer && <StatusBanner tone="info">{t('offer.newer')}</StatusBanner>}
      <Text c="dimmed">{t('offer.version', { version: offer.version, date: show.date(offer.date) })}</Text>
      <OfferText />
      {wasAccepted ? (
        <Text>{t('offer.accepted', { date: show.date(offer.acceptedAt ?? offer.date) })}</Text>
      ) : (
        <Checkbox
          label={t('offer.accept')}
          checked={isTicked}
          error={isMissing && !isTicked ? t('offer.required') : undefined}
          onChange={(event) => setTicked(event.currentTarget.checked ? offer.version : null)}
        />
      )}
      <Group justify="space-between" gap="xs">
        {wasAccepted ? (
          <Button onClick={onAccepted}>{t('offer.goOn')}</Button>
        ) : (
          <Button type="submit" loading={accept.isBusy} aria-busy={accept.isBusy}>
            {t('offer.button')}
          </Button>
        )}
        {other}
      </Group>
    </Stack>
  )
}
