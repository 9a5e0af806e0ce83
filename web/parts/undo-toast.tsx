/** Actions that can be undone: done immediately on the screen, on the server when the toast ends. */
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { TOAST_MS } from '../../contract/limits.ts'

type Undoable = {
  /** `Field removed` */
  message: string
  /** Called once, when the toast is gone or the tab closes before. */
  commit?: () => void
  undo: () => void
}

let lastId = 0

/** Shows a toast with Undo. */
export function undoToast({ message, commit, undo }: Undoable): void {
  const id = `undo:${++lastId}`
  let isOver = false
  const finish = (work: (() => void) | undefined) => {
    if (isOver) return
    isOver = true
    window.removeEventListener('pagehide', commitNow)
    work?.()
  }
  const commitNow = () => finish(commit)
  window.addEventListener('pagehide', commitNow)
  notifications.show({
    id,
    autoClose: TOAST_MS,
    role: 'status',
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    onClose: commitNow,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text inherit>{message}</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          data-compact
          onClick={() => {
            finish(undo)
            notifications.hide(id)
          }}
        >
          {i18next.t('common.undo')}
        </Button>
      </Group>
    ),
  })
}
