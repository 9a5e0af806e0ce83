import { Button, Group, NativeSelect, Pagination, Paper, Switch } from '@mantine/core'
import { IconBellCheck, IconChecks, IconFilterOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '../../../contract/limits.ts'
import { NOTIFICATION_TYPES, type NotificationType } from '../../../contract/platform/notifications.ts'
import { useCabinet } from '../../base/cabinet.tsx'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { PagePanel } from '../../base/refusal.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loading } from '../../parts/loading.tsx'
import { NoticeRow } from '../../parts/notice-row.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { useNotifications, useReadAll, useUnread } from './data.ts'
import { queryOf, useListState } from './list-state.ts'
import classes from './notifications.module.css'

/** All notifications: each row leads to its cause. */
export function NotificationsPage() {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  const state = useListState()
  const unread = useUnread(cabinet.id).data?.total ?? 0
  const readAll = useReadAll(cabinet.id)
  const read = useNotifications(cabinet.id, queryOf(state))
  const isNarrowed = state.isUnreadOnly || state.type !== undefined
  const isBlank = !isNarrowed && read.data?.meta.total === 0
  useBreadcrumbs([{ text: t('notifications.title') }])
  return (
    <Page width="narrow">
      <PageHeader
        title={t('notifications.title')}
        meta={t('notifications.lead')}
        secondary={
          !isBlank && (
            <Button
              variant="default"
              leftSection={<IconChecks size={16} aria-hidden="true" />}
              disabled={unread === 0}
              loading={readAll.isBusy}
              aria-busy={readAll.isBusy}
              onClick={() => readAll.run({ params: { c: cabinet.id } })}
            >
              {t('notifications.readAll')}
            </Button>
          )
        }
      />
      {!isBlank && (
        <Group gap="lg" role="search">
          <Switch
            label={t('notifications.filters.unread')}
            checked={state.isUnreadOnly}
            onChange={(event) => state.go({ isUnreadOnly: event.currentTarget.checked })}
          />
          <NativeSelect
            aria-label={t('notifications.filters.type')}
            value={state.type ?? ''}
            onChange={(event) =>
              state.go({ type: (event.currentTarget.value || undefined) as NotificationType | undefined })
            }
            data={[
              { value: '', label: t('notifications.filters.allTypes') },
              ...NOTIFICATION_TYPES.map((value) => ({ value, label: t(`notifications.types.${value}`) })),
            ]}
          />
        </Group>
      )}
      <List state={state} read={read} />
    </Page>
  )
}

function List({ state, read }: { state: ReturnType<typeof useListState>; read: ReturnType<typeof useNotifications> }) {
  const { t } = useTranslation()
  const cabinet = useCabinet()
  if (read.isError && !read.data)
    return <PagePanel error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
  if (!read.data) {
    return (
      <Paper p="md">
        <Loading shapes={[48, 48, 48, 48]} />
      </Paper>
    )
  }
  const { data: rows, meta } = read.data
  if (rows.length === 0) {
    // Nothing unread is good news; nothing of a type is not.
    return state.type === undefined && meta.total === 0 ? (
      <EmptyState
        icon={<IconBellCheck size={40} stroke={1.5} />}
        title={t('notifications.empty')}
        text={t('notifications.emptyText')}
      />
    ) : (
      <EmptyState
        icon={<IconFilterOff size={40} stroke={1.5} />}
        title={t('common.table.noMatch')}
        text={t('common.table.noMatchText')}
        action={
          <Button variant="default" onClick={() => state.go({ isUnreadOnly: false, type: undefined })}>
            {t('common.table.clearFilters')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      <Paper className={read.isPlaceholderData ? `${classes.list} ${classes.old}` : (classes.list ?? '')}>
        <ul className={classes.rows}>
          {rows.map((notice) => (
            <li key={notice.id}>
              <NoticeRow cabinet={cabinet} notice={notice} isMarked={notice.id === state.id} />
            </li>
          ))}
        </ul>
      </Paper>
      {meta.total > PAGE_SIZES[0] && (
        <Pagination
          total={Math.ceil(meta.total / meta.limit)}
          value={meta.page}
          onChange={(page) => state.go({ page })}
          getItemProps={(page) => ({ 'aria-label': t('common.table.page', { page }) })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? t('common.table.nextPage') : t('common.table.previousPage'),
          })}
        />
      )}
    </>
  )
}
