import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export type LeaveDialogProps = {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
  save: (() => Promise<boolean>) | undefined
}

export function LeaveDialog({ isOpen, onStay, onLeave, save }: LeaveDialogProps) {
  const { t } = useTranslation()
  const [isSaving, setIsSaving] = useState(false)
  const saveAndLeave = async () => {
    if (!save) return
    setIsSaving(true)
    try {
      if (await save()) onLeave()
      else onStay()
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      title={t('common.leave.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="lg">{t('common.leave.text')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="red" onClick={onLeave} disabled={isSaving}>
          {t('common.leave.leave')}
        </Button>
        {save && (
          <Button variant="default" onClick={() => void saveAndLeave()} loading={isSaving}>
            {t('common.leave.saveAndLeave')}
          </Button>
        )}
        <Button data-autofocus onClick={onStay} disabled={isSaving}>
          {t('common.leave.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
