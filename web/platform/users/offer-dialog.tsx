import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { users } from '../../../contract/platform/users.ts'
import { showOfferHere } from '../../base/offer-gate.ts'
import { useRead } from '../../base/query.ts'
import { PagePanel } from '../../base/refusal.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OfferForm } from './offer-form.tsx'

/** The agreement over a page with unsaved changes, which are kept. */
export function OfferDialog() {
  const { t } = useTranslation()
  const read = useRead(users.readOffer, {})
  const close = () => showOfferHere(false)
  return (
    <Modal
      opened
      onClose={close}
      title={t('offer.title')}
      size={720}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text>
          {t('offer.leadNewer')} {t('offer.kept')}
        </Text>
        {read.data ? (
          <OfferForm
            offer={read.data}
            onAccepted={close}
            other={
              <Button variant="default" onClick={close}>
                {t('common.cancel')}
              </Button>
            }
          />
        ) : read.error ? (
          <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
        ) : (
          <Loading shapes={[320]} />
        )}
      </Stack>
    </Modal>
  )
}
