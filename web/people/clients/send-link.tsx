/** Sends the link to the card by SMS. What prevents it is fixed in the settings, so the toast leads there. */
import { Tooltip } from '@mantine/core'
import { IconDeviceMobileMessage } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../contract/people/clients.ts'
import { verification } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { toastRefused } from '../../base/toast.ts'
import { useWrite } from '../../base/write.ts'
import { WriteButton } from '../../parts/write-button.tsx'

const OF_SETTINGS: ReadonlySet<string> = new Set([
  'sms_needed_for_link',
  'sms_refused',
  'sms_limit_reached',
  'sms_country_not_allowed',
])

/** `label`: for a place that already names the link. `cardId`: left out: of the main card. */
type SendLinkProps = { client: Client; label?: string; cardId?: string | undefined }

export function SendLinkButton({ client, label, cardId }: SendLinkProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const openSettings = () => void navigate({ to: '/$cabinetDomain/settings/sms', params: { cabinetDomain: domain } })
  const send = useWrite(verification.sendLink, {
    done: ({ phone, isCertain }) => (isCertain ? t('clients.sendLink.sent', { phone }) : t('clients.sendLink.unsure')),
    onRefused: (refused) => {
      if (!OF_SETTINGS.has(refused.code)) return false
      toastRefused(refused, { label: t('clients.sendLink.settings'), go: openSettings })
      return true
    },
  })
  const hasPhone = client.tel !== ''
  const run = () => {
    if (hasPhone) send.run({ params: { c, id: client.id }, body: { cardId } })
  }
  return (
    <Tooltip
      label={t('refusals.codes.client_has_no_phone')}
      disabled={hasPhone}
      events={{ hover: true, focus: true, touch: true }}
    >
      <WriteButton
        variant="default"
        leftSection={<IconDeviceMobileMessage size={16} aria-hidden="true" />}
        loading={send.isBusy}
        aria-busy={send.isBusy}
        {...(!hasPhone && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={run}
      >
        {label ?? t('clients.sendLink.button')}
      </WriteButton>
    </Tooltip>
  )
}
