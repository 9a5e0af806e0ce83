/** The bell of the top bar: the unread count, the latest five, and the live connection. */
import { UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { notifications } from '../../contract/platform/notifications.ts'
import { useUnreadTitle } from '../base/page-title.tsx'
import { refresh } from '../base/query.ts'
import { useLanguage } from '../base/words.ts'
import { lateOver } from '../parts/late-over.tsx'
import { loadLive, useUnread } from '../platform/notifications/data.ts'
import classes from './shell.module.css'

const List = lateOver<{ cabinet: Cabinet; total: number }>(() =>
  import('./bell-popover.tsx').then((file) => file.BellPopover),
)

export function Bell({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const total = useUnread(cabinet.id).data?.total ?? 0
  useUnreadTitle(total)
  useLive(cabinet)
  useOwnLanguage()
  const target = (
    <UnstyledButton
      className={classes.bell ?? ''}
      aria-label={total > 0 ? t('notifications.bellUnread', { count: total }) : t('notifications.bell')}
      aria-haspopup="dialog"
      data-unread={total > 0 || undefined}
    >
      <IconBell size={20} stroke={1.75} aria-hidden="true" />
    </UnstyledButton>
  )
  return <List cabinet={cabinet} total={total} target={target} />
}

/** The connection is held while the cabinet is open. */
function useLive({ id, domain }: Cabinet): void {
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    void loadLive().then((startLive) => {
      if (!isOver) end = startLive({ id, domain })
    })
    return () => {
      isOver = true
      end?.()
    }
  }, [id, domain])
}

/** The texts come from the server, so they are read again in another language. */
function useOwnLanguage(): void {
  const lang = useLanguage()
  const read = useRef(lang)
  useEffect(() => {
    if (read.current === lang) return
    read.current = lang
    void refresh(notifications.listNotifications, notifications.countUnread)
  }, [lang])
}
