import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Block = {
  title: string
  text: string
  /** What uses it. */
  uses?: ReactNode
  /** Button that leads to what has to end first. */
  way?: ReactNode
}

type RemoveDialogProps = {
  title: string
  verb: string
  /** What deleting it means. */
  text: string
  /** Shown instead of the question while it cannot be deleted. */
  block: Block | null
  /** @returns undefined when it was refused (and shown) */
  remove: () => Promise<unknown>
  isBusy: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** Asks before something is deleted, or names what keeps it from being deleted. */
export function RemoveDialog({ title, verb, text, block, remove, isBusy, onClose, onDone }: RemoveDialogProps) {
  if (block) return <Blocked {...block} onClose={onClose} />
  const confirm = async () => {
    if ((await remove()) === undefined) return
    onClose()
    onDone?.()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      confirmLabel={verb}
      onConfirm={() => void confirm()}
      isBusy={isBusy}
    >
      <Text>{text}</Text>
    </ConfirmDialog>
  )
}

function Blocked({ title, text, uses, way, onClose }: Block & { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Text mb={uses ? 'xs' : 'lg'}>{text}</Text>
      {uses}
      <Group justify="flex-end" gap="xs" {...(uses && { mt: 'lg' })}>
        {way}
        <Button data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Modal>
  )
}
