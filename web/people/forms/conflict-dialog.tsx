import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type ConflictDialogProps = { isOpen: boolean; onClose: () => void; onTheirs: () => void; onMine: () => void }

/** Somebody saved in between: both versions are there, the reader decides. */
export function ConflictDialog({ isOpen, onClose, onTheirs, onMine }: ConflictDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('forms.conflict.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="lg">{t('forms.conflict.text')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onTheirs}>
          {t('forms.conflict.theirs')}
        </Button>
        <Button data-autofocus onClick={onMine}>
          {t('forms.conflict.mine')}
        </Button>
      </Group>
    </Modal>
  )
}
