import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GoogleIssuer } from '../../../contract/cards/issuers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useActivateGoogle } from './google-data.ts'

type SwitchDialogProps = { google: GoogleIssuer; to: 'own' | 'shared'; isOpen: boolean; onClose: () => void }

/** Which cards stay and which move, before the issuer changes. */
export function SwitchDialog({ google, to, isOpen, onClose }: SwitchDialogProps) {
  const { t } = useTranslation()
  const { id: c } = useCabinet()
  const activate = useActivateGoogle(c)
  const isBack = to === 'shared'
  const { held, free } = isBack ? google.cards.shared : google.cards.own
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isBack ? 'certificates.google.dialog.backTitle' : 'certificates.google.dialog.title')}
      confirmLabel={t(isBack ? 'certificates.google.dialog.backSubmit' : 'certificates.google.dialog.submit')}
      isDangerous={false}
      isBusy={activate.isBusy}
      onConfirm={() => void activate.ask({ params: { c }, body: { source: to } }).then(onClose)}
    >
      <Stack gap="sm">
        <Text>{t('certificates.google.dialog.fresh')}</Text>
        {free > 0 && <Text>{t('certificates.google.dialog.free', { count: free })}</Text>}
        {held > 0 && <Text>{t('certificates.google.dialog.held', { count: held })}</Text>}
      </Stack>
    </ConfirmDialog>
  )
}
