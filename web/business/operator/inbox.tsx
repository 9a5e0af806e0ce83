/** Questions to support. Those that wait come first, the longest waiting on top. */
import { IconHeadset } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InboxConversation } from '../../../contract/business/operated.ts'
import { ConversationState } from '../../../contract/platform/support.ts'
import { useBreadcrumbs } from '../../base/page-title.tsx'
import { useShow } from '../../base/show.ts'
import type { Column } from '../../parts/data-table/columns.ts'
import { DataTable } from '../../parts/data-table/data-table.tsx'
import { useTableState } from '../../parts/data-table/table-state.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page, PageHeader } from '../../parts/page.tsx'
import { StatusBadge, type Tone } from '../../parts/status.tsx'
import { useInbox } from './data.ts'
import classes from './operator.module.css'

const TONES: Readonly<Record<InboxConversation['state'], Tone>> = {
  open: 'warning',
  answered: 'success',
  closed: 'neutral',
}

export function StateBadge({ state }: { state: InboxConversation['state'] }) {
  const { t } = useTranslation()
  return <StatusBadge tone={TONES[state]}>{t(`operator.inbox.states.${state}`)}</StatusBadge>
}

export function InboxPage() {
  const { t } = useTranslation()
  const show = useShow()
  const state = useTableState({ sorts: ['updated'], filters: ['state'] })
  const { page, limit, q } = state.query
  const read = useInbox({ page, limit, q, state: ConversationState.options.find((one) => one === state.filters.state) })
  useBreadcrumbs([{ text: t('operator.label'), to: '/operator' }, { text: t('operator.sections.support') }])
  const columns: Column<InboxConversation>[] = [
    { key: 'topic', title: t('support.topic'), render: (one) => t(`support.topics.${one.topic}`) },
    {
      key: 'preview',
      title: t('operator.inbox.latest'),
      render: (one) => <span className={classes.quiet}>{one.preview}</span>,
    },
    { key: 'person', title: t('operator.inbox.person'), card: 'fact', render: (one) => one.person.email },
    { key: 'cabinet', title: t('operator.invitations.cabinet'), render: (one) => one.cabinet?.name ?? '–' },
    {
      key: 'state',
      title: t('operator.users.status'),
      card: 'status',
      render: (one) => <StateBadge state={one.state} />,
    },
    { key: 'updated', title: t('operator.inbox.when'), card: 'fact', render: (one) => show.relative(one.updatedAt) },
  ]
  return (
    <Page>
      <PageHeader title={t('operator.sections.support')} meta={t('operator.inbox.lead')} />
      <DataTable
        name="operator-inbox"
        label={t('operator.sections.support')}
        state={state}
        read={read}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => one.person.email}
        rowPath={(one) => `/operator/support/${one.id}`}
        filters={[
          {
            key: 'state',
            label: t('operator.users.status'),
            options: ConversationState.options.map((value) => ({ value, label: t(`operator.inbox.states.${value}`) })),
          },
        ]}
        searchPlaceholder={t('operator.inbox.search')}
        empty={<EmptyState icon={<IconHeadset size={40} stroke={1.5} />} title={t('operator.inbox.none')} />}
      />
    </Page>
  )
}
