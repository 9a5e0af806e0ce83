import { Button, Group, Text, Title } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cabinet } from '../../contract/platform/cabinets.ts'
import { useNotifications, useReadAll } from '../platform/notifications/data.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LinkAnchor } from '../parts/link.tsx'
import { NoticeRow } from '../parts/notice-row.tsx'
import { Unread } from '../parts/unread-page.tsx'
import classes from './shell.module.css'

const SHOWN = 5

/** The latest notifications, read and unread, under the bell. */
export function BellList({ cabinet, total, onDone }: { cabinet: Cabinet; total: number; onDone: () => void }) {
  const { t } = useTranslation()
  const read = useNotifications(cabinet.id, { limit: SHOWN })
  const readAll = useReadAll(cabinet.id)
  const rows = read.data?.data
  return (
    <>
      <Group justify="space-between" gap="xs" px="md" py="sm">
        <Title order={2} size="h3">
          {t('notifications.title')}
        </Title>
        {total > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isBusy}
            onClick={() => readAll.run({ params: { c: cabinet.id } })}
          >
            {t('notifications.readAll')}
          </Button>
        )}
      </Group>
      {!rows && <Unread read={read} className={classes.bellLoading} shapes={[40, 40, 40]} />}
      {rows?.length === 0 && (
        <EmptyState
          withBorder={false}
          icon={<IconBellCheck size={32} stroke={1.5} />}
          title={t('notifications.empty')}
          text={t('notifications.emptyText')}
        />
      )}
      {rows && rows.length > 0 && (
        <ul className={classes.bellRows}>
          {rows.map((notice) => (
            <li key={notice.id}>
              <NoticeRow cabinet={cabinet} notice={notice} isShort onOpen={onDone} />
            </li>
          ))}
        </ul>
      )}
      <Text ta="center" p="sm" className={classes.bellFoot ?? ''}>
        <LinkAnchor
          to="/$cabinetDomain/notifications"
          params={{ cabinetDomain: cabinet.domain }}
          search={{}}
          fw={500}
          onClick={onDone}
        >
          {t('notifications.showAll')}
        </LinkAnchor>
      </Text>
    </>
  )
}
