/** Shows a secret, only once. Only its own button closes it, so that no stray click loses the key. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NewKey } from '../../../contract/platform/keys.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { StatusBanner } from '../../parts/status.tsx'
import classes from './keys.module.css'

type SecretDialogProps = { shown: { key: NewKey; isNew: boolean } | null; onClose: () => void }

export function SecretDialog({ shown, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  if (!shown) return null
  const { key, isNew } = shown
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size={520}
      title={t(isNew ? 'keys.secret.title' : 'keys.secret.newTitle', { name: key.name })}
    >
      <Stack gap="md">
        <StatusBanner tone="warning">{t('keys.secret.warning')}</StatusBanner>
        <div role="group" aria-label={t('keys.secret.label')} className={classes.secret}>
          <code>{key.secret}</code>
        </div>
        <Group>
          <CopyButton value={key.secret} label={t('keys.secret.copy')} withText />
        </Group>
        <Text c="dimmed">{t('keys.secret.where')}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('keys.secret.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
