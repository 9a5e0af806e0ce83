/** The ways in which a business brings clients itself. */
import { IconFileUpload, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { WriteButton } from '../../parts/write-button.tsx'

export function ImportButton() {
  const { t } = useTranslation()
  return (
    <LinkButton
      variant="default"
      leftSection={<IconFileUpload size={16} aria-hidden="true" />}
      to="/$cabinetDomain/clients/import"
      params={{ cabinetDomain: useCabinet().domain }}
    >
      {t('clients.importButton')}
    </LinkButton>
  )
}

export function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <WriteButton variant="default" leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={onClick}>
      {t('holders.create.button')}
    </WriteButton>
  )
}
