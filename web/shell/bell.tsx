/** The bell of the top bar: the unread count, the latest five, and the live connection. */
import { Popover, UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { notifications } from '../../contract/platform/notifications.ts'
import { useUnreadTitle } from '../base/page-title.tsx'
import { refresh } from '../base/query.ts'
import { useLanguage } from '../base/words.ts'
import { loadLive, useUnread } from '../platform/notifications/data.ts'
import classes from './shell.module.css'

const loadList = () => import('./bell-list.tsx')
const BellList = lazy(() => loadList().then((file) => ({ default: file.BellList })))

export function Bell({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const total = useUnread(cabinet.id).data?.total ?? 0
  useUnreadTitle(total)
  useLive(cabinet)
  useOwnLanguage()
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={400}
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.bell ?? ''}
          aria-label={total > 0 ? t('notifications.bellUnread', { count: total }) : t('notifications.bell')}
          aria-haspopup="dialog"
          data-unread={total > 0 || undefined}
          onPointerEnter={() => void loadList()}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBell size={20} stroke={1.75} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.bellList ?? ''} aria-label={t('notifications.title')}>
        <Suspense fallback={<div className={classes.bellWait} aria-busy="true" />}>
          <BellList cabinet={cabinet} total={total} onDone={() => setIsOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
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
