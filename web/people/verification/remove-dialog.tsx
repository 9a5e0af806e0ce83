import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SMS_PROVIDERS, type SmsType } from '../../../contract/people/sms-providers.ts'
import type { SmsConnection } from '../../../contract/people/verification.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PathLink } from '../../parts/link.tsx'
import { useRemoveProvider } from './acts.ts'

type RemoveDialogProps = {
  isOpen: boolean
  connection: SmsConnection
  type: SmsType
  onClose: () => void
  onRemoved: () => void
}

/** Names the forms that depend on it. */
export function RemoveDialog({ isOpen, connection: { checkingForms }, type, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const remove = useRemoveProvider()
  const confirm = async () => {
    const removed = await remove.ask({ params: { c }, body: { smsType: type } })
    onClose()
    if (removed) onRemoved()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('verification.remove.title', { provider: SMS_PROVIDERS[type].name })}
      confirmLabel={t('verification.remove.button')}
      onConfirm={() => void confirm()}
      isBusy={remove.isBusy}
    >
      <Text>{t('verification.remove.text')}</Text>
      {checkingForms.length > 0 && (
        <>
          <Text mt="sm">{t('verification.remove.forms')}</Text>
          <ul>
            {checkingForms.map((form) => (
              <li key={form.formKey}>
                <PathLink to={`/${domain}/form/${form.formKey}`}>{form.name}</PathLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
