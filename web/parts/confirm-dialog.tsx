import { Button, Group, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** The question, with the name: `Delete push “Friday”?` */
  title: string
  /** What will happen, with numbers where there are any. */
  children: ReactNode
  /** Verb of the red button: `Delete push`. */
  confirmLabel: string
  onConfirm: () => void
  isBusy?: boolean
  /** False for something that is not a loss: the button is plain. */
  isDangerous?: boolean
}

/** Asks before something that cannot be undone. Cancel has the focus; Ctrl/⌘ + Enter confirms. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  isBusy = false,
  isDangerous = true,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const confirm = () => {
    if (isOpen && !isBusy) onConfirm()
  }
  useHotkeys([['mod+Enter', confirm]], [])
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div>{children}</div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button {...(isDangerous && { color: 'red' })} onClick={confirm} loading={isBusy} aria-busy={isBusy}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
