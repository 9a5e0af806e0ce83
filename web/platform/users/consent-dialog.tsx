import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const PARTS = ['what', 'why', 'long', 'rights'] as const

/** The consent to data processing, to read before the box is ticked. */
export function ConsentDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('users.signUp.consentTitle')}
      size={560}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="sm">
        {PARTS.map((part) => (
          <div key={part}>
            <Text fw={600}>{t(`users.signUp.consentParts.${part}`)}</Text>
            <Text>{t(`users.signUp.consentParts.${part}Text`)}</Text>
          </div>
        ))}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Modal>
  )
}
