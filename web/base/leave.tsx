/**
 * Unsaved changes are never lost by a click on a link, the back button, another account, logging out or closing the
 * tab.
 */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** One mark for each form on the page with unsaved changes. */
const unsaved = new Set<symbol>()

export function hasUnsavedChanges(): boolean {
  return unsaved.size > 0
}

function useUnsavedMark(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const mark = Symbol('unsaved')
    unsaved.add(mark)
    return () => {
      unsaved.delete(mark)
    }
  }, [isDirty])
}

/**
 * Asks before the page is left with unsaved changes. Render the returned dialog anywhere on the page.
 * @param save returns whether it saved; without it there is no "Save and leave"
 */
export function useLeaveGuard(isDirty: boolean, save?: () => Promise<boolean>): ReactNode {
  useUnsavedMark(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <LeaveDialog
      isOpen={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
      save={save}
    />
  )
}

type CloseGuard = {
  /** Closes, or asks first when something is unsaved. */
  close: () => void
  isAsking: boolean
  dialog: ReactNode
}

/** The same question for a drawer over the page. */
export function useCloseGuard(isDirty: boolean, onClose: () => void, save: () => Promise<boolean>): CloseGuard {
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => {
    setIsAsking(false)
    onClose()
  }
  return {
    // Later, so that the press of Escape that closes the drawer does not also answer the question.
    close: isDirty ? () => void setTimeout(() => setIsAsking(true)) : onClose,
    isAsking,
    dialog: <LeaveDialog isOpen={isAsking} onStay={() => setIsAsking(false)} onLeave={leave} save={save} />,
  }
}

type LeaveDialogProps = {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
  save: (() => Promise<boolean>) | undefined
}

function LeaveDialog({ isOpen, onStay, onLeave, save }: LeaveDialogProps) {
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
