/** The frame of the operator's pages, with its own menu. Other users see a page that does not exist. */
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCoins,
  IconCreditCard,
  IconFileInvoice,
  IconHeadset,
  IconHistory,
  IconMailForward,
  IconTags,
  IconTestPipe,
  IconUsers,
} from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { SideList } from '../../parts/side-list.tsx'
import { NotFoundPage } from '../../shell/not-found.tsx'
import { Shell } from '../../shell/shell.tsx'
import { useSummary } from './data.ts'
import classes from './operator.module.css'

const SECTIONS = [
  { key: 'cabinets', icon: IconBuildingStore },
  { key: 'users', icon: IconUsers },
  { key: 'tariffs', icon: IconTags },
  { key: 'payments', icon: IconCreditCard },
  { key: 'bills', icon: IconFileInvoice },
  { key: 'payouts', icon: IconCoins },
  { key: 'invitations', icon: IconMailForward },
  { key: 'support', icon: IconHeadset },
  { key: 'jobs', icon: IconAlertTriangle },
  { key: 'log', icon: IconHistory },
  { key: 'emulated', icon: IconTestPipe },
] as const

export function OperatorFrame() {
  const user = useUser()
  if (!user?.superuser)
    return (
      <Shell>
        <NotFoundPage />
      </Shell>
    )
  return (
    <Shell>
      <Sections />
    </Shell>
  )
}

function Sections() {
  const { t } = useTranslation()
  const { openConversations = 0, failedJobs = 0 } = useSummary().data ?? {}
  const counts: Partial<Record<(typeof SECTIONS)[number]['key'], { count: number; label: string }>> = {
    support: { count: openConversations, label: t('operator.inbox.openCount', { count: openConversations }) },
    jobs: { count: failedJobs, label: t('operator.jobs.count', { count: failedJobs }) },
  }
  const entries = SECTIONS.map(({ key, icon }) => ({
    key,
    icon,
    to: `/operator/${key}`,
    text: t(`operator.sections.${key}`),
    more: (counts[key]?.count ?? 0) > 0 && (
      <span className={classes.count} aria-label={counts[key]?.label}>
        {counts[key]?.count}
      </span>
    ),
  }))
  return (
    <SideList label={t('operator.label')} entries={entries}>
      <Outlet />
    </SideList>
  )
}
