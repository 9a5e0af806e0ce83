import { Button, Group, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../base/read-only.ts'
import { ReadOnlyNote } from './read-only-note.tsx'

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
  /** What a read-only business may do too. */
  worksWhileLimited?: boolean
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
  worksWhileLimited = false,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const isReadOnly = useReadOnly() !== null && !worksWhileLimited
  const confirm = () => {
    if (isOpen && !isBusy && !isReadOnly) onConfirm()
  }
  useHotkeys([['mod+Enter', confirm]], [], true)
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
        {isReadOnly && <ReadOnlyNote flex="1 1 100%" />}
        <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button
          {...(isDangerous && { color: 'red' })}
          onClick={confirm}
          loading={isBusy}
          aria-busy={isBusy}
          disabled={isReadOnly}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
