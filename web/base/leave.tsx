/**
 * Unsaved changes: nobody loses them by a click on a link, the back button, another account, logging out or closing the
 * tab.
 */
import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** One mark for each place on the page with changes that are not saved. */
const unsaved = new Set<symbol>()

/** Would something be lost if the page went away now? */
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
 * @param save saves and says whether it worked; without it there is no "Save and leave"
 */
export function useLeaveGuard(isDirty: boolean, save?: () => Promise<boolean>): ReactNode {
  const { t } = useTranslation()
  const [isSaving, setIsSaving] = useState(false)
  useUnsavedMark(isDirty)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  const saveAndLeave = async () => {
    if (!save) return
    setIsSaving(true)
    try {
      if (await save()) blocker.proceed?.()
      else stay()
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={stay}
      title={t('common.leave.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="lg">{t('common.leave.text')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="red" onClick={() => blocker.proceed?.()} disabled={isSaving}>
          {t('common.leave.leave')}
        </Button>
        {save && (
          <Button variant="default" onClick={() => void saveAndLeave()} loading={isSaving}>
            {t('common.leave.saveAndLeave')}
          </Button>
        )}
        <Button data-autofocus onClick={stay} disabled={isSaving}>
          {t('common.leave.stay')}
        </Button>
      </Group>
    </Modal>
  )
}
