import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Person } from '../../../contract/platform/access.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useRemovePerson, useRevoke } from './data.ts'

/** Asks before access or an invitation is removed. @param person null: closed */
export function RemoveDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { id: c, name: cabinet } = useCabinet()
  const name = person?.name || person?.email || ''
  const remove = useRemovePerson(name)
  const revoke = useRevoke()
  if (!person) return null
  const { id } = person
  if (id !== null) {
    const confirm = async () => {
      if (await remove.ask({ params: { c, userId: id } })) onClose()
    }
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={t('access.remove.title', { name })}
        confirmLabel={t('access.remove.verb')}
        onConfirm={() => void confirm()}
        isBusy={remove.isBusy}
      >
        <Text>{t('access.remove.text', { cabinet })}</Text>
      </ConfirmDialog>
    )
  }
  const isWaiting = person.status === 'waiting'
  const confirm = async () => {
    if (await revoke.ask({ params: { c, email: person.email } })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isBusy={revoke.isBusy}
      title={
        isWaiting
          ? t('access.revoke.title', { email: person.email })
          : t('access.revoke.forgetTitle', { email: person.email })
      }
      confirmLabel={isWaiting ? t('access.revoke.verb') : t('access.revoke.forget')}
    >
      <Text>{isWaiting ? t('access.revoke.text') : t('access.revoke.forgetText')}</Text>
    </ConfirmDialog>
  )
}
