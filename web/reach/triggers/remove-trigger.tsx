import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trigger } from '../../../contract/reach/triggers.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LinkButton } from '../../parts/link.tsx'
import { useRemoveTrigger } from './data.ts'

type RemoveTriggerProps = { trigger: Trigger | null; onClose: () => void; onDone?: () => void }

/** Asks and deletes; while its push is being sent it says so. @param trigger null: closed */
export function RemoveTrigger({ trigger, onClose, onDone }: RemoveTriggerProps) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const [busyId, setBusyId] = useState<string | null>(null)
  const remove = useRemoveTrigger((refused) => {
    if (refused.code !== 'trigger_push_queued') return false
    setBusyId(trigger?.id ?? null)
    return true
  }, t('triggers.remove.done'))
  if (!trigger) return null
  if (trigger.push && (!trigger.allowed.remove || busyId === trigger.id)) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('triggers.remove.busyTitle', { name: trigger.name })}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Text mb="lg">{t('triggers.remove.busyText')}</Text>
        <Group justify="flex-end" gap="xs">
          <LinkButton
            variant="default"
            to="/$cabinetDomain/pushes/$pushId"
            params={{ cabinetDomain: domain, pushId: trigger.push.id }}
            onClick={onClose}
          >
            {t('triggers.remove.toPush')}
          </LinkButton>
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Modal>
    )
  }
  const confirm = async () => {
    if (!(await remove.ask({ params: { c, triggerUuid: trigger.id } }))) return
    onClose()
    onDone?.()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('triggers.remove.title', { name: trigger.name })}
      confirmLabel={t('triggers.remove.verb')}
      onConfirm={() => void confirm()}
      isBusy={remove.isBusy}
    >
      <Text>{t('triggers.remove.text')}</Text>
    </ConfirmDialog>
  )
}
