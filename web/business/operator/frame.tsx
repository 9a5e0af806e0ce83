/** The frame of the operator's pages, with its own menu. Other users see a page that does not exist. */
import {
  IconBuildingStore,
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
  { key: 'invitations', icon: IconMailForward },
  { key: 'support', icon: IconHeadset },
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
  const open = useSummary().data?.openConversations ?? 0
  const entries = SECTIONS.map(({ key, icon }) => ({
    key,
    icon,
    to: `/operator/${key}`,
    text: t(`operator.sections.${key}`),
    more: key === 'support' && open > 0 && (
      <span className={classes.count} aria-label={t('operator.inbox.openCount', { count: open })}>
        {open}
      </span>
    ),
  }))
  return (
    <SideList label={t('operator.label')} entries={entries}>
      <Outlet />
    </SideList>
  )
}
