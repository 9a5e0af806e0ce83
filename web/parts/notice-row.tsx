/** One notice as a row: what happened and when; pressing it marks it as read and opens its cause. */
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { causePageOf, type Notification, notifications } from '../../contract/platform/notifications.ts'
import { useShow } from '../base/show.ts'
import { useWrite } from '../base/write.ts'
import { LinkBox } from './link.tsx'
import { MoscowTime } from './moscow-time.tsx'
import { NoticeIcon } from './notice-icon.tsx'
import classes from './notice-row.module.css'

type NoticeRowProps = {
  cabinet: { id: number; domain: string }
  notice: Notification
  /** In the list of the bell: relative time, and no button. */
  isShort?: boolean
  /** Named in the address: scrolled into view and marked as read. */
  isMarked?: boolean
  onOpen?: () => void
}

export function NoticeRow({ cabinet, notice, isShort = false, isMarked = false, onOpen }: NoticeRowProps) {
  const { t } = useTranslation()
  const show = useShow()
  const row = useRef<HTMLDivElement>(null)
  const markRead = useWrite(notifications.readNotification, {
    refresh: [notifications.listNotifications, notifications.countUnread],
  })
  const read = () => {
    if (!notice.isRead) markRead.run({ params: { c: cabinet.id, id: notice.id } })
  }
  useEffect(() => {
    if (!isMarked) return
    row.current?.scrollIntoView({ block: 'center' })
    read()
    // Once when it appears; later changes must not scroll again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMarked, notice.id])
  const open = () => {
    read()
    onOpen?.()
  }
  return (
    <div
      ref={row}
      className={classes.row}
      data-unread={!notice.isRead || undefined}
      data-marked={isMarked || undefined}
    >
      <Cause notice={notice} domain={cabinet.domain} onOpen={open}>
        <span className={classes.icon}>
          <NoticeIcon type={notice.type} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>
            {notice.title}
            {!notice.isRead && <span className="k-unseen">. {t('notifications.unread')}</span>}
          </span>
          <span className={isShort ? `${classes.text} ${classes.short}` : classes.text}>{notice.text}</span>
          <span className={classes.time}>{isShort ? show.relative(notice.at) : <MoscowTime at={notice.at} />}</span>
        </span>
      </Cause>
      {!isShort && !notice.isRead && (
        <Tooltip label={t('notifications.markOne')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            className={classes.read ?? ''}
            aria-label={t('notifications.markRead', { title: notice.title })}
            loading={markRead.isBusy}
            onClick={read}
          >
            <IconCheck size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

/** A link to the cause if it has a page; otherwise pressing only marks it as read. */
function Cause({
  notice,
  domain,
  onOpen,
  children,
}: {
  notice: Notification
  domain: string
  onOpen: () => void
  children: ReactNode
}) {
  const { routesByPath } = useRouter()
  const page = causePageOf(notice.type)
  if (`/$cabinetDomain/${page}` in routesByPath)
    return (
      <LinkBox to={`/${domain}/${page}` as '/'} className={classes.open ?? ''} onClick={onOpen}>
        {children}
      </LinkBox>
    )
  return (
    <UnstyledButton className={classes.open ?? ''} onClick={onOpen}>
      {children}
    </UnstyledButton>
  )
}
